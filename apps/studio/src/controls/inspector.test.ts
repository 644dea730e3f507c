import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { Preview } from "../worker/preview.ts";
import { settledPreview } from "./inspector.tsx";

const preview = (revision: number, pass: Preview["pass"]) => ({ revision, pass }) as Preview;

/** The settled preview after each step: a picture's name opens it, null closes it. */
const after = (...events: readonly (Preview | string | null)[]): (number | null)[] => {
  const newest = signal<Preview | null>(null);
  const picture = signal<string | null>(null);
  const settled = settledPreview(newest, picture);
  return events.map((event) => {
    if (typeof event === "string") picture.value = event;
    else newest.value = event;
    return settled.value?.revision ?? null;
  });
};

test("the first quick preview counts until there is a full one", () => {
  expect(after("koi", preview(1, "quick"), preview(2, "full"))).toEqual([null, 1, 2]);
});

test("a full preview stays through the quick passes after it", () => {
  expect(after("koi", preview(1, "full"), preview(2, "quick"), preview(3, "quick"), preview(4, "full"))).toEqual([
    null,
    1,
    1,
    1,
    4,
  ]);
});

test("another picture's first preview replaces the full one before", () => {
  expect(after("koi", preview(1, "full"), "portrait", preview(2, "quick"), preview(3, "quick"))).toEqual([
    null,
    1,
    1,
    2,
    2,
  ]);
});

test("without a picture, nothing is settled", () => {
  expect(after("koi", preview(1, "full"), null, preview(2, "quick"))).toEqual([null, 1, null, 2]);
});
