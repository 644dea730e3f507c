import { toneOf } from "../support/srgb.ts";
import type { Calibration } from "./calibration.ts";
import { pageLight } from "./page.ts";
import type { Picture } from "./picture.ts";
import { blurred, changed, type Plane, resized } from "./plane.ts";
import type { KnownParams, Page } from "./response.ts";
import { lowered } from "./tones.ts";

/** The views from reading distance, and from twice as far with half the samples in each direction. */
export type Views = { readonly near: Plane; readonly far: Plane };

/** Views of light that was blurred by one sample. */
export const viewsOf = (light: Plane): Views => ({ near: changed(light, toneOf), far: viewFar(light) });

/** The squares of successive blurs add up: 1 + 3 is the square of 2. */
const viewFar = (light: Plane): Plane => {
  const { width, height } = light;
  return changed(resized(blurred(light, Math.sqrt(3)), width / 2, height / 2), toneOf);
};

/** Views of the art, in the tones that it represents. In color mid-tones are not lifted. */
export const viewsOfPage = (page: Page, calibration: Calibration): Views => {
  const { near, far } = viewsOf(pageLight(page, calibration));
  return page.inks === null && !page.isPaper
    ? {
        near: changed(near, (tone) => lowered(tone, calibration)),
        far: changed(far, (tone) => lowered(tone, calibration)),
      }
    : { near, far };
};

/** Views of a picture or its negative; transparent areas are black, or paper. */
export const viewsOfPicture = ({ light, opacity }: Picture, { invert, background }: KnownParams): Views => {
  const views = viewsOf(seen(light));
  const isPaper = background === "light";
  const ground = viewsOf(opacity);
  const inked =
    invert === isPaper ? views : { near: negative(views.near, ground.near), far: negative(views.far, ground.far) };
  return isPaper ? onPaper(inked) : inked;
};

/** Views of ink, on paper. */
export const onPaper = ({ near, far }: Views): Views => ({
  near: changed(near, (tone) => 1 - tone),
  far: changed(far, (tone) => 1 - tone),
});

/** A picture's light, blurred by one sample: each is the mean of a square, which already blurs with variance 1/12. */
export const seen = (light: Plane): Plane => blurred(light, Math.sqrt(1 - 1 / 12));

const negative = (plane: Plane, ground: Plane): Plane =>
  changed(plane, (tone, i) => Math.max(0, ground.data[i]! - tone));
