import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateSync } from "node:zlib";
import { completeParams, type RenderOptions } from "@lumiglyph/contract";
import { type FontProfile, finish, openPicture } from "@lumiglyph/engine";
import { createAtlas, type GlyphAtlas } from "@lumiglyph/engine/paint/atlas";
import { checkPngSize, paintPng } from "@lumiglyph/engine/paint/png";
import { type Drawing, type Pixels, prepare } from "./draw-raster.ts";

/** A picture drawn with characters, as PNG. */
export type PngDrawing = Omit<Drawing, "text"> & {
  /** The file. */
  readonly png: Uint8Array;
};

/** Draws pixels as a PNG, with the options already validated. */
export const drawPngOf = async (
  { raster, source }: Pixels,
  options: RenderOptions,
  profile?: FontProfile,
): Promise<PngDrawing> => {
  const params = completeParams(options);
  checkPngSize(params, source ?? raster);
  const context = { ...(await prepare(params.font)), ...(source && { source }), ...(profile && { profile }) };
  const result = finish(openPicture(raster, context).render(options));
  const { size, glyphs, quality } = result;
  return { png: paintPng(result, sharedAtlas(), deflateSync), ...size, glyphs, quality };
};

const sharedAtlas = (): GlyphAtlas => (atlas ??= createAtlas(Uint8Array.from(readFileSync(OUTLINES)).buffer));

let atlas: GlyphAtlas | undefined;

const OUTLINES = createRequire(import.meta.url).resolve("@lumiglyph/engine/glyphs.bin");
