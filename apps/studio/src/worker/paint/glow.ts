import type { PaintedPage, Rgb } from "@lumiglyph/engine/paint/page";
import type { CellSize } from "@lumiglyph/engine/paint/view";

/** Draws characters that were painted without a background on their own, with light around them. */
export const drawGlowing = (
  context: OffscreenCanvasRenderingContext2D,
  characters: OffscreenCanvas,
  { ground, glow }: Pick<PaintedPage, "ground" | "glow">,
  cell: CellSize,
): void => {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  if (ground !== null) {
    context.fillStyle = cssColor(ground);
    context.fillRect(0, 0, width, height);
  }
  if (glow > 0) {
    context.filter = `blur(${cell.width / 2}px)`;
    context.globalAlpha = glow;
    // one blurred copy leaves too little light
    for (let copy = 0; copy < 2; copy++) context.drawImage(characters, 0, 0);
    context.filter = "none";
    context.globalAlpha = 1;
  }
  context.drawImage(characters, 0, 0);
};

const cssColor = (color: Rgb): string => `rgb(${color.join(" ")})`;

/** A page's characters alone, for `drawGlowing`. */
export const withoutGlow = (page: PaintedPage): PaintedPage => ({ ...page, ground: null, glow: 0 });
