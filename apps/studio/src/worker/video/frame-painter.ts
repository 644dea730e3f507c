import type { GlyphAtlas } from "@lumiglyph/engine/paint/atlas";
import { blit, clearPixels, createPixelBuffer, type PixelBuffer } from "@lumiglyph/engine/paint/blit";
import type { View } from "@lumiglyph/engine/paint/view";
import { createCpuPainter } from "../paint/choose-painter.ts";
import { drawGlowing, withoutGlow } from "../paint/glow.ts";
import { colorOf } from "./cell-deltas.ts";
import type { OpaquePage } from "./frame-sequence.ts";
import type { VideoSize } from "./video-size.ts";

/** Paints frames one over another: only cells that have changed. */
export type FramePainter = {
  readonly pixelBuffer: PixelBuffer;
  readonly paint: (page: OpaquePage) => void;
};

export const createFramePainter = (
  first: OpaquePage,
  { cell, width, height }: VideoSize,
  atlas: GlyphAtlas,
): FramePainter => {
  const view = { cell, width, height, left: 0, top: 0 };
  const pixelBuffer = createPixelBuffer(first, view);
  let shown = "";
  let glowing: ((page: OpaquePage) => void) | null = null;
  return {
    pixelBuffer,
    paint: (page) => {
      if (page.glow > 0) {
        glowing ??= createGlowing(view, atlas, pixelBuffer);
        glowing(page);
        shown = "";
        return;
      }
      const wanted = `${page.ground} ${page.mosaic} ${page.font}`;
      if (wanted !== shown) {
        clearPixels(pixelBuffer);
        // the margin at the edges, where a side was made even
        pixelBuffer.pixels.fill((0xff000000 | colorOf(page.ground)) >>> 0);
      }
      blit(page, view, atlas(cell, page), pixelBuffer);
      if (wanted !== shown) {
        pixelBuffer.top = 0;
        pixelBuffer.bottom = height;
      }
      shown = wanted;
    },
  };
};

/** Paints whole frames with light around their characters into a pixel buffer. */
const createGlowing = (view: View, atlas: GlyphAtlas, pixelBuffer: PixelBuffer): ((page: OpaquePage) => void) => {
  const { width, height, cell } = view;
  const characters = new OffscreenCanvas(width, height);
  const { paint } = createCpuPainter(characters.getContext("2d")!, atlas);
  const whole = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true })!;
  return (page) => {
    paint(withoutGlow(page), view);
    drawGlowing(whole, characters, page, cell);
    pixelBuffer.pixels.set(new Uint32Array(whole.getImageData(0, 0, width, height).data.buffer));
    pixelBuffer.top = 0;
    pixelBuffer.bottom = height;
  };
};
