import { ATLAS } from "@lumiglyph/engine";
import type { Sheet } from "./atlas.ts";

/** Keeps a sheet's glyphs as the layers of the array texture that is bound to the active unit, one byte a texel. */
export const createGlyphTexture = (gl: WebGL2RenderingContext): ((sheet: Sheet, glyphs: Uint8Array) => void) => {
  let held: { readonly sheet: Sheet; readonly layers: Set<number> } | null = null;
  const start = (sheet: Sheet): Set<number> => {
    gl.texImage3D(
      gl.TEXTURE_2D_ARRAY,
      0,
      gl.R8,
      sheet.cell,
      2 * sheet.cell,
      ATLAS.glyphs.length,
      0,
      gl.RED,
      gl.UNSIGNED_BYTE,
      null,
    );
    return new Set();
  };
  return (sheet, glyphs) => {
    if (held?.sheet !== sheet) held = { sheet, layers: start(sheet) };
    for (const glyph of glyphs) {
      if (held.layers.has(glyph)) continue;
      held.layers.add(glyph);
      const [width, height] = [sheet.cell, 2 * sheet.cell];
      gl.texSubImage3D(
        gl.TEXTURE_2D_ARRAY,
        0,
        0,
        0,
        glyph,
        width,
        height,
        1,
        gl.RED,
        gl.UNSIGNED_BYTE,
        sheet.alphaOf(glyph),
      );
    }
  };
};
