import { LIGHT_OF_BYTE, LUMINANCE_WEIGHTS } from "../math/srgb.ts";
import { makePlane, type Plane } from "../plane.ts";
import type { Raster } from "../raster.ts";
import type { Stage } from "../stage.ts";

/** Linear-light luminance (ITU-R BT.709), with transparency composited over black in linear light. */
export const luminance: Stage = {
  name: "luminance",
  summary: "linear-light Rec. 709 luminance, alpha composited over black",
  wanted: () => true,
  run: (state) => ({ ...state, ...lightOver(state.raster) }),
};

/** Light over black and opacity of each pixel. */
export const lightOver = (raster: Raster): { readonly light: Plane; readonly opacity: Plane | null } => {
  const opacity = opacityOf(raster);
  const light = lightOf(raster);
  if (opacity === null) return { light, opacity };
  for (let i = 0; i < light.data.length; i++) light.data[i] = light.data[i]! * opacity.data[i]!;
  return { light, opacity };
};

const weighted = (weight: number): Float64Array => LIGHT_OF_BYTE.map((light) => light * weight);
const RED = weighted(LUMINANCE_WEIGHTS.red);
const GREEN = weighted(LUMINANCE_WEIGHTS.green);
const BLUE = weighted(LUMINANCE_WEIGHTS.blue);

/** Contribution of each byte of red, then of green, then of blue to the luminance. */
export const LUMINANCE_OF_BYTES: Float64Array = Float64Array.of(...RED, ...GREEN, ...BLUE);

const lightOf = ({ width, height, data }: Raster) => {
  const plane = makePlane(width, height);
  const out = plane.data;
  for (let i = 0, p = 0; i < out.length; i++, p += 4)
    out[i] = RED[data[p]!]! + GREEN[data[p + 1]!]! + BLUE[data[p + 2]!]!;
  return plane;
};

/** Null for the common picture without transparency, so that later stages skip the work. */
const opacityOf = ({ width, height, data }: Raster) => {
  // the buffer may be longer than the picture
  const end = 4 * width * height;
  let first = 3;
  while (first < end && data[first] === 255) first += 4;
  if (first >= end) return null;
  const plane = makePlane(width, height);
  for (let i = 0, p = 3; i < plane.data.length; i++, p += 4) plane.data[i] = data[p]! / 255;
  return plane;
};
