import { expect, test } from "vitest";
import { bakedAtlas } from "../../../../tests/studio/painters/baked-atlas.ts";
import { samplePage } from "../../../../tests/studio/painters/sample-pages.ts";
import { toPixels } from "./to-pixels.ts";

test("a whole page becomes an image of all its cells", () => {
  const page = samplePage(1, { columns: 5, rows: 3, ground: [10, 20, 30] });
  const { width, height, data } = toPixels({ ...page, glyphs: page.glyphs.fill(0) }, 7, bakedAtlas());
  expect([width, height, data.length]).toEqual([35, 42, 4 * 35 * 42]);
  expect(new Set(new Uint32Array(data.buffer))).toEqual(new Set([0xff1e140a]));
});
