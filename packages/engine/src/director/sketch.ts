import type { GridSize, RenderParams } from "@lumiglyph/contract";
import { workingHeight, workingWidth } from "../cells.ts";
import type { Frame } from "../frame.ts";
import { histogramOfLight } from "../glyphs/codebook.ts";
import { halve, resizeByArea } from "../math/area.ts";
import { DRAWING, runStages } from "../pipeline.ts";
import type { Plane } from "../plane.ts";
import { lightOfTone } from "../search/target.ts";
import { unwatched } from "../stage.ts";
import { codebookFor, densestOf, wantedLight } from "../stages/codebook.ts";
import { levelingOf } from "../stages/levels.ts";
import { match } from "../stages/match.ts";
import { CURVE_STEPS, toneCurve } from "../stages/tone.ts";
import { view } from "../stages/view.ts";
import type { ToneCounts } from "../tone-counts.ts";
import { type Board, noisy } from "./board.ts";

/**
 * A board of smaller pages, on which parameters are tried. They are drawn with the glyphs that the whole page would have:
 * which ones its codebook happens to hold decides more than anything else how good a page can be.
 */
export const createSketchBoard = (still: Frame, seen: Frame, params: RenderParams): Board => {
  const small = shrunk(still);
  const smallSeen = view.run(small, params);
  const tones = createTones(seen);
  const draw = (frame: Frame, params: RenderParams): Frame => {
    const toned = runStages(TONING, frame, params, unwatched);
    const codebook = codebookFor(tones(params), toned.contours, params);
    // only error diffusion works on what each cell wants
    const wanted = params.dither ? wantedLight(toned, params.charset) : toned.wanted;
    return match.run({ ...toned, codebook, wanted }, params);
  };
  return {
    still: small,
    seen: smallSeen,
    draw: (params) => draw(smallSeen, params),
    redraw: (params) => draw(noisy(small, params), params),
  };
};

/** The stages before the glyphs. */
const TONING = DRAWING.slice(
  0,
  DRAWING.findIndex(({ name }) => name === "codebook"),
);

/** A sketch has this share of the page's columns and rows, and no more cells than it needs to tell moves apart. */
const SHARE = 0.4;
const MOST_CELLS = 2000;

const shrunk = (frame: Frame): Frame => {
  const { columns, rows } = frame.size;
  const share = Math.min(SHARE, Math.sqrt(MOST_CELLS / (columns * rows)));
  const size = { columns: Math.ceil(columns * share), rows: Math.ceil(rows * share) };
  return { ...frame, size, light: resized(frame.light, size), opacity: frame.opacity && resized(frame.opacity, size) };
};

const resized = (plane: Plane, { columns, rows }: GridSize): Plane =>
  resizeByArea(plane, workingWidth(columns), workingHeight(rows));

/**
 * The histogram of wanted light over the whole page's cells, for any parameters, nearly: what denoising and sharpening
 * change in it is left out, so that all that is left is a curve.
 */
const createTones = ({ tone, tones, size }: Frame): ((params: RenderParams) => Uint32Array) => {
  // two samples a cell are enough for a histogram
  const steps = new Uint16Array(2 * size.columns * size.rows);
  const { data } = halve(tone);
  for (let i = 0; i < steps.length; i++) steps[i] = (data[i]! * CURVE_STEPS + 0.5) | 0;
  return (params) => {
    const light = lightByStep(tones, params);
    const wanted = new Float32Array(size.columns * size.rows);
    for (let row = 0, cell = 0; row < size.rows; row++) {
      for (let column = 0, at = 2 * row * size.columns; column < size.columns; column++, at++, cell++) {
        wanted[cell] = (light[steps[at]!]! + light[steps[at + size.columns]!]!) / 2;
      }
    }
    return histogramOfLight(wanted);
  };
};

/** The light, as a share of the densest glyph's, that a sample of each tone becomes. */
const lightByStep = (tones: ToneCounts, params: RenderParams): Float32Array => {
  const densest = densestOf(params.charset);
  const data = toneCurve(levelingOf(tones, params.autoLevels), params);
  const { data: light } = lightOfTone({ width: data.length, height: 1, data }, densest);
  for (let step = 0; step < light.length; step++) light[step] = light[step]! / densest;
  return light;
};
