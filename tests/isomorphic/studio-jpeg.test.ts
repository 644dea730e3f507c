import { INPUT_FORMAT_NAMES } from "@lumiglyph/contract";
import { ATLAS } from "@lumiglyph/engine";
import { createRenderer } from "@lumiglyph/service";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { optionsWith } from "../support/params.ts";
import { openWorkerPage, readFixture, type WorkerPage } from "./studio-browser.ts";

const LIMITS = { formats: INPUT_FORMAT_NAMES, maxPixels: 40_000_000, maxSide: 12_000 };
const never = new AbortController().signal;
const render = createRenderer(() => performance.now());

/** Typical photos: 2 MP, quality 90. */
const PHOTOS = ["koi", "portrait", "still-life", "moonlit"];

/** Nearly all of it is one white, for which two codebooks may have different glyphs. */
const DRAWING = "line-drawing";

const files = new Map<string, Uint8Array>();
let page: WorkerPage;

beforeAll(async () => {
  for (const name of [...PHOTOS, DRAWING]) {
    const large = sharp(readFixture(name)).resize(1632, 1224, { fit: "fill" });
    files.set(`${name}.jpg`, await large.jpeg({ quality: 90 }).toBuffer());
  }
  page = await openWorkerPage(new URL("./studio-bytes-page.ts", import.meta.url), files);
});
afterAll(() => page?.close());

const compare = async (picture: string, columns: number) => {
  const bytes = files.get(picture) ?? readFixture(picture);
  const options = { columns };
  const { body } = await render({ bytes, options: optionsWith(options), limits: LIMITS }, never);
  const [[studio]] = await page.call<[[string]]>("encodeAll", [{ picture, given: options }]);
  return similarity(`${body}`, studio);
};

/** Share of cells with the same character, and the mean difference of their glyphs' light, both 0 to 1. */
const similarity = (one: string, other: string): { readonly equal: number; readonly apart: number } => {
  const cells = [...one].map((glyph, at) => [glyph, other[at]!] as const).filter(([glyph]) => glyph !== "\n");
  const lightOf = (glyph: string): number => ATLAS.tone[ATLAS.indexOf(glyph)]!;
  const apart = cells.reduce((sum, [a, b]) => sum + Math.abs(lightOf(a) - lightOf(b)), 0);
  return { equal: cells.filter(([a, b]) => a === b).length / cells.length, apart: apart / cells.length };
};

describe("a JPEG that the service does not shrink renders alike:", () => {
  test.each(["baseline", "progressive", "gray", "exif-3", "exif-6"])("%s", async (name) => {
    expect(await compare(`formats/${name}.jpg`, 100)).toEqual({ equal: 1, apart: 0 });
  });
});

describe("a JPEG that the service shrinks while decoding renders nearly alike:", () => {
  const COLUMNS = [60, 120, 200];
  const shares: number[] = [];

  test.each(PHOTOS.flatMap((name) => COLUMNS.map((columns) => [name, columns] as const)))(
    "%s in %i columns",
    async (name, columns) => {
      const { equal, apart } = await compare(`${name}.jpg`, columns);
      shares.push(equal);
      // the codebook may have another glyph of the same light, so how many are equal is judged overall
      expect(apart).toBeLessThan(0.01);
    },
  );

  test("four of five characters are equal overall", () => {
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    console.log(`equal characters: ${shares.map(percent).join(" ")} %, mean ${percent(mean)} %`);
    expect(shares).toHaveLength(COLUMNS.length * PHOTOS.length);
    expect(mean).toBeGreaterThan(0.8);
    expect(mean).toBeLessThan(1);
  });

  test.each(COLUMNS)("an ink drawing in %i columns has the same light, possibly with other glyphs", async (columns) => {
    const { equal, apart } = await compare(`${DRAWING}.jpg`, columns);
    console.log(`ink drawing in ${columns} columns: ${percent(equal)} % equal, light apart by ${apart.toFixed(4)}`);
    expect(apart).toBeLessThan(0.02);
  });
});

const percent = (share: number): string => (100 * share).toFixed(1);
