import { readFileSync } from "node:fs";
import { gridFor, type RenderParams } from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { finish, openPicture, PLAIN_KERNELS, type RenderResult } from "@lumiglyph/engine";
import { createAtlas } from "@lumiglyph/engine/paint/atlas";
import { toPixels } from "@lumiglyph/engine/paint/blit";
import { pageOf } from "@lumiglyph/engine/paint/page";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { optionsWith } from "../support/params.ts";
import type { Seen } from "./studio-answers-page.ts";
import { openWorkerPage, readFixture, type WorkerPage } from "./studio-browser.ts";

const PICTURE = "koi";
const OUTLINES = new URL("../../packages/engine/src/paint/generated/glyphs.bin", import.meta.url);
const atlas = createAtlas(Uint8Array.from(readFileSync(OUTLINES)).buffer);

let page: WorkerPage;
let raster: Awaited<ReturnType<typeof decodeImage>>["raster"];

beforeAll(async () => {
  ({ raster } = await decodeImage(readFixture(PICTURE), NO_LIMITS, { columns: 80 }));
  page = await openWorkerPage(new URL("./studio-answers-page.ts", import.meta.url));
  await page.call("open", PICTURE);
});
afterAll(() => page?.close());

const printed = (given: Partial<RenderParams>): RenderResult =>
  finish(openPicture(raster, { kernels: PLAIN_KERNELS }).render(optionsWith({ ...given, format: "svg" })));

const painted = (print: RenderResult, cell: number) => {
  const { width, height, data } = toPixels(pageOf(print), cell, atlas);
  return { width, height, pixels: Buffer.from(data).toString("base64") };
};

describe("a PNG", () => {
  const readPng = async (given: Partial<RenderParams>, scale: number, transparent: boolean) => {
    const file = Buffer.from(await page.call<string>("png", given, scale, transparent), "base64");
    const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  };

  test.each([
    [1, { columns: 30 }],
    [2, { columns: 30, color: true }],
    [3, { columns: 20, invert: true }],
    [4, { columns: 20, charset: "blocks", color: true }],
  ] as const)("at scale %i matches the painter, pixel by pixel: %j", async (scale, given) => {
    const { width, height, data } = await readPng(given, scale, false);
    expect({ width, height, pixels: data.toString("base64") }).toEqual(painted(printed(given), 8 * scale));
  });

  test("without a background has the glyphs' alpha only", async () => {
    const { data } = await readPng({ columns: 30 }, 1, true);
    const page = { ...pageOf(printed({ columns: 30 })), ground: null };
    const alphas = toPixels(page, 8, atlas).data.filter((_, at) => at % 4 === 3);
    expect(data.filter((_, at) => at % 4 === 3)).toEqual(Buffer.from(alphas));
    expect(new Set(alphas).size).toBeGreaterThan(50);
  });

  test("with too many pixels is refused with the API's code", async () => {
    await page.call("open", "portrait");
    expect(await page.call("pngOutcome", { columns: 400 }, 4)).toBe("Error grid_too_large");
    await page.call("open", PICTURE);
  });
});

describe("looks", () => {
  const columns = 40;
  const variants = [
    { columns },
    { columns, color: true },
    { columns, invert: true },
    { columns, edges: true },
    { columns, charset: "blocks" },
  ] as const;

  test("show the whole picture, each in its own way", async () => {
    const looks = await page.call<readonly Seen[]>("looks", variants, 3);
    const { rows } = gridFor({ columns }, raster.width, raster.height);
    expect(looks.map(({ width, height }) => [width, height])).toEqual(variants.map(() => [3 * columns, 6 * rows]));
    expect(new Set(looks.map(({ pixels }) => pixels)).size).toBe(variants.length);
  });

  test("do not delay the view", async () => {
    expect(await page.call("order")).toEqual(["view", "looks"]);
  });
});

test("a thumbnail is a separate picture", async () => {
  const { width, height } = await page.call<Seen>("thumbnail", 32, 28, { columns: 16 }, 4);
  expect([width, height]).toEqual([64, 56]);
});

test("aborted calls reject with an AbortError", async () => {
  expect(await page.call("aborted")).toEqual(["AbortError", "AbortError", "AbortError"]);
});

test("a cancel takes effect between two steps of the full pass", async () => {
  expect(await page.call("cancelInBetween")).toBe("quick");
});

test("a failed Worker is reported and replaced, and the next one renders", async () => {
  expect(page.consoleErrors).toEqual([]);
  const reported = await page.call<readonly unknown[]>("breakWorker", PICTURE);
  expect(reported).toEqual(["internal", "Error internal", null, "drawn"]);
  expect(page.consoleErrors).toEqual([expect.stringContaining("A 9 × 9 raster needs 324 bytes, not 1.")]);
});
