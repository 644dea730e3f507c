import { completeParams } from "@lumiglyph/contract";
import { finish, PLAIN_KERNELS } from "@lumiglyph/engine";
import { direct } from "@lumiglyph/engine/director";
import { expect, test } from "vitest";
import { optionsWith } from "../../../../tests/support/params.ts";
import { paint } from "../../../../tests/support/rasters.ts";
import { openImage } from "./open-image.ts";

const RENDERING = { kernels: PLAIN_KERNELS, director: () => direct, shrink: () => undefined };

const opened = () => {
  const { data, ...size } = paint(40, 30, (x, y) => [6 * x, 8 * y, 90]);
  return openImage({ ...size, data: Uint8Array.from(data).buffer, source: { ...size, format: "png" } }, RENDERING);
};

const request = optionsWith({ columns: 12, contrast: 1.3 });

test("a result is cached, whatever its format", () => {
  const image = opened();
  expect(image.isKept(request)).toBe(false);
  const result = finish(image.render(request));
  const asSvg = optionsWith({ columns: 12, contrast: 1.3, format: "svg" });
  expect(image.isKept(asSvg)).toBe(true);
  expect(finish(image.render(asSvg))).toBe(result);
});

test("any other parameter makes another result", () => {
  const image = opened();
  finish(image.render(request));
  expect(image.isKept(optionsWith({ columns: 12, contrast: 1.3, invert: true }))).toBe(false);
});

test("the last two results are cached", () => {
  const image = opened();
  const variants = [1.1, 1.2, 1.3].map((contrast) => optionsWith({ columns: 12, contrast }));
  const [first, second, third] = variants as [typeof request, typeof request, typeof request];
  for (const one of [first, second, first, third]) finish(image.render(one));
  expect([first, second, third].map(image.isKept)).toEqual([true, false, true]);
});

test("an unfinished result is not cached", () => {
  const image = opened();
  image.render(request).next();
  expect(image.isKept(request)).toBe(false);
});

test("a quick pass runs without the Auto Director and is not cached", () => {
  const image = opened();
  const sketch = finish(image.sketch(request));
  expect(sketch.quality.evaluations).toBe(0);
  expect(sketch.params).toEqual(completeParams(request));
  expect(image.isKept(request)).toBe(false);
  expect(image.isKept(optionsWith({ columns: 12, contrast: 1.3, autoOptimize: 0 }))).toBe(false);
});
