import { type Color, luminanceOf, toneOf } from "../support/srgb.ts";
import { type Calibration, inkOf } from "./calibration.ts";
import { densestOf } from "./charsets.ts";
import { bellBetween } from "./page.ts";
import { changed, type Plane, resized } from "./plane.ts";
import { addedTo, type Response } from "./response.ts";
import { pageGain, toneOfInk, unrolled } from "./tones.ts";

/** PSNR in dB, 0 to 60, of the decoded cells' tones against the picture's light; the peak is the picture's own range. */
export const psnrOf = (response: Response, light: Plane, calibration: Calibration): number => {
  const expected = changed(resized(light, response.columns, response.rows), toneOf).data;
  const decoded = fitted(decodedTones(response, calibration), expected);
  const error = expected.reduce((sum, tone, i) => sum + (tone - decoded[i]!) ** 2, 0) / expected.length;
  const most = expected.reduce((one, other) => Math.max(one, other));
  const least = expected.reduce((one, other) => Math.min(one, other));
  const peak = Math.max(1 / 255, most - least);
  return Math.max(0, Math.min(60, 10 * Math.log10(peak ** 2 / error)));
};

/** Gain and offset by least squares; a flat gray if the correlation is negative. */
const fitted = (tones: Float64Array, expected: Float64Array): Float64Array => {
  const mean = meanOf(tones);
  const middle = meanOf(expected);
  const spread = tones.reduce((sum, tone) => sum + (tone - mean) ** 2, 0);
  const shared = tones.reduce((sum, tone, i) => sum + (tone - mean) * (expected[i]! - middle), 0);
  const gain = spread > 0 ? Math.max(0, shared / spread) : 0;
  return tones.map((tone) => middle + gain * (tone - mean));
};

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The decoded tone of each cell; the charset's densest glyph is 1. */
const decodedTones = (response: Response, calibration: Calibration): Float64Array => {
  const { columns: width, rows: height, lines, params } = response;
  if (response.grounds !== null) {
    const tones = lightsOf(response, calibration).map(toneOf);
    return params.invert && !params.edges ? tones.map((tone) => 1 - tone) : tones;
  }
  const densest = densestOf(response, calibration);
  const glyphs = lines.flatMap((line) => [...line]);
  const inks = { width, height, data: lightsOf(response, calibration).map((light) => light / densest) };
  const light = settled(params.dither ? settled(inks) : spread(inks, glyphs, calibration));
  const inWhite = (value: number): number => toneOfInk(value, densest, calibration);
  const brightest = brightestInks(response);
  const inInks = (value: number, cell: number): number =>
    toneOf(
      (brightest === null ? value : unrolled(value * densest, densest, brightest[cell]!) / densest) / pageGain(densest),
    );
  const tones = light.data.map(response.inks === null ? inWhite : inInks);
  return params.invert !== response.isPaper && !params.edges ? tones.map((tone) => 1 - tone) : tones;
};

/** The luminance of the brightest ink of each cell's hue; null without inks for the cells, or with those of a palette. */
export const brightestInks = ({ inks, grounds, params }: Response): readonly number[] | null =>
  inks === null || grounds !== null || (params["colors"] ?? "truecolor") !== "truecolor"
    ? null
    : inks.map((ink) => luminanceOf(ink) / Math.max(...ink) || 1);

/** The mean light of each cell: its glyph's, in the luminance of its ink, and its background's. */
export const lightsOf = (response: Response, calibration: Calibration): Float64Array => {
  const glyphs = response.lines.flatMap((line) => [...line]);
  if (response.grounds !== null) return Float64Array.from(cellColors(response, calibration), luminanceOf);
  const { inks } = response;
  return Float64Array.from(
    glyphs,
    (glyph, cell) => inkOf(calibration, glyph) * (inks === null ? 1 : luminanceOf(inks[cell]!)),
  );
};

/** The color of each cell of two colors as a whole. */
export const cellColors = (response: Response, calibration: Calibration): readonly Color[] =>
  response.lines
    .flatMap((line) => [...line])
    .map((glyph, cell) => {
      const [ground, cover] = [response.grounds![cell]!, inkOf(calibration, glyph) / calibration.full];
      const more = addedTo(ground, response.inks![cell]!, glyph, calibration);
      return [ground[0] + cover * more[0], ground[1] + cover * more[1], ground[2] + cover * more[2]];
    });

/** Each cell's light after the eye's blur: in the cell itself and its eight neighbors. */
const spread = (inks: Plane, glyphs: readonly string[], calibration: Calibration): Plane => {
  const shares = new Map([...new Set(glyphs)].map((glyph) => [glyph, sharesOf(glyph, calibration)]));
  return changed(inks, (_, cell) =>
    around(inks, cell).reduce((sum, from, i) => sum + inks.data[from]! * shares.get(glyphs[from]!)![8 - i]!, 0),
  );
};

/** Shares of a glyph's blurred light in the cells around it, row by row from the upper left. */
const sharesOf = (glyph: string, { columns, rows, light }: Calibration): readonly number[] => {
  const across = zonesOf(columns, 2);
  const down = zonesOf(rows, 4);
  const parts = light.get(glyph)!;
  const shares = [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) =>
      parts.reduce(
        (sum, part, i) => sum + part * down[Math.floor(i / columns)]![row]! * across[i % columns]![column]!,
        0,
      ),
    ),
  );
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => (total > 0 ? share / total : 0));
};

/** For a cell of this many samples, the share of each part's light before, in and after the cell. */
const zonesOf = (parts: number, samples: number): readonly (readonly number[])[] =>
  Array.from({ length: parts }, (_, part) => {
    const seenAt = (sample: number): number => {
      const start = (part * samples) / parts - (sample + 0.5);
      return bellBetween(start, start + samples / parts);
    };
    const seenFrom = (first: number, count: number): number =>
      Array.from({ length: count }, (_, i) => seenAt(first + i)).reduce((sum, seen) => sum + seen, 0);
    return [seenFrom(-BESIDE, BESIDE), seenFrom(0, samples), seenFrom(samples, BESIDE)];
  });

/** Samples around a cell that receive its light. */
const BESIDE = 3;

/** The nine cells around one, row by row; the outermost repeat beyond the border. */
const around = ({ width, height }: Plane, cell: number): readonly number[] => {
  const [column, row] = [cell % width, Math.floor(cell / width)];
  const within = (at: number, end: number): number => Math.min(end - 1, Math.max(0, at));
  return [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => within(row + y, height) * width + within(column + x, width)));
};

/** The local Wiener filter (Lee 1980) with weights 1 2 1, 2 4 2, 1 2 1; grain has the variance of the default `maxGlyphRmse`. */
const settled = (plane: Plane): Plane =>
  changed(plane, (own, cell) => {
    const near = around(plane, cell).map((from) => plane.data[from]!);
    const mean = near.reduce((sum, value, i) => sum + WINDOW[i]! * value, 0) / 16;
    const variance = near.reduce((sum, value, i) => sum + WINDOW[i]! * (value - mean) ** 2, 0) / 16;
    return mean + (variance / (variance + 0.03 ** 2)) * (own - mean);
  });

const WINDOW = [1, 2, 1, 2, 4, 2, 1, 2, 1];
