import { ATLAS, finish, openPicture, PLAIN_KERNELS } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import { optionsWith } from "../../../../tests/support/params.ts";
import { paint } from "../../../../tests/support/rasters.ts";
import { pageOf } from "./handle-messages.ts";

const resultWith = (given: Parameters<typeof optionsWith>[0]) =>
  finish(
    openPicture(
      paint(40, 30, (x, y) => [6 * x, 8 * y, 90]),
      { kernels: PLAIN_KERNELS },
    ).render(optionsWith({ columns: 10, ...given })),
  );

test("a page spells what its print does", () => {
  const result = resultWith({ charset: "blocks" });
  const page = pageOf(result);
  const spelled = Array.from(page.glyphs, (glyph) => ATLAS.glyphs[glyph]).join("");
  expect(spelled).toBe(result.lines().join(""));
  expect(new Set(spelled).size).toBeGreaterThan(2);
  expect([page.columns, page.rows]).toEqual([10, 4]);
});

test("cells have colors of their own where they are asked for, and only there", () => {
  expect(pageOf(resultWith({})).colors).toBeNull();
  const result = resultWith({ color: true });
  expect(pageOf(result).colors).toEqual(result.inks());
});

test("colors that are at hand are not worked out again", () => {
  const colors = new Uint8Array(120);
  expect(pageOf(resultWith({ color: true }), colors).colors).toBe(colors);
});

test("its ground and its ink are those of the parameters", () => {
  expect(pageOf(resultWith({ invert: true }))).toMatchObject({ ground: [245, 242, 234], ink: [35, 40, 56] });
});
