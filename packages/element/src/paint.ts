import type { MosaicCharset } from "@lumiglyph/contract";
import { MOSAICS } from "@lumiglyph/engine";
import type { Cells } from "./draw.ts";

/** Puts a page's text into an element: one string, or a run for each color, or the rectangles of a mosaic over it. */
export const paint = (pre: HTMLElement, cells: Cells, mosaic: MosaicCharset | null): void => {
  if (mosaic === null) paintText(pre, cells);
  else paintMosaic(pre, cells, mosaic);
};

const paintText = (pre: HTMLElement, { lines, inks, grounds }: Cells): void => {
  Object.assign(pre.style, { padding: "", position: "", overflow: "", width: "", height: "" });
  if (inks === null) {
    // text is set as text, never as markup
    pre.textContent = lines.join("\n");
    return;
  }
  const page = document.createDocumentFragment();
  let cell = 0;
  for (const [row, line] of lines.entries()) {
    if (row > 0) page.append("\n");
    let [run, look] = [null as HTMLElement | null, ""];
    for (const glyph of line) {
      const [ink, ground] = [colorAt(inks, cell), grounds === null ? "" : colorAt(grounds, cell)];
      cell++;
      const own = glyph === " " && ground === "" ? look : `${ink} ${ground}`;
      if (run === null || own !== look) {
        run = document.createElement("span");
        run.style.color = ink;
        // a background is as high as its line, not as its font
        if (ground !== "")
          Object.assign(run.style, { background: ground, display: "inline-block", height: "var(--line-height)" });
        page.append(run);
        look = own;
      }
      run.append(glyph);
    }
  }
  page.normalize();
  pre.replaceChildren(page);
};

const colorAt = (bytes: Uint8Array, cell: number): string =>
  `rgb(${bytes[3 * cell]} ${bytes[3 * cell + 1]} ${bytes[3 * cell + 2]})`;

/**
 * Few fonts have the glyphs of mosaics, and others break the grid: each rectangle is a pixel of a picture over the text,
 * which can still be selected.
 */
const paintMosaic = (pre: HTMLElement, { lines, inks, grounds }: Cells, mosaic: MosaicCharset): void => {
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
