import { drawnCell, type GlyphAtlas, type GlyphSheet } from "@lumiglyph/engine/paint/atlas";
import type { PaintedPage, Rgb } from "@lumiglyph/engine/paint/page";
import type { CellSize, View } from "@lumiglyph/engine/paint/view";
import type { Painter } from "./painter.ts";

/**
 * Paints on the GPU, on a separate canvas that is then copied to the visible one, so that a lost context does not lose
 * the view. Uses the same glyph bytes as the CPU painter. Throws if the shaders do not compile.
 */
export const createWebgl2Painter = (
  target: OffscreenCanvasRenderingContext2D,
  gl: WebGL2RenderingContext,
  atlas: GlyphAtlas,
): Painter => {
  const uniform = useProgram(gl);
  const select = createTextures(gl, uniform);
  const holdGlyphs = createGlyphTexture(gl);

  const load = (page: PaintedPage, view: View): void => {
    const { columns, rows, glyphs, colors, grounds } = page;
    const sheet = atlas(drawnCell(view.cell), page);
    select("sheet");
    holdGlyphs(sheet, view.cell, glyphs);
    gl.uniform2i(uniform("drawn"), sheet.width, sheet.height);
    select("glyphs");
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8UI, columns, rows, 0, gl.RED_INTEGER, gl.UNSIGNED_BYTE, glyphs);
    for (const [name, bytes] of [
      ["colors", colors],
      ["grounds", grounds],
    ] as const) {
      if (bytes === null) continue;
      select(name);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB8, columns, rows, 0, gl.RGB, gl.UNSIGNED_BYTE, bytes);
    }
  };

  const describe = ({ columns, rows, colors, grounds, ink, ground }: PaintedPage, view: View): void => {
    gl.viewport(0, 0, view.width, view.height);
    gl.uniform2i(uniform("page"), columns, rows);
    gl.uniform2i(uniform("corner"), view.left, view.top);
    gl.uniform2i(uniform("cell"), 256 * view.cell.width, 256 * view.cell.height);
    gl.uniform1i(uniform("height"), view.height);
    gl.uniform1i(uniform("colored"), colors === null ? 0 : 1);
    gl.uniform1i(uniform("grounded"), grounds === null ? 0 : 1);
    gl.uniform3f(uniform("ink"), ...shares(ink));
    gl.uniform4f(uniform("ground"), ...shares(ground ?? [0, 0, 0]), ground === null ? 0 : 1);
  };

  const paint = (page: PaintedPage, view: View): void => {
    if (view.width < 1 || view.height < 1) return;
    for (const { canvas } of [gl, target]) {
      if (canvas.width !== view.width) canvas.width = view.width;
      if (canvas.height !== view.height) canvas.height = view.height;
    }
    load(page, view);
    describe(page, view);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    // resizing a canvas resets this
    target.globalCompositeOperation = "copy";
    target.drawImage(gl.canvas as OffscreenCanvas, 0, 0);
  };
  return { kind: "webgl2", paint };
};

type Uniform = (name: string) => WebGLUniformLocation | null;

const shares = ([red, green, blue]: Rgb): [number, number, number] => [red / 255, green / 255, blue / 255];

const useProgram = (gl: WebGL2RenderingContext): Uniform => {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX_SHADER],
    [gl.FRAGMENT_SHADER, FRAGMENT_SHADER],
  ] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`${gl.getProgramInfoLog(program)}`);
  gl.useProgram(program);
  const places = new Map<string, WebGLUniformLocation | null>();
  return (name) => {
    if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
    return places.get(name)!;
  };
};

const TEXTURES = ["sheet", "glyphs", "colors", "grounds"] as const;

/** Binds a texture to a unit for each sampler; the returned function activates one. */
const createTextures = (gl: WebGL2RenderingContext, uniform: Uniform): ((name: (typeof TEXTURES)[number]) => void) => {
  const select = (name: (typeof TEXTURES)[number]): void => gl.activeTexture(gl.TEXTURE0 + TEXTURES.indexOf(name));
  for (const [unit, name] of TEXTURES.entries()) {
    const target = name === "sheet" ? gl.TEXTURE_2D_ARRAY : gl.TEXTURE_2D;
    select(name);
    gl.bindTexture(target, gl.createTexture());
    gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.uniform1i(uniform(name), unit);
  }
  // byte rows are not padded to words
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  return select;
};

/** One triangle that covers the canvas. */
const VERTEX_SHADER = `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1);
}`;

/** For each pixel finds its cell and ink coverage, like \`blit\`. Output is premultiplied. */
const FRAGMENT_SHADER = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2DArray;
precision highp usampler2D;
uniform sampler2DArray sheet;
uniform usampler2D glyphs;
uniform sampler2D colors;
uniform sampler2D grounds;
uniform ivec2 page;
uniform ivec2 corner;
// a cell's size in 1/256 of a pixel
uniform ivec2 cell;
// size of the smallest cells' glyphs in the sheet
uniform ivec2 drawn;
uniform int height;
uniform bool colored;
uniform bool grounded;
uniform vec3 ink;
uniform vec4 ground;
out vec4 color;
void main() {
  ivec2 at = ivec2(gl_FragCoord.x, float(height) - gl_FragCoord.y) - corner;
  ivec2 place = (at * 256 + 127) / cell;
  color = vec4(0);
  if (at.x < 0 || at.y < 0 || place.x >= page.x || place.y >= page.y) return;
  ivec2 least = cell >> 8;
  ivec2 begin = (place * cell + 128) >> 8;
  ivec2 larger = (((place + 1) * cell + 128) >> 8) - begin - least;
  ivec2 texel = larger * drawn + (at - begin) * drawn / least;
  float share = texelFetch(sheet, ivec3(texel, texelFetch(glyphs, place, 0).r), 0).r;
  vec3 own = colored ? texelFetch(colors, place, 0).rgb : ink;
  vec4 behind = grounded ? vec4(texelFetch(grounds, place, 0).rgb, 1) : ground;
  color = mix(behind, vec4(own, 1), share);
}`;

/**
 * Keeps a sheet's glyphs as layers of the active array texture, one byte per texel. Where cells differ by a pixel, the larger
 * glyphs lie to the right of the others, and below them.
 */
const createGlyphTexture = (
  gl: WebGL2RenderingContext,
): ((sheet: GlyphSheet, cell: CellSize, glyphs: Uint8Array) => void) => {
  const target = gl.TEXTURE_2D_ARRAY;
  let held: { readonly sheet: GlyphSheet; readonly sizes: string; readonly layers: Set<number> } | null = null;
  return (sheet, cell, glyphs) => {
    const wider = Number.isInteger(cell.width) ? [0] : [0, 1];
    const taller = Number.isInteger(cell.height) ? [0] : [0, 1];
    const sizes = `${wider} ${taller}`;
    if (held?.sheet !== sheet || held.sizes !== sizes) {
      held = { sheet, sizes, layers: new Set() };
      const width = sheet.width + wider.at(-1)! * (sheet.width + 1);
      const height = sheet.height + taller.at(-1)! * (sheet.height + 1);
      gl.texImage3D(target, 0, gl.R8, width, height, sheet.count, 0, gl.RED, gl.UNSIGNED_BYTE, null);
    }
    for (const glyph of glyphs) {
      if (held.layers.has(glyph)) continue;
      held.layers.add(glyph);
      for (const x of wider) {
        for (const y of taller) {
          const [left, top, width, height] = [x * sheet.width, y * sheet.height, sheet.width + x, sheet.height + y];
          const alpha = sheet.alphaOf(glyph, x, y);
          gl.texSubImage3D(target, 0, left, top, glyph, width, height, 1, gl.RED, gl.UNSIGNED_BYTE, alpha);
        }
      }
    }
  };
};

/** Opens a context worth painting with, or null. */
export type OpenGl = () => WebGL2RenderingContext | null;

/** A GPU painter, or null without a GPU. Calls `lost` when its context is lost. */
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

/** Software renderers, much slower than the CPU painter (docs/decisions/0014-painting-and-exports.md). */
const SOFTWARE = /SwiftShader|llvmpipe|softpipe|Basic Render|WARP/i;

/** Whether a WebGL renderer's name is that of a software renderer. */
export const isSoftware = (renderer: string): boolean => SOFTWARE.test(renderer);

/** A hardware-backed WebGL 2 context on its own canvas, or null. */
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
