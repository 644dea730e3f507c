import { expect, test } from "vitest";
import { isVideo } from "./open-picture.ts";

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
  ["MP4", "\0\0\0\x20ftypisom"],
  ["QuickTime", "\0\0\0\x14ftypqt  "],
  ["QuickTime from before there were brands", "\0\0\0\x08wide\0\0\0\0"],
  ["WebM and Matroska", "\x1a\x45\xdf\xa3\x01\0\0\0"],
  ["Ogg", "OggS\0\x02\0\0"],
])("%s is a video", (_, head) => {
  expect(isVideo(bytes(head))).toBe(true);
});

test.each([
  ["AVIF", "\0\0\0\x20ftypavif"],
  ["HEIC", "\0\0\0\x18ftypheic"],
  ["PNG", "\x89PNG\r\n\x1a\n\0\0\0\x0d"],
  ["PDF", "%PDF-1.7"],
  ["nothing", ""],
])("%s is none", (_, head) => {
  expect(isVideo(bytes(head))).toBe(false);
});
