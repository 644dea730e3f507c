import type { View } from "../darkroom/view.ts";
import { type GlyphAtlas, LARGEST_CELL } from "./atlas.ts";
import { createGlyphTexture } from "./glyph-texture.ts";
import type { PaintedPage, Rgb } from "./page.ts";
import type { Painter } from "./painter.ts";
import { FRAGMENT_SHADER, VERTEX_SHADER } from "./shaders.ts";

/**
 * Paints with a graphics processor, on a canvas of its own that is then laid on the stage's: so the stage is not lost with
 * the context. The glyphs are the bytes that the other painter blends. Throws where the shaders do not compile.
 */
export const createWebgl2Painter = (
  stage: OffscreenCanvasRenderingContext2D,
  gl: WebGL2RenderingContext,
  atlas: GlyphAtlas,
): Painter => {
  const uniform = useProgram(gl);
  const select = createTextures(gl, uniform);
  const holdGlyphs = createGlyphTexture(gl);

  const load = ({ columns, rows, glyphs, colors }: PaintedPage, view: View): void => {
    const sheet = atlas(Math.min(view.cell, LARGEST_CELL));
    select("sheet");
    holdGlyphs(sheet, glyphs);
    gl.uniform1i(uniform("drawn"), sheet.cell);
    select("glyphs");
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8UI, columns, rows, 0, gl.RED_INTEGER, gl.UNSIGNED_BYTE, glyphs);
    if (colors === null) return;
    select("colors");
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB8, columns, rows, 0, gl.RGB, gl.UNSIGNED_BYTE, colors);
  };

  const describe = ({ columns, rows, colors, ink, ground }: PaintedPage, view: View): void => {
    gl.viewport(0, 0, view.width, view.height);
    gl.uniform2i(uniform("page"), columns, rows);
    gl.uniform2i(uniform("corner"), view.left, view.top);
    gl.uniform1i(uniform("cell"), view.cell);
    gl.uniform1i(uniform("height"), view.height);
    gl.uniform1i(uniform("colored"), colors === null ? 0 : 1);
    gl.uniform3f(uniform("ink"), ...shares(ink));
    gl.uniform4f(uniform("ground"), ...shares(ground ?? [0, 0, 0]), ground === null ? 0 : 1);
  };

  const paint = (page: PaintedPage, view: View): void => {
    if (view.width < 1 || view.height < 1) return;
    for (const { canvas } of [gl, stage]) {
      if (canvas.width !== view.width) canvas.width = view.width;
      if (canvas.height !== view.height) canvas.height = view.height;
    }
    load(page, view);
    describe(page, view);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    // a canvas forgets it with its size
    stage.globalCompositeOperation = "copy";
    stage.drawImage(gl.canvas as OffscreenCanvas, 0, 0);
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

const TEXTURES = ["sheet", "glyphs", "colors"] as const;

/** Binds a texture for each sampler of the program to a unit of its own; the result makes one of them the active one. */
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
  // rows of bytes need not end on a word
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  return select;
};
