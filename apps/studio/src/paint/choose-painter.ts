import type { View } from "../darkroom/view.ts";
import type { GlyphAtlas } from "./atlas.ts";
import { blit } from "./blit.ts";
import { type Board, createBoard, wipe } from "./board.ts";
import type { OpenGl } from "./gpu-painter.ts";
import type { PaintedPage, Rgb } from "./page.ts";
import type { Painter } from "./painter.ts";

type Parts = {
  readonly canvas: OffscreenCanvas;
  readonly atlas: GlyphAtlas;
  /** Is told when another kind of painter has taken over. */
  readonly changed: (kind: Painter["kind"]) => void;
  readonly openGl?: OpenGl;
};

/**
 * The painter that suits the machine. The processor paints first, since it can at once; then a graphics processor is looked
 * for and takes over, for as long as it keeps its context.
 */
export const choosePainter = ({ canvas, atlas, changed, openGl }: Parts): Painter => {
  const stage = canvas.getContext("2d")!;
  let painter = createCpuPainter(stage, atlas);
  let isLookedFor = false;
  let page: PaintedPage | null = null;
  let view: View | null = null;

  const handTo = (next: Painter): void => {
    if (page !== null && view !== null) next.paint(page, view);
    painter = next;
    changed(next.kind);
  };
  const lookForGpu = async (): Promise<void> => {
    const { createGpuPainter } = await import("./gpu-painter.ts");
    const next = createGpuPainter(stage, atlas, () => handTo(createCpuPainter(stage, atlas)), openGl);
    if (next !== null) handTo(next);
  };
  return {
    get kind() {
      return painter.kind;
    },
    paint: (...given) => {
      [page, view] = given;
      painter.paint(page, view);
      // whatever keeps it from painting, the processor goes on
      if (!isLookedFor) setTimeout(() => lookForGpu().catch(() => undefined));
      isLookedFor = true;
    },
  };
};

/** Paints with the processor: only cells that have changed, and only the rows that hold them are put on the canvas. */
export const createCpuPainter = (context: OffscreenCanvasRenderingContext2D, atlas: GlyphAtlas): Painter => {
  let easel: Easel | null = null;
  const paint = (page: PaintedPage, view: View): void => {
    if (view.width < 1 || view.height < 1) return;
    if (easel === null || !isMadeFor(easel, page, view)) easel = createEasel(context, page, view);
    const { board, image } = easel;
    const moved = !isSamePlace(easel, page, view);
    if (moved) wipe(board);
    easel.page = page;
    easel.view = view;
    blit(page, view, atlas(view.cell), board);
    if (moved) context.putImageData(image, 0, 0);
    else if (board.top < board.bottom) {
      context.putImageData(image, 0, 0, 0, board.top, board.width, board.bottom - board.top);
    }
  };
  return { kind: "cpu", paint };
};

/** A board with the image that shares its pixels, and what was painted on it last. */
type Easel = {
  readonly board: Board;
  readonly image: ImageData;
  page: PaintedPage | null;
  view: View | null;
};

const createEasel = ({ canvas }: OffscreenCanvasRenderingContext2D, page: PaintedPage, view: View): Easel => {
  // setting a canvas's size clears it, even if it is the same
  if (canvas.width !== view.width) canvas.width = view.width;
  if (canvas.height !== view.height) canvas.height = view.height;
  const board = createBoard(page, view);
  const image = new ImageData(new Uint8ClampedArray(board.pixels.buffer), view.width, view.height);
  return { board, image, page: null, view: null };
};

const isMadeFor = ({ board }: Easel, page: PaintedPage, view: View): boolean =>
  board.width === view.width && board.height === view.height && board.cells.length === page.columns * page.rows;

const isSamePlace = (easel: Easel, page: PaintedPage, view: View): boolean =>
  easel.view !== null &&
  easel.page?.columns === page.columns &&
  easel.view.cell === view.cell &&
  easel.view.left === view.left &&
  easel.view.top === view.top &&
  isSameColor(easel.page.ground, page.ground);

const isSameColor = (one: Rgb | null, other: Rgb | null): boolean =>
  one === other || (one !== null && other !== null && one.every((value, i) => value === other[i]));
