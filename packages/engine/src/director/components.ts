import type { RenderParams } from "@lumiglyph/contract";
import { exposedLike, luminancePsnr } from "../decoders/psnr.ts";
import { cellLight, toneOf } from "../decoders/tone.ts";
import type { Frame } from "../frame.ts";
import { STROKES } from "../glyphs/atlas.ts";
import { drawnGlyphs } from "../glyphs/codebook.ts";
import type { Plane } from "../plane.ts";
import { densestOf } from "../stages/codebook.ts";
import type { Exposure, Similarity } from "./similarity.ts";
import { atlasCells, type Views } from "./views.ts";

/** A page beside its picture: what the components of a score are measured on. */
export type Sight = {
  readonly picture: Views;
  /** What is seen of the page, and by what exposure an eye that has adapted to it sees it. */
  readonly page: Views;
  readonly exposure: Exposure;
  /** The page's far view at that exposure. */
  readonly far: Plane;
  /** How alike the far views are. */
  readonly similarity: Similarity;
  readonly frame: Frame;
  readonly params: RenderParams;
  /** Tones of the picture's cells, before any eye blurs them. */
  readonly cells: () => Float32Array;
  /** 1 for each cell that has the color of skin; for all of them where none has. */
  readonly skin: () => Uint8Array;
  /** The page's near view once more, drawn from the picture with noise over it. */
  readonly twin: () => Plane;
};

/** One thing that can be asked of a page. */
export type Component = {
  /** What it says, as one phrase for documents. */
  readonly says: string;
  readonly measure: (sight: Sight) => number;
  /** The value that counts as perfect in a score, where that is not 1. */
  readonly full?: number;
};

export type ComponentName = "tone" | "structure" | "edges" | "contours" | "shadows" | "faces" | "stability" | "psnr";

/** Every component of every rubric; 1 is best and 0 useless, but for `psnr`, which is in decibels. */
export const COMPONENTS: Readonly<Record<ComponentName, Component>> = {
  tone: {
    says: "1 − RMSE ÷ 0.1 of the far views",
    measure: ({ picture, far }) => lessThan(distance(picture.far, far), TONE_USELESS),
  },
  structure: {
    says: "SSIM of the far views",
    measure: ({ similarity }) => Math.max(0, similarity.ssim),
  },
  edges: {
    says: "cosine of the gradients of the near views",
    measure: ({ picture, page, exposure }) => contourAgreement(picture.near, page.near, exposure.gain),
  },
  contours: {
    says: "share of contours, by strength, with their stroke",
    measure: ({ frame }) => strokedShare(frame),
    full: 0.5,
  },
  shadows: {
    says: "SSIM without brightness, C2 0.0001, where the picture is darker than 0.25",
    measure: ({ picture, similarity }) => meanWhere(similarity.form, (i) => picture.far.data[i]! < DARK),
  },
  faces: {
    says: "the same on cells of the color of skin, or on all",
    measure: ({ similarity, skin, frame }) => {
      const mask = skin();
      const { columns } = frame.size;
      // two far samples a cell, one above the other
      return meanWhere(similarity.form, (i) => mask[Math.floor(i / (2 * columns)) * columns + (i % columns)] === 1);
    },
  },
  stability: {
    says: "1 − RMS ÷ 0.05 of what noise of 0.02 changes in the near view",
    measure: ({ page, exposure, twin }) => lessThan(exposure.gain * distance(page.near, twin()), FLICKER_USELESS),
  },
  psnr: {
    says: "PSNR in dB of the decoded page, cell by cell; the peak is the picture's own range",
    measure: ({ frame, params, cells }) => roundTrip(frame, params, cells()),
    full: 40,
  },
};

const TONE_USELESS = 0.1;
const FLICKER_USELESS = 0.05;

const lessThan = (error: number, useless: number): number => Math.max(0, 1 - error / useless);

/** Root mean square difference. */
const distance = ({ data: a }: Plane, { data: b }: Plane): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) * (a[i]! - b[i]!);
  return Math.sqrt(sum / a.length);
};

const DARK = 0.25;

/** A hundredth of the picture counts as perfect, so that one with hardly a shadow is not judged by a handful of samples. */
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

/** Where contours are not to be drawn, or there are none, nothing is missing. */
const strokedShare = ({ cells, codebook, contours }: Frame): number => {
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
 * Cosine between the gradients of two planes of one size, over all samples but the border's: 1 where all contours run
 * alike, 0 where they have nothing in common. Central differences; slopes of about one level of 255 count as none, so that
 * two flat planes agree. The second plane is taken `gain` times.
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
 * PSNR, in dB, of the picture that a page decodes to, cell by cell in even steps of tone, against the tones of the source's
 * cells. The peak is the source's own range: in a dark picture every error is small. A gain and an offset are forgiven.
 */
export const roundTrip = (
  frame: Frame,
  { charset, invert, edges, dither }: RenderParams,
  source: Float32Array,
): number => {
  // inverted line art is compared with its own dark lines
  const inverted = invert && !edges;
  const { data } = cellLight({
    size: frame.size,
    charset,
    glyphs: atlasCells(frame),
    chroma: null,
    inverted,
    diffused: dither,
    params: null,
  });
  const densest = densestOf(charset);
  const decoded = data.map((light) => (inverted ? 1 - toneOf(light, densest) : toneOf(light, densest)));
  return Math.max(0, Math.min(MOST, luminancePsnr(exposedLike(decoded, source), source, rangeOf(source))));
};

/** Where there is nothing to tell any more. */
const MOST = 60;

/** A picture without any range is judged as if it had one level of 255. */
const rangeOf = (values: Float32Array): number => {
  let low = 1;
  let high = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i]! < low) low = values[i]!;
    if (values[i]! > high) high = values[i]!;
  }
  return Math.max(1 / 255, high - low);
};
