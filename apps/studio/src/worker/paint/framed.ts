import type { Steps } from "@lumiglyph/engine";
import type { GlyphAtlas } from "@lumiglyph/engine/paint/atlas";
import type { PaintedPage } from "@lumiglyph/engine/paint/page";
import { type PageShape, STEPS, type View } from "@lumiglyph/engine/paint/view";
import { createCpuPainter } from "./choose-painter.ts";
import { drawGlowing, withoutGlow } from "./glow.ts";

/** Share of a side that stays empty around the art. */
const MARGIN = 0.04;

type Frame = { readonly width: number; readonly height: number };

/** Factor on the frame's size for cells of at least a pixel. */
const timesFor = ({ columns, rows, cellAspect }: PageShape, { width, height }: Frame): number =>
  Math.ceil(Math.max(columns / width, rows / (height * cellAspect)) / (1 - 2 * MARGIN));

/** Where art is in a frame: in the middle, as large as fits. */
export const viewInFrame = ({ columns, rows, cellAspect }: PageShape, { width, height }: Frame): View => {
  const margin = 2 * Math.round(MARGIN * Math.min(width, height));
  const most = Math.min((width - margin) / columns, ((height - margin) * cellAspect) / rows);
  const across = Math.floor(most * STEPS) / STEPS;
  const cell = { width: Math.max(1, across), height: Math.max(1, Math.floor((across / cellAspect) * STEPS) / STEPS) };
  return {
    cell,
    width,
    height,
    left: Math.round((width - columns * cell.width) / 2),
    top: Math.round((height - rows * cell.height) / 2),
  };
};

/** Paints a page in the middle of a canvas of this size. */
export function* paintFramed(page: PaintedPage, frame: Frame, atlas: GlyphAtlas): Steps<OffscreenCanvas> {
  // the finest art is painted larger and scaled down
  const times = Math.max(1, timesFor(page, frame));
  const view = viewInFrame(page, { width: times * frame.width, height: times * frame.height });
  const characters = new OffscreenCanvas(view.width, view.height);
  createCpuPainter(characters.getContext("2d")!, atlas).paint(withoutGlow(page), view);
  yield;
  const whole = new OffscreenCanvas(view.width, view.height);
  drawGlowing(whole.getContext("2d")!, characters, page, view.cell);
  if (times === 1) return whole;
  yield;
  const small = new OffscreenCanvas(frame.width, frame.height);
  const context = small.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  context.drawImage(whole, 0, 0, frame.width, frame.height);
  return small;
}
