import type { GlyphAtlas } from "./atlas.ts";
import type { Painter } from "./painter.ts";
import { createWebgl2Painter } from "./webgl2-painter.ts";

/** Opens a context that is worth painting with, or null. */
export type OpenGl = () => WebGL2RenderingContext | null;

/** A painter with a graphics processor behind it, or null where there is none. `lost` is called when its context is. */
export const createGpuPainter = (
  target: OffscreenCanvasRenderingContext2D,
  atlas: GlyphAtlas,
  lost: () => void,
  openGl: OpenGl = openHardwareGl,
): Painter | null => {
  const gl = openGl();
  if (gl === null) return null;
  gl.canvas.addEventListener("webglcontextlost", lost, { once: true });
  return createWebgl2Painter(target, gl, atlas);
};

/** Renderers that are programs: slower than the CPU painter by far (docs/decisions/0023-painting.md). */
const SOFTWARE = /SwiftShader|llvmpipe|softpipe|Basic Render|WARP/i;

/** Whether a renderer, as WebGL names it, is software. */
export const isSoftware = (renderer: string): boolean => SOFTWARE.test(renderer);

/** A WebGL 2 context on a canvas of its own, or null where there is none or no graphics processor behind it. */
const openHardwareGl = (): WebGL2RenderingContext | null => {
  const options = { antialias: false, depth: false, failIfMajorPerformanceCaveat: true };
  const gl = new OffscreenCanvas(1, 1).getContext("webgl2", options);
  if (gl === null || !isSoftware(rendererOf(gl))) return gl;
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return null;
};

const rendererOf = (gl: WebGL2RenderingContext): string => {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  return `${gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER)}`;
};
