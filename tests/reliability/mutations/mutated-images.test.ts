import { INPUT_FORMAT_NAMES } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { mutatedImages } from "./mutated-images.ts";
import { withChecksums } from "./mutations.ts";
import { ANATOMY } from "./pieces.ts";
import { readSamples } from "./samples.ts";

describe("the pieces of", () => {
  test.each(INPUT_FORMAT_NAMES)("a %s are several and join to the file again", (format) => {
    for (const { bytes } of readSamples()[format]) {
      const pieces = ANATOMY[format].piecesOf(bytes);
      expect(pieces.length).toBeGreaterThanOrEqual(2);
      expect(Buffer.concat(pieces)).toEqual(bytes);
    }
  });
});

test("valid checksums stay valid", () => {
  for (const { bytes } of readSamples().png) expect(withChecksums(bytes)).toEqual(bytes);
});

test("mutated images are the same for the same seed, differ for another, and are hardly ever unchanged", () => {
  const of = (seed: number) => [...mutatedImages(200, seed)].map(({ bytes }) => bytes.toString("base64"));
  expect(of(1)).toEqual(of(1));
  expect(new Set([...of(1), ...of(2)]).size).toBeGreaterThan(380);
  const whole = new Set(
    Object.values(readSamples()).flatMap((list) => list.map(({ bytes }) => bytes.toString("base64"))),
  );
  expect(of(1).filter((bytes) => whole.has(bytes)).length).toBeLessThan(10);
});
