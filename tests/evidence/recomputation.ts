import type { Calibration } from "./calibration.ts";
import {
  edgeAgreement,
  faceAgreement,
  shadowAgreement,
  sightOf,
  stabilityBeside,
  structureAgreement,
  toneAgreement,
} from "./components.ts";
import { contourAgreement, type Strokes, strokesOn } from "./contours.ts";
import { psnrOf } from "./decoded.ts";
import type { Draw } from "./draw.ts";
import { drawnError } from "./drawn.ts";
import { withNoise } from "./noise.ts";
import { type Picture, readPicture } from "./picture.ts";
import { pngOf } from "./raster-png.ts";
import type { Claim, Response } from "./response.ts";
import { rmseOf } from "./rmse.ts";
import { METRIC, scoreOf } from "./score.ts";
import { skinOf } from "./skin.ts";
import { viewsOf, viewsOfPicture } from "./views.ts";
import { lightOfLines, wantedOf } from "./wanted.ts";

/** What a response claims, worked out again. */
export type Recomputed = {
  readonly score: number;
  readonly rmse: number;
  readonly drawn: number;
  readonly contours: Strokes;
  readonly components: readonly (Claim & { readonly recomputed: number })[];
};

/** What it takes besides the response. */
export type Sources = {
  /** The bytes of the file that was drawn. */
  readonly picture: Uint8Array;
  readonly calibration: Calibration;
  /** Draws once more, for `stability`. */
  readonly draw: Draw;
};

/** Works out a response's score, its components and what it says about its glyphs. */
export const recompute = async (response: Response, { picture, calibration, draw }: Sources): Promise<Recomputed> => {
  const { columns, rows, quality, params } = response;
  if (quality.metric !== METRIC) throw new Error(`Its measure is ${quality.metric}, not ${METRIC}.`);
  if (quality.font !== calibration.id) throw new Error(`It was measured by ${quality.font}, not ${calibration.id}.`);
  const source = await readPicture(picture, columns, rows);
  const wanted = wantedOf(source, params);
  const lines = params.edges ? lightOfLines(wanted) : null;
  const sight = sightOf(response, lines ? viewsOf(lines) : viewsOfPicture(source, params.invert), calibration);
  const measures: { readonly [name: string]: () => number | Promise<number> } = {
    tone: () => toneAgreement(sight),
    structure: () => structureAgreement(sight),
    edges: () => edgeAgreement(sight),
    shadows: () => shadowAgreement(sight),
    faces: async () => faceAgreement(sight, await skinOf(picture, columns, rows)),
    contours: () => contourAgreement(response, wanted),
    psnr: () => psnrOf(response, lines ?? source.light, calibration),
    stability: async () => stabilityBeside(sight, await drawTwin(response, source, draw), calibration),
  };
  const values = new Map<string, number>();
  for (const { name } of quality.components) values.set(name, await measures[name]!());
  return {
    score: scoreOf(quality.target, values),
    rmse: rmseOf(response, calibration),
    drawn: drawnError(response, wanted, calibration),
    contours: strokesOn(response, wanted),
    components: quality.components.map((claim) => ({ ...claim, recomputed: values.get(claim.name)! })),
  };
};

/** The page once more, of the picture with noise over it. */
const drawTwin = async ({ rows, params }: Response, source: Picture, draw: Draw): Promise<readonly string[]> => {
  const lines = await draw(await pngOf(withNoise(source)), params);
  if (lines.length !== rows) throw new Error(`The twin has ${lines.length} rows, the page ${rows}.`);
  return lines;
};
