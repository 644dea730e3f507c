import type { GlyphAtlas } from "../paint/atlas.ts";
import { blit, clearPixels, createPixelBuffer, type PixelBuffer } from "../paint/blit.ts";
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
  return {
    pixelBuffer,
    paint: (page) => {
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
