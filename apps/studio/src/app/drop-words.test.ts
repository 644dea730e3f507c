import { expect, test } from "vitest";
import { draggedOf } from "./drop-words.tsx";

const file = (type: string) => [{ kind: "file", type }];

test("supported pictures are accepted", () => {
  for (const type of ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]) {
    expect(draggedOf(file(type))).toEqual({ good: true, words: "Image" });
  }
});

test("a file of unknown type is accepted until it is read", () => {
  expect(draggedOf(file(""))).toEqual({ good: true, words: "File" });
});

test("videos are accepted, whatever their codec", () => {
  for (const type of ["video/mp4", "video/webm", "video/quicktime", "video/x-matroska"]) {
    expect(draggedOf(file(type))).toEqual({ good: true, words: "Video" });
  }
});

test("other files are named by their extension, if the type has one", () => {
  expect(draggedOf(file("application/pdf"))).toEqual({ good: false, words: "Not supported: .pdf" });
  expect(draggedOf(file("image/svg+xml"))).toEqual({ good: true, words: "Image" });
  expect(draggedOf(file("text/plain"))).toEqual({ good: false, words: "Not supported: .txt" });
  expect(draggedOf(file("application/vnd.ms-excel"))).toEqual({ good: false, words: "Not supported" });
});

test("dragged text is not a file", () => {
  expect(draggedOf([{ kind: "string", type: "text/plain" }])).toBeNull();
});

test("the first file counts, wherever it is in the list", () => {
  expect(draggedOf([{ kind: "string", type: "text/uri-list" }, ...file("image/png")])?.good).toBe(true);
});
