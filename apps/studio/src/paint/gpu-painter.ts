import type { GlyphAtlas } from "./atlas.ts";
import { openHardwareGl } from "./hardware-gl.ts";
import type { Painter } from "./painter.ts";
import { createWebgl2Painter } from "./webgl2-painter.ts";

/** Opens a context that is worth painting with, or null. */
export type OpenGl = () => WebGL2RenderingContext | null;

/** A painter with a graphics processor behind it, or null where there is none. `lost` is called when its context is. */
export const createGpuPainter = (
  stage: OffscreenCanvasRenderingContext2D,
  atlas: GlyphAtlas,
  lost: () => void,
  openGl: OpenGl = openHardwareGl,
): Painter | null => {
  const gl = openGl();
  if (gl === null) return null;
  gl.canvas.addEventListener("webglcontextlost", lost, { once: true });
  return createWebgl2Painter(stage, gl, atlas);
};
