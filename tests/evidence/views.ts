import type { Calibration } from "./calibration.ts";
import { pageLight } from "./page.ts";
import type { Picture } from "./picture.ts";
import { blurred, changed, type Plane, resized } from "./plane.ts";
import { lowered, toneOf } from "./tones.ts";

/** What is seen from where a page is read, and from twice as far, where half the samples are left in each direction. */
export type Views = { readonly near: Plane; readonly far: Plane };

/** Views of light that a blur of one sample has gone over. */
export const viewsOf = (light: Plane): Views => ({ near: changed(light, toneOf), far: viewFar(light) });

/** Two blurs one after the other add by their squares: 1 + 3 is the square of twice one. */
const viewFar = (light: Plane): Plane => {
  const { width, height } = light;
  return changed(resized(blurred(light, Math.sqrt(3)), width / 2, height / 2), toneOf);
};

/** Views of a page, in the tones that it stands for. */
export const viewsOfPage = (lines: readonly string[], calibration: Calibration): Views => {
  const { near, far } = viewsOf(pageLight(lines, calibration));
  return { near: changed(near, lowered), far: changed(far, lowered) };
};

/** Views of a picture, or of its negative, in which what is transparent stays black. */
export const viewsOfPicture = ({ light, opacity }: Picture, invert: boolean): Views => {
  const views = viewsOf(seen(light));
  if (!invert) return views;
  const ground = viewsOf(opacity);
  return { near: negative(views.near, ground.near), far: negative(views.far, ground.far) };
};

/** A picture's light, blurred by one sample: each is the mean of a square, which is a blur of variance 1/12 by itself. */
export const seen = (light: Plane): Plane => blurred(light, Math.sqrt(1 - 1 / 12));

const negative = (plane: Plane, ground: Plane): Plane =>
  changed(plane, (tone, i) => Math.max(0, ground.data[i]! - tone));
