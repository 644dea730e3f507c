import sharp from "sharp";
import type { Plane } from "./plane.ts";
import { toLight } from "./tone.ts";

/** A picture to judge by: its luminance in linear light and, where it has any transparency, its opacity. */
export type Source = { readonly light: Plane; readonly opacity: Plane | null };

/** A file's first frame, upright. The judge decodes for itself, so that a mistake of our decoder counts against us. */
export const readSource = async (bytes: Uint8Array): Promise<Source> => {
  const { data, info } = await sharp(bytes, { limitInputPixels: false, page: 0 })
    .autoOrient()
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return {
    light: { width, height, data: luminanceOf(data) },
    opacity: isOpaque(data) ? null : { width, height, data: opacityOf(data) },
  };
};

/** The light of a picture that lies on paper of this light. */
export const layOn = ({ light, opacity }: Source, paper: number): Plane => {
  if (opacity === null) return light;
  const data = light.data.map((value, i) => value * opacity.data[i]! + paper * (1 - opacity.data[i]!));
  return { ...light, data };
};

const LIGHT = Float64Array.from({ length: 256 }, (_, value) => toLight(value / 255));

/** Rec. 709 luminance. */
const luminanceOf = (rgba: Uint8Array): Float32Array => {
  const out = new Float32Array(rgba.length / 4);
  for (let i = 0, at = 0; i < out.length; i++, at += 4) {
    out[i] = 0.2126 * LIGHT[rgba[at]!]! + 0.7152 * LIGHT[rgba[at + 1]!]! + 0.0722 * LIGHT[rgba[at + 2]!]!;
  }
  return out;
};

const isOpaque = (rgba: Uint8Array): boolean => {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
};

const opacityOf = (rgba: Uint8Array): Float32Array =>
  Float32Array.from({ length: rgba.length / 4 }, (_, i) => rgba[4 * i + 3]! / 255);
