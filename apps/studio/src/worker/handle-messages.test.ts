import { ATLAS, finish, openPicture, PLAIN_KERNELS } from "@lumiglyph/engine";
import { pageOf } from "@lumiglyph/engine/paint/page";
import { expect, test } from "vitest";
import { optionsWith } from "../../../../tests/support/params.ts";
import { paint } from "../../../../tests/support/rasters.ts";

const resultWith = (given: Parameters<typeof optionsWith>[0]) =>
  finish(
    openPicture(
      paint(40, 30, (x, y) => [6 * x, 8 * y, 90]),
      { kernels: PLAIN_KERNELS },
    ).render(optionsWith({ columns: 10, ...given })),
  );

test("a painted page has the result's characters", () => {
  const result = resultWith({ charset: "blocks" });
  const page = pageOf(result);
  const spelled = Array.from(page.glyphs, (glyph) => ATLAS.glyphs[glyph]).join("");
  expect(spelled).toBe(result.lines().join(""));
  expect(new Set(spelled).size).toBeGreaterThan(2);
  expect([page.columns, page.rows]).toEqual([10, 4]);
});

test("cells have their own colors only if requested", () => {
  expect(pageOf(resultWith({})).colors).toBeNull();
  const result = resultWith({ color: true });
  expect(pageOf(result).colors).toEqual(result.inks());
});

test("existing colors are not computed again", () => {
  const colors = new Uint8Array(120);
  expect(pageOf(resultWith({ color: true }), colors).colors).toBe(colors);
});

test("its background and ink come from the parameters", () => {
  expect(pageOf(resultWith({ invert: true }))).toMatchObject({ ground: [245, 242, 234], ink: [35, 40, 56] });
});
