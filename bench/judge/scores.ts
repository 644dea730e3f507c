import { cosineOf, edgeAgreement, slopesOf } from "./contours.ts";
import type { Drawn } from "./drawn.ts";
import { mapPlane } from "./plane.ts";
import { multiScaleOf, similarityOf } from "./ssim.ts";
import { toEncoded } from "./tone.ts";
import { fitTone } from "./tone-fit.ts";
import { type View, viewBy } from "./view.ts";

/** How faithful a page is to its picture and how it is drawn; 1 is the best that each figure can be. */
export type Scores = Likeness & Drawn;

/** How much of a picture is seen in a page. */
export type Likeness = {
  /** SSIM with the light blurred over one cell width: tone and form, the characters' own texture gone. */
  readonly ssim_full: number;
  /** SSIM over half a cell width: the close view. */
  readonly ssim_half: number;
  /** Multi-scale SSIM of the close view. */
  readonly msssim: number;
  /** Cosine of the close views' slopes. */
  readonly gradcos: number;
  /** F1 of the close views' edges. */
  readonly edgef1: number;
};

export const SCORE_NAMES = [
  "ssim_full",
  "ssim_half",
  "msssim",
  "gradcos",
  "edgef1",
  "strokes",
  "calm",
] as const satisfies (keyof Scores)[];

/** Compares what is seen of a page with what is seen of the picture, on the scale that a viewer judges by. */
export const compareViews = (page: View, picture: View): Likeness => {
  const [drawn, wanted] = [encoded(page), encoded(picture)];
  // measured where no texture of characters disturbs it, then applied to both distances
  const { gain, offset } = fitTone(drawn.full, wanted.full);
  const fitted = mapView(drawn, (value) => value * gain + offset);
  const [slopesDrawn, slopesWanted] = [slopesOf(drawn.half), slopesOf(wanted.half)];
  return {
    ssim_full: similarityOf(fitted.full, wanted.full).ssim,
    ssim_half: similarityOf(fitted.half, wanted.half).ssim,
    msssim: multiScaleOf(fitted.half, wanted.half),
    gradcos: cosineOf(slopesDrawn, slopesWanted),
    edgef1: edgeAgreement(slopesDrawn, slopesWanted),
  };
};

const encoded = (view: View): View => mapView(view, toEncoded);

const mapView = (view: View, change: (value: number) => number): View =>
  viewBy((_, distance) => mapPlane(view[distance], change));
