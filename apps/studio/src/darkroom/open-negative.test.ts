import { completeParams } from "@lumiglyph/contract";
import { finish, PLAIN_KERNELS } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import { optionsWith } from "../../../../tests/support/params.ts";
import { paint } from "../../../../tests/support/rasters.ts";
import { openNegative } from "./open-negative.ts";

const opened = () => {
  const { data, ...size } = paint(40, 30, (x, y) => [6 * x, 8 * y, 90]);
  return openNegative(
    { ...size, data: Uint8Array.from(data).buffer, source: { ...size, format: "png" } },
    PLAIN_KERNELS,
  );
};

const wish = optionsWith({ columns: 12, contrast: 1.3 });

test("a print is kept, whatever format it is wanted in", () => {
  const negative = opened();
  expect(negative.isKept(wish)).toBe(false);
  const print = finish(negative.develop(wish));
  const asSvg = optionsWith({ columns: 12, contrast: 1.3, format: "svg" });
  expect(negative.isKept(asSvg)).toBe(true);
  expect(finish(negative.develop(asSvg))).toBe(print);
});

test("a print with any other parameter is another", () => {
  const negative = opened();
  finish(negative.develop(wish));
  expect(negative.isKept(optionsWith({ columns: 12, contrast: 1.3, invert: true }))).toBe(false);
});

test("the last two prints are kept", () => {
  const negative = opened();
  const wishes = [1.1, 1.2, 1.3].map((contrast) => optionsWith({ columns: 12, contrast }));
  const [first, second, third] = wishes as [typeof wish, typeof wish, typeof wish];
  for (const one of [first, second, first, third]) finish(negative.develop(one));
  expect([first, second, third].map(negative.isKept)).toEqual([true, false, true]);
});

test("a print that was left undone is not kept", () => {
  const negative = opened();
  negative.develop(wish).next();
  expect(negative.isKept(wish)).toBe(false);
});

test("a sketch is drawn without the Auto Director and not kept", () => {
  const negative = opened();
  const sketch = finish(negative.sketch(wish));
  expect(sketch.quality.evaluations).toBe(1);
  expect(sketch.params).toEqual({ ...completeParams(wish), autoOptimize: 0 });
  expect(negative.isKept(wish)).toBe(false);
  expect(negative.isKept(optionsWith({ columns: 12, contrast: 1.3, autoOptimize: 0 }))).toBe(false);
});
