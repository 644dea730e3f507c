import type { ReceivedFrame } from "@lumiglyph/handoff";
import { createPainter, type TilePainter } from "./painter.ts";
import { tilesOf } from "./tiles.ts";

/** Shows frames on a canvas, as large as fits, in whole device pixels. */
export type FrameScreen = { readonly show: (frame: ReceivedFrame) => void };

export const createFrameScreen = (canvas: HTMLCanvasElement): FrameScreen => {
  const context = canvas.getContext("2d", { alpha: false })!;
  const container = canvas.parentElement!;
  let painter: TilePainter | null = null;
  let image: ImageData | null = null;
  let last: ReceivedFrame | null = null;

  const resize = ({ columns, rows }: ReceivedFrame, cell: number): TilePainter => {
    const [width, height] = [columns * cell, 2 * rows * cell];
    Object.assign(canvas, { width, height });
    canvas.style.width = `${width / devicePixelRatio}px`;
    canvas.style.height = `${height / devicePixelRatio}px`;
    canvas.setAttribute("aria-label", `Character art from the studio, ${columns} by ${rows} characters`);
    const pixels = new Uint32Array(width * height);
    image = new ImageData(new Uint8ClampedArray(pixels.buffer), width, height);
    return createPainter({ columns, rows, cell, pixels, tileOf: tilesOf(cell) });
  };
  const show = (frame: ReceivedFrame): void => {
    last = frame;
    const { clientWidth, clientHeight } = container;
    const cell = fittingCell(frame, clientWidth * devicePixelRatio, clientHeight * devicePixelRatio);
    if (painter === null || !painter.fits(frame, cell)) painter = resize(frame, cell);
    const changed = painter.put(frame);
    if (changed !== null)
      context.putImageData(image!, 0, 0, 0, changed.top, image!.width, changed.bottom - changed.top);
  };
  new ResizeObserver(() => last !== null && show(last)).observe(container);
  // grids that do not fit even with the smallest cells can be scrolled, also by keyboard
  container.tabIndex = 0;
  return { show };
};

/** A grid of characters. */
type Grid = { readonly columns: number; readonly rows: number };

/** Narrower cells are illegible. */
const NARROWEST = 2;

/** The largest cell width, in whole device pixels, at which the grid fits; cells are twice as high as wide. */
export const fittingCell = ({ columns, rows }: Grid, width: number, height: number): number =>
  Math.max(NARROWEST, Math.floor(Math.min(width / columns, height / rows / 2)));
