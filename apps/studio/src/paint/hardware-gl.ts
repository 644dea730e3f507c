/** Renderers that are programs: slower than the CPU painter by far (docs/decisions/0023-painting.md). */
const SOFTWARE = /SwiftShader|llvmpipe|softpipe|Basic Render|WARP/i;

/** Whether a renderer, as WebGL names it, is software. */
export const isSoftware = (renderer: string): boolean => SOFTWARE.test(renderer);

/** A WebGL 2 context on a canvas of its own, or null where there is none or no graphics processor behind it. */
export const openHardwareGl = (): WebGL2RenderingContext | null => {
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
