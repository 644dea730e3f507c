import { MOSAIC_CHARSETS } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { atlasGlyphs, glyphsOf, pageStyle } from "./page.ts";

const REST = {
  charset: "detailed",
  color: false,
  format: "svg",
  font: "any",
  cellAspect: 0.5,
  paper: "",
  glow: 0,
} as const;

test.each([
  ["light on black", { background: "dark", invert: false, monoColor: "#e5e5e5" }, [0, 0, 0], [229, 229, 229]],
  ["light of a chosen color", { background: "dark", invert: false, monoColor: "#7dff9a" }, [0, 0, 0], [125, 255, 154]],
  ["ink on paper", { background: "dark", invert: true, monoColor: "#e5e5e5" }, [245, 242, 234], [35, 40, 56]],
  ["ink of a chosen color", { background: "dark", invert: true, monoColor: "#0a0b0c" }, [245, 242, 234], [10, 11, 12]],
  ["ink on white", { background: "light", invert: false, monoColor: "#1a1a1a" }, [255, 255, 255], [26, 26, 26]],
] as const)("art is %s", (_what, params, ground, ink) => {
  expect(pageStyle({ ...REST, ...params })).toEqual({
    ground,
    ink,
    mosaic: null,
    font: "any",
    cellAspect: 0.5,
    glow: 0,
  });
});

test("a mosaic is drawn as one, in color with its color shapes", () => {
  const params = { ...REST, background: "dark", invert: false, monoColor: "#e5e5e5", charset: "octants" } as const;
  expect(pageStyle(params).mosaic).toBe("octants");
  expect(pageStyle({ ...params, color: true }).mosaic).toBe("octants/color");
});

test("every glyph that pages are made of has an index that is a byte, and the blank is the first", () => {
  for (const charset of MOSAIC_CHARSETS) {
    for (const mosaic of [charset, `${charset}/color`, null] as const) {
      const glyphs = glyphsOf(mosaic);
      expect(glyphs[0]).toBe(" ");
      expect(glyphs.length).toBeLessThanOrEqual(256);
      expect([...atlasGlyphs(Uint8Array.from(glyphs.keys()), glyphs.join(""), mosaic)]).toEqual([...glyphs.keys()]);
    }
  }
});

test("a custom paper color replaces black and white", () => {
  const params = { ...REST, background: "light", invert: false, monoColor: "#1a1a1a", paper: "#16407f" } as const;
  expect(pageStyle(params).ground).toEqual([0x16, 0x40, 0x7f]);
});
