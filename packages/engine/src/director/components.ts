import type { RenderParams } from "@lumiglyph/contract";
import { fitLeastSquares, luminancePsnr } from "../decoders/psnr.ts";
import { cellLight, darknessGain, toneOf } from "../decoders/tone.ts";
import { STROKES } from "../glyphs/atlas.ts";
import { drawnGlyphs } from "../glyphs/codebook.ts";
import { writeOklab } from "../math/oklab.ts";
import { luminance, toTone } from "../math/srgb.ts";
import { type PipelineState, pairColors } from "../pipeline-state.ts";
import type { Plane } from "../plane.ts";
import { drawsInks, hasGrounds } from "../stages/color.ts";
import { pageTones } from "../stages/match.ts";
import { isFlipped } from "../stages/tone.ts";
import type { LinearFit, Similarity } from "./similarity.ts";
import { atlasCells, type Views } from "./views.ts";

/** A rendered grid and its picture, side by side: the input of the components. */
export type Comparison = {
  readonly picture: Views;
  /** Views of the grid, and the gain and offset that bring them to the picture's range. */
  readonly grid: Views;
  readonly fit: LinearFit;
  /** The grid's far view with that fit applied. */
  readonly far: Plane;
  /** Similarity of the far views. */
  readonly similarity: Similarity;
  readonly state: PipelineState;
  readonly params: RenderParams;
  /** Tones of the picture's cells before `view` blurs them. */
  readonly cells: () => Float32Array;
  /** Colors of the picture's cells, if the page is drawn in color. */
  readonly colors: () => CellColors;
  /** 1 for each skin-colored cell, or for all cells if there are none. */
  readonly skin: () => Uint8Array;
  /** Root mean square change in the near view when noise is added to the picture. */
  readonly flicker: () => number;
};

/** One measurable property of a grid. */
export type Component = {
  /** What it measures, as one phrase for the documentation. */
  readonly summary: string;
  readonly measure: (sight: Comparison) => number;
  /** The value that counts as perfect in a score, if not 1. */
  readonly full?: number;
};

/** Names of the components, as they appear in the evidence. */
export type ComponentName =
  | "tone"
  | "structure"
  | "edges"
  | "contours"
  | "shadows"
  | "faces"
  | "stability"
  | "psnr"
  | "color";

/** All components of all rubrics. 1 is best and 0 is useless, except for `psnr`, which is in decibels. */
export const COMPONENTS: Readonly<Record<ComponentName, Component>> = {
  tone: {
    summary: "1 − RMSE ÷ 0.1 of the far views",
    measure: ({ picture, far }) => lessThan(distance(picture.far, far), TONE_USELESS),
  },
  structure: {
    summary: "SSIM of the far views",
    measure: ({ similarity }) => Math.max(0, similarity.ssim),
  },
  edges: {
    summary: "cosine of the gradients of the near views",
    measure: ({ picture, grid, fit }) => contourAgreement(picture.near, grid.near, fit.gain),
  },
  contours: {
    summary: "share of contours, by strength, with their stroke",
    measure: ({ state }) => strokedShare(state),
    full: 0.5,
  },
  shadows: {
    summary: "SSIM without brightness, C2 0.0001, where the picture is darker than 0.25",
    measure: ({ picture, similarity }) => meanWhere(similarity.form, (i) => picture.far.data[i]! < DARK),
  },
  faces: {
    summary: "the same on skin-colored cells, or on all",
    measure: ({ similarity, skin, state }) => {
      const mask = skin();
      const { columns } = state.size;
      // far views have two samples per cell, one above the other
      return meanWhere(similarity.form, (i) => mask[Math.floor(i / (2 * columns)) * columns + (i % columns)] === 1);
    },
  },
  stability: {
    summary: "1 − RMS ÷ 0.05 of the near view's change under noise of 0.02",
    measure: ({ fit, flicker }) => lessThan(fit.gain * flicker(), FLICKER_USELESS),
  },
  psnr: {
    summary: "PSNR in dB of the decoded page, cell by cell; the peak is the picture's own range",
    measure: ({ state, params, cells }) => roundTrip(state, params, cells()),
    full: 40,
  },
  color: {
    summary: "1 − mean OKLab difference ÷ 0.1 of the cells' colors; with one color per cell, in the same light",
    measure: ({ state, params, colors }) => lessThan(colorDifference(state, params, colors()), COLOR_USELESS),
  },
};

const TONE_USELESS = 0.1;
const FLICKER_USELESS = 0.05;
const COLOR_USELESS = 0.1;

const lessThan = (error: number, useless: number): number => Math.max(0, 1 - error / useless);

/** Root mean square difference. */
export const distance = ({ data: a }: Plane, { data: b }: Plane): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) * (a[i]! - b[i]!);
  return Math.sqrt(sum / a.length);
};

const DARK = 0.25;

/**
 * A hundredth of the samples always count as perfect, so that a picture with hardly any shadow is not judged by a handful
 * of samples.
 */
const GRACE = 0.01;

const meanWhere = (form: Float32Array, isAsked: (sample: number) => boolean): number => {
  let sum = GRACE * form.length;
  let samples = sum;
  for (let i = 0; i < form.length; i++) {
    if (!isAsked(i)) continue;
    sum += form[i]!;
    samples++;
  }
  return Math.max(0, sum / samples);
};

/** 1 if no strokes are asked for or there are no contours. */
const strokedShare = ({ cells, codebook, contours }: PipelineState): number => {
  if (contours === null || codebook.strokes === null) return 1;
  const drawn = drawnGlyphs(codebook);
  let stroked = GRACE * cells.length;
  let all = stroked;
  for (let cell = 0; cell < cells.length; cell++) {
    const clear = contours.strength[cell]!;
    all += clear;
    if (drawn[cells[cell]!] === STROKES[contours.direction[cell]! - 1]) stroked += clear;
  }
  return stroked / all;
};

/**
 * Cosine between the gradients of two planes of the same size, border samples excluded: 1 if all contours run alike, 0 if
 * they have nothing in common. Uses central differences. Slopes of about one level of 255 count as none, so that two flat
 * planes agree. The second plane is multiplied by `gain`.
 */
export const contourAgreement = (a: Plane, b: Plane, gain: number): number => {
  const { width, height } = a;
  const [one, two] = [a.data, b.data];
  let dot = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const ax = one[i + 1]! - one[i - 1]!;
      const ay = one[i + width]! - one[i - width]!;
      const bx = two[i + 1]! - two[i - 1]!;
      const by = two[i + width]! - two[i - width]!;
      dot += ax * bx + ay * by;
      squaresA += ax * ax + ay * ay;
      squaresB += bx * bx + by * by;
    }
  }
  const faint = width * height * FAINT * FAINT;
  return Math.max(0, (gain * dot + faint) / Math.sqrt((squaresA + faint) * (gain * gain * squaresB + faint)));
};

const FAINT = 0.008;

/**
 * PSNR in dB of the decoded grid against the tones of the source's cells, on the perceptual scale.
 * The peak is the source's own range, because in a dark picture every error is small. Gain and
 * offset are ignored.
 */
export const roundTrip = (state: PipelineState, params: RenderParams, source: Float32Array): number => {
  if (state.pairs !== null) return psnrOf(pairTones(state, params.invert && !params.edges), source);
  // inverted line art is compared with its own dark lines
  return psnrOf(decodedTones(state, params, isFlipped(params) && !params.edges), source);
};

const psnrOf = (decoded: Float32Array, source: Float32Array): number =>
  Math.max(0, Math.min(MOST, luminancePsnr(fitLeastSquares(decoded, source), source, rangeOf(source))));

/** Tones of the cells as a decoder reads them. */
const decodedTones = (state: PipelineState, params: RenderParams, flipped: boolean): Float32Array => {
  const { charset, characters, background, font, dither } = params;
  const { data } = cellLight({
    size: state.size,
    charset,
    characters,
    glyphs: atlasCells(state),
    chroma: null,
    inks: state.inks,
    lights: null,
    background,
    font,
    inverted: false,
    diffused: dither,
    params: null,
  });
  const page = pageTones(state);
  const most = drawsInks(params) ? state.hues!.most : null;
  return data.map((light, cell) => {
    const tone = toneOf(light, page, most && most[cell]!);
    return flipped ? 1 - tone : tone;
  });
};

/** The same for cells of two colors, whose light is known directly. */
const pairTones = (state: PipelineState, inverted: boolean): Float32Array => {
  const colors = pairColors(state)!;
  return Float32Array.from(state.cells, (_, cell) => {
    const tone = toTone(luminance(colors[3 * cell]!, colors[3 * cell + 1]!, colors[3 * cell + 2]!));
    return inverted ? 1 - tone : tone;
  });
};

/** The colors that the cells of a page should have. */
export type CellColors = {
  /** In OKLab, three numbers per cell. */
  readonly lab: Float64Array;
  /** Their luminances. */
  readonly lights: Float32Array;
};

/** The colors of the picture's cells: its mean colors with this luminance. */
export const cellColors = (means: Float64Array, lights: Float32Array): CellColors => {
  const lab = new Float64Array(means.length);
  for (let cell = 0, at = 0; cell < lights.length; cell++, at += 3) {
    const light = lights[cell]!;
    const gain = light / (luminance(means[at]!, means[at + 1]!, means[at + 2]!) || 1);
    writeOklab(gain * means[at]!, gain * means[at + 1]!, gain * means[at + 2]!, lab, at);
  }
  return { lab, lights };
};

/**
 * Mean OKLab difference between the picture's cells and the page's at equal light. Characters on
 * black cannot be as bright as the picture; other components judge that difference.
 */
const colorDifference = (state: PipelineState, params: RenderParams, picture: CellColors): number => {
  if (state.pairs !== null) return pairDifference(state, params, picture);
  const { hue } = state.hues!;
  const { lab, lights } = picture;
  let sum = 0;
  for (let cell = 0, at = 0; cell < lights.length; cell++, at += 3) {
    const light = lights[cell]!;
    sum += labDistance(light * hue[at]!, light * hue[at + 1]!, light * hue[at + 2]!, lab, at);
  }
  return sum / lights.length;
};

/**
 * The same for a page in two colors per cell, which can be as bright as the picture. Characters on
 * paper alone cannot be as dark, so they are read as a decoder reads them.
 */
const pairDifference = (state: PipelineState, params: RenderParams, { lab }: CellColors): number => {
  const colors = pairColors(state)!;
  const page = { ...pageTones(state), inked: false };
  let sum = 0;
  for (let at = 0; at < colors.length; at += 3) {
    const [red, green, blue] = [colors[at]!, colors[at + 1]!, colors[at + 2]!];
    const gain = hasGrounds(params) ? 1 : darknessGain(luminance(red, green, blue), page);
    const seen = (light: number): number => Math.max(0, 1 - gain * (1 - light));
    sum += labDistance(seen(red), seen(green), seen(blue), lab, at);
  }
  return sum / state.cells.length;
};

const labDistance = (red: number, green: number, blue: number, lab: Float64Array, at: number): number => {
  writeOklab(red, green, blue, OWN, 0);
  const [l, a, b] = [OWN[0]! - lab[at]!, OWN[1]! - lab[at + 1]!, OWN[2]! - lab[at + 2]!];
  return Math.sqrt(l * l + a * a + b * b);
};

const OWN = new Float64Array(3);

/** Differences above this many dB are irrelevant. */
const MOST = 60;

/** A picture without any range counts as having one level of 255. */
const rangeOf = (values: Float32Array): number => {
  let low = 1;
  let high = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i]! < low) low = values[i]!;
    if (values[i]! > high) high = values[i]!;
  }
  return Math.max(1 / 255, high - low);
};
