import type { Calibration } from "./calibration.ts";
import {
  edgeAgreement,
  shadowAgreement,
  sightOf,
  stabilityBeside,
  structureAgreement,
  toneAgreement,
} from "./components.ts";
import { psnrOf } from "./decoded.ts";
import type { Draw } from "./draw.ts";
import { withNoise } from "./noise.ts";
import { type Picture, readPicture } from "./picture.ts";
import { pngOf } from "./raster-png.ts";
import type { Claim, Response } from "./response.ts";
import { rmseOf } from "./rmse.ts";
import { scoreOf } from "./score.ts";

/** What a response claims, worked out again. */
export type Recomputed = {
  readonly score: number;
  readonly rmse: number;
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

/** Works out a response's score, its components and its RMSE. */
export const recompute = async (response: Response, { picture, calibration, draw }: Sources): Promise<Recomputed> => {
  const { columns, rows, quality } = response;
  if (quality.font !== calibration.id) throw new Error(`It was measured by ${quality.font}, not ${calibration.id}.`);
  const source = await readPicture(picture, columns, rows);
  const sight = sightOf(response, source, calibration);
  const measures: { readonly [name: string]: () => number | Promise<number> } = {
    tone: () => toneAgreement(sight),
    structure: () => structureAgreement(sight),
    edges: () => edgeAgreement(sight),
    shadows: () => shadowAgreement(sight),
    psnr: () => psnrOf(response, source, calibration),
    stability: async () => stabilityBeside(sight, await drawTwin(response, source, draw), calibration),
  };
  const values = new Map<string, number>();
  for (const { name } of quality.components) values.set(name, await measures[name]!());
  return {
    score: scoreOf(quality.target, values),
    rmse: rmseOf(response, calibration),
    components: quality.components.map((claim) => ({ ...claim, recomputed: values.get(claim.name)! })),
  };
};

/** The page once more, of the picture with noise over it. */
const drawTwin = async ({ rows, params }: Response, source: Picture, draw: Draw): Promise<readonly string[]> => {
  const lines = await draw(await pngOf(withNoise(source)), params);
  if (lines.length !== rows) throw new Error(`The twin has ${lines.length} rows, the page ${rows}.`);
  return lines;
};
