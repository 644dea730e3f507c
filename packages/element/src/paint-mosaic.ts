import { drawShape, SHAPES } from "@lumiglyph/engine";
import type { Paint } from "./paint.ts";

/**
 * Few fonts have the glyphs of mosaics, and others break the grid. They are painted on a canvas
 * over the text, which can still be selected.
 */
export const paintMosaic: Paint = (pre, { lines, inks, grounds }) => {
  const rows = lines.map((line) => [...line]);
  const columns = rows[0]!.length;
  const [wide, high] = columns * rows.length > MANY ? [4, 12] : [8, 24];
  const canvas = pre.querySelector("canvas") ?? document.createElement("canvas");
  [canvas.width, canvas.height] = [wide * columns, high * rows.length];
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(canvas.width, canvas.height);
  const pixels = new Uint32Array(image.data.buffer);
  const tiles = new Map<string, Uint8Array>();
  let cell = 0;
  for (const [row, line] of rows.entries()) {
    for (const [column, glyph] of line.entries()) {
      const tile = tiles.get(glyph) ?? drawShape(SHAPES.get(glyph)!, wide, high);
      tiles.set(glyph, tile);
      const ground = grounds === null ? 0 : colorAt(grounds, cell);
      const ink = inks === null ? WHITE : colorAt(inks, cell, grounds, SHAPES.get(glyph)!.share);
      for (let y = 0, from = 0; y < high; y++) {
        let to = (row * high + y) * canvas.width + column * wide;
        for (let x = 0; x < wide; x++) pixels[to++] = tile[from++] === 0 ? ground : ink;
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
  // the text's size depends on the glyphs that a font has
  const height = `${rows.length * Number(pre.style.lineHeight)}em`;
  Object.assign(pre.style, {
    padding: "0",
    position: "relative",
    overflow: "hidden",
    width: `${columns}ch`,
    height,
  });
};

/**
 * Number of cells from which a canvas with whole-pixel eighths and thirds would exceed Safari's
 * limit of 16.7 million pixels.
 */
const MANY = 80_000;

/** A color as a pixel, red in the lowest byte, or its mixture with what is behind it. */
const colorAt = (bytes: Uint8Array, cell: number, behind: Uint8Array | null = null, share = 1): number => {
  let pixel = 255;
  for (let i = 3 * cell + 2; i >= 3 * cell; i--) {
    const ground = behind?.[i] ?? 0;
    pixel = (pixel << 8) | Math.round(ground + share * (bytes[i]! - ground));
  }
  return pixel;
};

/** Opaque white as a pixel. */
const WHITE = -1;

const OVER_TEXT = {
  ...{ position: "absolute", inset: "0", width: "100%", height: "100%" },
  ...{ imageRendering: "pixelated", pointerEvents: "none" },
};
