import type { MosaicCharset } from "@lumiglyph/contract";
import { MOSAICS } from "@lumiglyph/engine";
import type { Paint } from "./paint.ts";

/**
 * Few fonts have the glyphs of mosaics, and others break the grid: each rectangle is a pixel of a picture over the text,
 * which can still be selected.
 */
export const paintMosaic =
  (mosaic: MosaicCharset): Paint =>
  (pre, { lines, inks, grounds }) => {
    const { across, down, glyphs } = MOSAICS[mosaic];
    const patterns = new Map(glyphs.map((glyph, pattern) => [glyph, pattern]));
    const rows = lines.map((line) => [...line]);
    const canvas = pre.querySelector("canvas") ?? document.createElement("canvas");
    [canvas.width, canvas.height] = [across * rows[0]!.length, down * rows.length];
    const context = canvas.getContext("2d")!;
    const image = context.createImageData(canvas.width, canvas.height);
    let cell = 0;
    for (const [row, line] of rows.entries()) {
      for (const [column, glyph] of line.entries()) {
        const pattern = patterns.get(glyph)!;
        for (let part = 0; part < across * down; part++) {
          const colors = (pattern >> part) & 1 ? (inks ?? WHITE) : grounds;
          if (colors === null) continue;
          const y = row * down + Math.floor(part / across);
          const at = 4 * (y * canvas.width + column * across + (part % across));
          const from = colors === WHITE ? 0 : 3 * cell;
          image.data.set([colors[from]!, colors[from + 1]!, colors[from + 2]!, 255], at);
        }
        cell++;
      }
    }
    context.putImageData(image, 0, 0);
    if (inks === null) {
      context.globalCompositeOperation = "source-in";
      context.fillStyle = getComputedStyle(pre).color;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    Object.assign(canvas.style, OVER_TEXT);
    const text = document.createElement("span");
    text.style.opacity = "0";
    text.textContent = lines.join("\n");
    pre.replaceChildren(text, canvas);
    // the text's own size is that of whatever glyphs a font has
    const height = `${rows.length * Number(pre.style.lineHeight)}em`;
    Object.assign(pre.style, {
      padding: "0",
      position: "relative",
      overflow: "hidden",
      width: `${rows[0]!.length}ch`,
      height,
    });
  };

const WHITE = Uint8Array.of(255, 255, 255);

const OVER_TEXT = {
  ...{ position: "absolute", inset: "0", width: "100%", height: "100%" },
  ...{ imageRendering: "pixelated", pointerEvents: "none" },
};
