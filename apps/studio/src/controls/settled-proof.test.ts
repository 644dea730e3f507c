import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { Proof } from "../darkroom/darkroom.ts";
import { settledProof } from "./inspector.tsx";

const proof = (revision: number, pass: Proof["pass"]) => ({ revision, pass }) as Proof;

/** What is settled after each of these: a picture's name is its opening, null its closing. */
const after = (...events: readonly (Proof | string | null)[]): (number | null)[] => {
  const newest = signal<Proof | null>(null);
  const picture = signal<string | null>(null);
  const settled = settledProof(newest, picture);
  return events.map((event) => {
    if (typeof event === "string") picture.value = event;
    else newest.value = event;
    return settled.value?.revision ?? null;
  });
};

test("the first quick proof counts until there is a full one", () => {
  expect(after("koi", proof(1, "quick"), proof(2, "full"))).toEqual([null, 1, 2]);
});

test("a full proof stays through the quick passes after it", () => {
  expect(after("koi", proof(1, "full"), proof(2, "quick"), proof(3, "quick"), proof(4, "full"))).toEqual([
    null,
    1,
    1,
    1,
    4,
  ]);
});

test("another picture's first proof takes the place of the full one before", () => {
  expect(after("koi", proof(1, "full"), "portrait", proof(2, "quick"), proof(3, "quick"))).toEqual([null, 1, 1, 2, 2]);
});

test("where no picture is open, nothing is settled", () => {
  expect(after("koi", proof(1, "full"), null, proof(2, "quick"))).toEqual([null, 1, null, 2]);
});
