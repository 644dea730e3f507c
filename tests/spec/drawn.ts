import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RenderParams } from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { ATLAS, type Raster, render } from "@lumiglyph/engine";
import { optionsWith } from "../support/params.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures");

/** The bytes of a file of `fixtures/`. */
export const fixture = (path: string): Uint8Array => readFileSync(join(FIXTURES, path));

/** An image of `fixtures/` as a raster. */
export const picture = async (path: string): Promise<Raster> =>
  (await decodeImage(fixture(path), NO_LIMITS, { columns: 8 })).raster;

/** Renders a raster as plain text, row by row. */
export const linesOf = (raster: Raster, given: Partial<RenderParams> = {}): string[] =>
  render(raster, optionsWith({ ...given, format: "text" }))
    .body.split("\n")
    .slice(0, -1);

/** Mean measured light of the glyphs in a text, without line feeds. */
export const inkOf = (text: string): number => {
  const glyphs = [...text.replaceAll("\n", "")];
  return glyphs.reduce((sum, glyph) => sum + ATLAS.tone[ATLAS.indexOf(glyph)]!, 0) / glyphs.length;
};

/** Target light of the cells, 0 to 1 of the charset's densest glyph: mean, deviation, minimum, maximum and deciles. */
export const tonesOf = (raster: Raster, given: Partial<RenderParams> = {}) => {
  const { tones } = render(raster, optionsWith(given)).glyphs;
  const cells = tones.reduce((sum, count) => sum + count, 0);
  const average = (of: (light: number) => number) =>
    tones.reduce((sum, count, bin) => sum + count * of(bin / 255), 0) / cells;
  const mean = average((light) => light);
  const spread = Math.sqrt(average((light) => (light - mean) ** 2));
  const lights = tones.flatMap((count, bin) => Array<number>(count).fill(bin / 255));
  const decile = (tenths: number) => lights[Math.floor((tenths / 10) * cells)]!;
  return { mean, spread, least: lights[0]!, most: lights.at(-1)!, decile };
};
