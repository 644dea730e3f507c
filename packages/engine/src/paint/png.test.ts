import { deflateSync } from "node:zlib";
import { Refusal } from "@lumiglyph/contract";
import fc from "fast-check";
import sharp, { type Metadata } from "sharp";
import { expect, test } from "vitest";
import { bakedAtlas } from "../../../../tests/studio/painters/baked-atlas.ts";
import { paramsWith, validParams } from "../../../../tests/support/params.ts";
import { paint, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import { PLAIN_KERNELS } from "../kernels.ts";
import type { RenderResult } from "../picture.ts";
import { openPicture } from "../render.ts";
import { finish } from "../stage.ts";
import { toPixels } from "./blit.ts";
import { pageOf } from "./page.ts";
import { checkPngSize, paintPng } from "./png.ts";

const atlas = bakedAtlas();

const expectSame = async (result: RenderResult): Promise<Metadata> => {
  const png = paintPng(result, atlas, deflateSync);
  const { width, height, data } = toPixels(pageOf(result), result.params.pixelsPerCell, atlas);
  const read = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([read.info.width, read.info.height]).toEqual([width, height]);
  expect(read.data.equals(Buffer.from(data.buffer))).toBe(true);
  return sharp(png).metadata();
};

test("has the pixels of a painted page, for any picture and parameters", async () => {
  await fc.assert(
    fc.asyncProperty(rasters(), validParams({ format: "png" }), async (raster, options) => {
      await expectSame(finish(openPicture(raster, { kernels: PLAIN_KERNELS }).render(options)));
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["a palette up to 256 colors", true, paint(64, 64, (x) => [0, 0, x < 32 ? 128 : 255])],
  ["full color beyond", false, paint(64, 64, (x, y) => [4 * x, 4 * y, 255 - 2 * (x + y)])],
] as const)("has %s", async (_kind, palette, raster) => {
  const options = { columns: 32, format: "png", color: true } as const;
  const result = finish(openPicture(raster, { kernels: PLAIN_KERNELS }).render(options));
  expect((await expectSame(result)).isPalette ?? false).toBe(palette);
});

test("has one bit per pixel if two colors are enough, and its description", async () => {
  const blank = paintGray(16, 16, () => 0);
  const options = { columns: 8, format: "png", alt: "Night über “all”" } as const;
  const { bitsPerSample, comments } = await expectSame(
    finish(openPicture(blank, { kernels: PLAIN_KERNELS }).render(options)),
  );
  expect([bitsPerSample, comments]).toEqual([1, [{ keyword: "Description", text: "Night über “all”" }]]);
});

test("is refused beyond 32 million pixels, before anything is drawn", () => {
  const params = paramsWith({ columns: 400, format: "png", pixelsPerCell: 24 });
  expect(() => checkPngSize(params, { width: 400, height: 120 })).not.toThrow();
  expect(() => checkPngSize(params, { width: 400, height: 140 })).toThrow(Refusal);
  expect(() => checkPngSize(params, { width: 400, height: 600 })).toThrow(
    "As a PNG this page has 9600 × 14400 pixels, more than 32 million. Ask for fewer `columns` or `pixelsPerCell`.",
  );
});
