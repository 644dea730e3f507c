import type { GlyphAtlas } from "@lumiglyph/engine/paint/atlas";
import { blit, clearPixels, createPixelBuffer, type PixelBuffer } from "@lumiglyph/engine/paint/blit";
import type { PaintedPage, Rgb } from "@lumiglyph/engine/paint/page";
import type { View } from "@lumiglyph/engine/paint/view";
import { drawGlowing, withoutGlow } from "./glow.ts";
import type { OpenGl } from "./gpu-painter.ts";
import type { Painter } from "./painter.ts";

type Parts = {
  readonly canvas: OffscreenCanvas;
  readonly atlas: GlyphAtlas;
  /** Called when another kind of painter takes over. */
  readonly changed: (kind: Painter["kind"]) => void;
  readonly openGl?: OpenGl;
};

/**
 * Chooses the painter. The CPU paints first, without delay; a GPU takes over if one is found, for as long as its
 * context lasts.
 */
export const choosePainter = ({ canvas, atlas, changed, openGl }: Parts): Painter => {
  const target = canvas.getContext("2d")!;
  let painter = createCpuPainter(target, atlas);
  let isLookedFor = false;
  let page: PaintedPage | null = null;
  let view: View | null = null;
  let glowing: ((page: PaintedPage, view: View) => void) | null = null;

  const paint = (): void => {
    if (page === null || view === null) return;
    if (page.glow === 0) {
      // the glow was painted over what the CPU painter had painted, so a new one starts over
      if (glowing !== null && painter.kind === "cpu") painter = createCpuPainter(target, atlas);
      glowing = null;
      painter.paint(page, view);
    } else {
      glowing ??= createGlowPainter(target, atlas);
      glowing(page, view);
    }
  };
  const handTo = (next: Painter): void => {
    painter = next;
    paint();
    changed(next.kind);
  };
  const lookForGpu = async (): Promise<void> => {
    const { createGpuPainter } = await import("./gpu-painter.ts");
    const next = createGpuPainter(target, atlas, () => handTo(createCpuPainter(target, atlas)), openGl);
    if (next !== null) handTo(next);
  };
  return {
    get kind() {
      return painter.kind;
    },
    paint: (...given) => {
      [page, view] = given;
      paint();
      // if the GPU fails for any reason, the CPU continues
      if (!isLookedFor) setTimeout(() => lookForGpu().catch(() => undefined));
      isLookedFor = true;
    },
  };
};

/** Paints characters on a separate canvas, which is then drawn with light around them. */
const createGlowPainter = (target: OffscreenCanvasRenderingContext2D, atlas: GlyphAtlas) => {
  const characters = new OffscreenCanvas(1, 1);
  const { paint } = createCpuPainter(characters.getContext("2d")!, atlas);
  return (page: PaintedPage, view: View): void => {
    if (view.width < 1 || view.height < 1) return;
    const { canvas } = target;
    if (canvas.width !== view.width) canvas.width = view.width;
    if (canvas.height !== view.height) canvas.height = view.height;
    paint(withoutGlow(page), view);
    drawGlowing(target, characters, page, view.cell);
  };
};

/** Paints on the CPU: only changed cells, and only their rows are copied to the canvas. */
export const createCpuPainter = (context: OffscreenCanvasRenderingContext2D, atlas: GlyphAtlas): Painter => {
  let surface: Surface | null = null;
  const paint = (page: PaintedPage, view: View): void => {
    if (view.width < 1 || view.height < 1) return;
    if (surface === null || !isMadeFor(surface, page, view)) surface = createSurface(context, page, view);
    const { pixelBuffer, image } = surface;
    const moved = !isSamePlace(surface, page, view);
    if (moved) clearPixels(pixelBuffer);
    surface.page = page;
    surface.view = view;
    blit(page, view, atlas(view.cell, page), pixelBuffer);
    if (moved) context.putImageData(image, 0, 0);
    else if (pixelBuffer.top < pixelBuffer.bottom) {
      context.putImageData(image, 0, 0, 0, pixelBuffer.top, pixelBuffer.width, pixelBuffer.bottom - pixelBuffer.top);
    }
  };
  return { kind: "cpu", paint };
};

/** A pixel buffer with the image that shares its memory, and what was painted last. */
type Surface = {
  readonly pixelBuffer: PixelBuffer;
  readonly image: ImageData;
  page: PaintedPage | null;
  view: View | null;
};

const createSurface = ({ canvas }: OffscreenCanvasRenderingContext2D, page: PaintedPage, view: View): Surface => {
  // setting a canvas's size clears it, even if unchanged
  if (canvas.width !== view.width) canvas.width = view.width;
  if (canvas.height !== view.height) canvas.height = view.height;
  const pixelBuffer = createPixelBuffer(page, view);
  const image = new ImageData(new Uint8ClampedArray(pixelBuffer.pixels.buffer), view.width, view.height);
  return { pixelBuffer, image, page: null, view: null };
};

const isMadeFor = ({ pixelBuffer }: Surface, page: PaintedPage, view: View): boolean =>
  pixelBuffer.width === view.width &&
  pixelBuffer.height === view.height &&
  pixelBuffer.cells.length === page.columns * page.rows;

const isSamePlace = (surface: Surface, page: PaintedPage, view: View): boolean =>
  surface.view !== null &&
  surface.page?.columns === page.columns &&
  surface.page.mosaic === page.mosaic &&
  surface.page.font === page.font &&
  surface.view.cell.width === view.cell.width &&
  surface.view.cell.height === view.cell.height &&
  surface.view.left === view.left &&
  surface.view.top === view.top &&
  isSameColor(surface.page.ground, page.ground);

const isSameColor = (one: Rgb | null, other: Rgb | null): boolean =>
  one === other || (one !== null && other !== null && one.every((value, i) => value === other[i]));
