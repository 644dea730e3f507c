import { type Color, lightOf, luminanceOf, oklab } from "../support/srgb.ts";
import type { Calibration } from "./calibration.ts";
import { densestOf } from "./charsets.ts";
import { cellColors } from "./decoded.ts";
import { blurred, changed, distance, type Plane } from "./plane.ts";
import type { Page, Response } from "./response.ts";
import { toneOfInk } from "./tones.ts";
import { type Views, viewsOfPage } from "./views.ts";

/** The art beside its picture, and the art as an adapted eye sees it. */
export type Sight = {
  readonly picture: Views;
  readonly page: Views;
  /** The gain of the art's tones. */
  readonly gain: number;
  /** The art's far view, after adaptation. */
  readonly far: Plane;
  readonly similarity: Similarity;
};

export const sightOf = (response: Response, picture: Views, calibration: Calibration): Sight => {
  const page = viewsOfPage(response, calibration);
  const [own, expected] = [momentsOf(page.far), momentsOf(picture.far)];
  const gain = own.deviation > 0.001 ? Math.min(20, expected.deviation / own.deviation) : 0;
  const far = changed(page.far, (tone) => expected.mean + gain * (tone - own.mean));
  return { picture, page, gain, far, similarity: similarityOf(far, picture.far) };
};

const momentsOf = ({ data }: Plane): { readonly mean: number; readonly deviation: number } => {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  return { mean, deviation: Math.sqrt(data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length) };
};

/** 1 less the root mean square error of the far views; 0.1 counts as useless. */
export const toneAgreement = ({ picture, far }: Sight): number => Math.max(0, 1 - distance(picture.far, far) / 0.1);

/** SSIM of the far views. */
export const structureAgreement = ({ similarity }: Sight): number => Math.max(0, meanOf(similarity.whole));

const meanOf = ({ data }: Plane): number => data.reduce((sum, value) => sum + value, 0) / data.length;

/** Cosine between all gradients of the near views; slopes of 0.008 over two samples count as none. */
export const edgeAgreement = ({ picture, page, gain }: Sight): number => {
  const [a, b] = [slopesOf(picture.near), slopesOf(changed(page.near, (tone) => gain * tone))];
  const none = picture.near.data.length * 0.008 ** 2;
  return Math.max(0, (dot(a, b) + none) / Math.sqrt((dot(a, a) + none) * (dot(b, b) + none)));
};

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** Differences between the neighbors of each sample inside the border, across and down. */
const slopesOf = ({ width, height, data }: Plane): readonly number[] => {
  const slopes: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      slopes.push(data[at + 1]! - data[at - 1]!, data[at + width]! - data[at - width]!);
    }
  }
  return slopes;
};

/** SSIM without brightness where the picture's far view is darker than 0.25. */
export const shadowAgreement = ({ picture, similarity }: Sight): number =>
  formWhere(similarity, (sample) => picture.far.data[sample]! < 0.25);

/** The same in skin-colored cells: the far view has two samples a cell, one above the other. */
export const faceAgreement = ({ similarity }: Sight, isSkin: readonly boolean[]): number => {
  const { width } = similarity.form;
  return formWhere(similarity, (sample) => isSkin[Math.floor(sample / width / 2) * width + (sample % width)]!);
};

/** A hundredth of all samples counts as perfect in addition. */
const formWhere = ({ form }: Similarity, isAsked: (sample: number) => boolean): number => {
  const asked = form.data.filter((_, sample) => isAsked(sample));
  const grace = 0.01 * form.data.length;
  return Math.max(0, (grace + asked.reduce((sum, value) => sum + value, 0)) / (grace + asked.length));
};

/** 1 less the change of the near view between the art and this twin; 0.05 counts as useless. */
export const stabilityBeside = ({ page, gain }: Sight, twin: Page, calibration: Calibration): number =>
  Math.max(0, 1 - (gain * distance(page.near, viewsOfPage(twin, calibration).near)) / 0.05);

/**
 * 1 less the mean OKLab difference between the cells' colors and their inks in the same light, or what both colors of a cell
 * show together; 0.1 counts as useless. `colors` are the picture's, and `tones` the brightness that the cells should have.
 */
export const colorAgreement = (
  response: Response,
  colors: readonly Color[],
  tones: Float64Array,
  calibration: Calibration,
): number => {
  const { inks, grounds, params } = response;
  const drawn =
    grounds === null
      ? inks!
      : cellColors(response, calibration).map((color) =>
          response.isBare ? darkened(color, response, calibration) : color,
        );
  const wanted = Array.from(tones, (tone) => lightOf(params.invert && !params.edges ? 1 - tone : tone));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  // one color per cell is compared in the light that it should have
  const gainOf = (cell: number): number => (grounds === null ? wanted[cell]! / (luminanceOf(drawn[cell]!) || 1) : 1);
  const differences = colors.map((color, cell) =>
    Math.hypot(
      ...oklab(times(color, wanted[cell]! / (luminanceOf(color) || 1))).map(
        (value, i) => value - oklab(times(drawn[cell]!, gainOf(cell)))[i]!,
      ),
    ),
  );
  return Math.max(0, 1 - sum(differences) / differences.length / 0.1);
};

/** The picture's color for a color of characters on paper alone, which cannot be as dark. */
const darkened = (color: Color, response: Response, calibration: Calibration): Color => {
  const densest = densestOf(response, calibration);
  const taken = Math.max(0.001, 1 - luminanceOf(color));
  const gain = (1 - lightOf(1 - toneOfInk(taken / densest, densest, calibration))) / taken;
  const dark = (light: number): number => Math.max(0, 1 - gain * (1 - light));
  return [dark(color[0]), dark(color[1]), dark(color[2])];
};

const times = ([red, green, blue]: Color, factor: number): Color => [factor * red, factor * green, factor * blue];

/** SSIM (Wang et al. 2004) around each sample, with and without the brightness term. */
type Similarity = { readonly whole: Plane; readonly form: Plane };

/** Window and constants of the paper, for values of 0 to 1; unlike there, the border counts too. */
const similarityOf = (a: Plane, b: Plane): Similarity => {
  const means = { a: local(a), b: local(b) };
  const squares = { a: local(product(a, a)), b: local(product(b, b)), both: local(product(a, b)) };
  /** The contrast and structure terms; a smaller constant compares fainter detail. */
  const formBy = (constant: number): Plane =>
    changed(a, (_, i) => {
      const [meanA, meanB] = [means.a.data[i]!, means.b.data[i]!];
      const variances = Math.max(0, squares.a.data[i]! - meanA ** 2) + Math.max(0, squares.b.data[i]! - meanB ** 2);
      return (2 * (squares.both.data[i]! - meanA * meanB) + constant) / (variances + constant);
    });
  const whole = changed(formBy(0.03 ** 2), (value, i) => {
    const [meanA, meanB] = [means.a.data[i]!, means.b.data[i]!];
    return (value * (2 * meanA * meanB + 0.01 ** 2)) / (meanA ** 2 + meanB ** 2 + 0.01 ** 2);
  });
  return { whole, form: formBy(0.01 ** 2) };
};

const local = (plane: Plane): Plane => blurred(plane, 1.5);
const product = (a: Plane, b: Plane): Plane => changed(a, (value, i) => value * b.data[i]!);
