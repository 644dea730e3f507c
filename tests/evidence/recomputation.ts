import { type Color, lightOf, toneOf } from "../support/srgb.ts";
import { type Calibration, type Calibrations, inkOf } from "./calibration.ts";
import { densestOf } from "./charsets.ts";
import {
  colorAgreement,
  edgeAgreement,
  faceAgreement,
  shadowAgreement,
  sightOf,
  stabilityBeside,
  structureAgreement,
  toneAgreement,
} from "./components.ts";
import { contourAgreement, type Strokes, strokesOn } from "./contours.ts";
import { brightestInks, lightsOf, psnrOf } from "./decoded.ts";
import type { Draw } from "./draw.ts";
import { type Expected, expectedColors, expectedLight, expectedOf, lightOfLines } from "./expected.ts";
import { pngOf, withNoise } from "./noise.ts";
import { type Picture, readPicture, readPixels } from "./picture.ts";
import { changed, resized } from "./plane.ts";
import type { Claim, Page, Response } from "./response.ts";
import { METRIC, scoreOf } from "./score.ts";
import { onPaper, viewsOf, viewsOfPicture } from "./views.ts";

/** A response's claims, recomputed. */
export type Recomputed = {
  readonly score: number;
  readonly rmse: number;
  readonly drawn: number;
  readonly contours: Strokes;
  readonly components: readonly (Claim & { readonly recomputed: number })[];
};

/** Inputs besides the response. */
export type Sources = {
  /** The bytes of the rendered file. */
  readonly picture: Uint8Array;
  /** The glyphs' light for any font, and for each font that was measured separately. */
  readonly calibrations: readonly Calibrations[];
  /** Renders again, for `stability`. */
  readonly draw: Draw;
};

/** Recomputes a response's score, its components and its glyph figures. */
export const recompute = async (response: Response, { picture, calibrations, draw }: Sources): Promise<Recomputed> => {
  const { columns, rows, quality, params } = response;
  if (quality.metric !== METRIC) throw new Error(`Its measure is ${quality.metric}, not ${METRIC}.`);
  const both = calibrations.find(({ dark }) => dark.id === quality.font);
  if (both === undefined) throw new Error(`It was measured by ${quality.font}, which is none of the calibrations.`);
  const calibration = response.isPaper ? both.light : both.dark;
  const source = await readPicture(picture, columns, rows);
  const expected = expectedOf(source, params);
  const lines = params.edges ? lightOfLines(expected) : null;
  const ofLines = lines && (response.isPaper ? onPaper(viewsOf(lines)) : viewsOf(lines));
  const sight = sightOf(response, ofLines ?? viewsOfPicture(source, params), calibration);
  const measures: { readonly [name: string]: () => number | Promise<number> } = {
    tone: () => toneAgreement(sight),
    structure: () => structureAgreement(sight),
    edges: () => edgeAgreement(sight),
    shadows: () => shadowAgreement(sight),
    faces: async () => faceAgreement(sight, await skinOf(picture, columns, rows)),
    contours: () => contourAgreement(response, expected),
    psnr: () => psnrOf(response, lines ?? source.light, calibration),
    color: async () => {
      const tones = changed(resized(lines ?? source.light, columns, rows), toneOf).data;
      return colorAgreement(response, await colorsOf(picture, columns, rows), tones, calibration);
    },
    stability: async () => {
      const colors = await colorsOf(picture, columns, rows);
      return stabilityBeside(sight, await drawTwin(response, source, colors, draw), calibration);
    },
  };
  const values = new Map<string, number>();
  for (const { name } of quality.components) values.set(name, await measures[name]!());
  return {
    score: scoreOf(quality.target, values),
    rmse: rmseOf(response, calibration),
    drawn: drawnError(response, expected, calibration),
    contours: strokesOn(response, expected),
    components: quality.components.map((claim) => ({ ...claim, recomputed: values.get(claim.name)! })),
  };
};

/** Renders the picture with noise. */
const drawTwin = async (
  { rows, params, inks, grounds, isPaper, isBare }: Response,
  source: Picture,
  colors: readonly Color[],
  draw: Draw,
): Promise<Page> => {
  const twin = await draw(await pngOf(withNoise(source), colors), params);
  if (twin.lines.length !== rows) throw new Error(`The twin has ${twin.lines.length} rows, the page ${rows}.`);
  return { lines: twin.lines, inks: inks && twin.inks, grounds: grounds && twin.grounds, isPaper, isBare };
};

/** Root mean square distance between the light of each cell's glyph and the cell's target; the densest glyph is 1. */
const drawnError = (response: Response, expected: Expected, calibration: Calibration): number => {
  if (response.grounds !== null) {
    const densest = densestOf(response, calibration);
    const wanted = resized(
      expectedColors(expected, response, densest, calibration),
      response.columns,
      response.rows,
    ).data;
    const lights = lightsOf(response, calibration);
    return Math.sqrt(lights.reduce((sum, own, cell) => sum + (own - wanted[cell]!) ** 2, 0) / lights.length);
  }
  const densest = densestOf(response, calibration);
  const light = expectedLight(expected, densest, response.inks !== null, brightestInks(response), calibration);
  const drawn = lightsOf(response, calibration).map((own) => own / densest);
  return Math.sqrt(drawn.reduce((sum, own, cell) => sum + (own - light[cell]!) ** 2, 0) / drawn.length);
};

/** Root mean square distance between the cells' target light, in 256 steps, and the nearest glyph of the codebook. */
const rmseOf = (response: Response, calibration: Calibration): number => {
  const { glyphs } = response;
  const densest = densestOf(response, calibration);
  const inks = [...glyphs.codebook].map((glyph) => inkOf(calibration, glyph) / densest);
  const nearest = (light: number): number => Math.min(...inks.map((ink) => Math.abs(ink - light)));
  const cells = glyphs.tones.reduce((sum, count) => sum + count, 0);
  return Math.sqrt(glyphs.tones.reduce((sum, count, step) => sum + count * nearest(step / 255) ** 2, 0) / cells);
};

/** Whether each cell of an image file is skin-colored; if fewer than 2 of 100 are, all count. */
const skinOf = async (file: Uint8Array, columns: number, rows: number): Promise<readonly boolean[]> => {
  const cells = (await colorsOf(file, columns, rows)).map(([red, green, blue]) =>
    isSkin(byteOf(red), byteOf(green), byteOf(blue)),
  );
  return cells.filter(Boolean).length < 0.02 * cells.length ? cells.map(() => true) : cells;
};

/** The mean color of each cell of an image file; opaque pixels count more. */
const colorsOf = async (file: Uint8Array, columns: number, rows: number): Promise<readonly Color[]> => {
  const { data, info } = await readPixels(file, columns, rows);
  const { width, height } = info;
  const opacity = Float64Array.from({ length: width * height }, (_, i) => data[4 * i + 3]!);
  const meanOf = (values: Float64Array): Float64Array => resized({ width, height, data: values }, columns, rows).data;
  const covered = meanOf(opacity);
  const channels = [0, 1, 2].map((channel) =>
    meanOf(opacity.map((share, i) => share * LIGHTS[data[4 * i + channel]!]!)),
  );
  return Array.from(covered, (share, cell) => {
    const [red, green, blue] = channels.map((light) => (share === 0 ? 0 : light[cell]! / share));
    return [red!, green!, blue!];
  });
};

const LIGHTS = Array.from({ length: 256 }, (_, byte) => lightOf(byte / 255));

const byteOf = (light: number): number => Math.round(255 * toneOf(light));

/** The box of Chai and Ngan (1999) in the chroma of JFIF. */
const isSkin = (red: number, green: number, blue: number): boolean => {
  const cb = 128 - 0.168736 * red - 0.331264 * green + 0.5 * blue;
  const cr = 128 + 0.5 * red - 0.418688 * green - 0.081312 * blue;
  return cb >= 77 && cb <= 127 && cr >= 133 && cr <= 173;
};
