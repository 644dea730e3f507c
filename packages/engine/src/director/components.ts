import type { RenderParams } from "@lumiglyph/contract";
import type { Frame } from "../frame.ts";
import type { Plane } from "../plane.ts";
import { contourAgreement } from "./contour-agreement.ts";
import type { Exposure } from "./exposure.ts";
import { roundTrip } from "./round-trip.ts";
import type { Similarity } from "./similarity.ts";
import type { Views } from "./views.ts";

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

export type ComponentName = "tone" | "structure" | "edges" | "shadows" | "stability" | "psnr";

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
  shadows: {
    says: "contrast and structure (SSIM without brightness) where the picture's far view is darker than 0.25",
    measure: ({ picture, similarity }) => inShadows(similarity.form, picture.far.data),
  },
  stability: {
    says: "1 − RMS ÷ 0.05 of what a noise of 0.02 changes in the near view",
    measure: ({ page, exposure, twin }) => lessThan(exposure.gain * distance(page.near, twin()), FLICKER_USELESS),
  },
  psnr: {
    says: "PSNR in dB of the picture that the page decodes to, cell by cell, the peak being the picture's own range",
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

const inShadows = (form: Float32Array, seen: Float32Array): number => {
  let sum = GRACE * form.length;
  let samples = sum;
  for (let i = 0; i < form.length; i++) {
    if (seen[i]! >= DARK) continue;
    sum += form[i]!;
    samples++;
  }
  return Math.max(0, sum / samples);
};
