import sharp from "sharp";
import { lightOf } from "../support/srgb.ts";
import { type Plane, resized } from "./plane.ts";

/** A picture on the working raster, 2 × 4 samples a cell: its light over black, and its opacity. */
export type Picture = { readonly light: Plane; readonly opacity: Plane };

/** Reads an image file: Rec. 709 luminance, averaged by area in linear light. */
export const readPicture = async (file: Uint8Array, columns: number, rows: number): Promise<Picture> => {
  const [width, height] = [2 * columns, 4 * rows];
  const { data, info } = await readPixels(file, columns, rows);
  const light = new Float64Array(info.width * info.height);
  const opacity = new Float64Array(light.length);
  for (let i = 0, at = 0; i < light.length; i++, at += 4) {
    const luminance = RED[data[at]!]! + GREEN[data[at + 1]!]! + BLUE[data[at + 2]!]!;
    opacity[i] = data[at + 3]! / 255;
    light[i] = luminance * opacity[i]!;
  }
  const reduced = (values: Float64Array): Plane =>
    reducedTo({ width: info.width, height: info.height, data: values }, width, height);
  return { light: reduced(light), opacity: reduced(opacity) };
};

/**
 * The first frame, upright, in sRGB. A JPEG of at least twice the size of the parts of the cells, 4
 * × 8 in each, is reduced to that by its decoder, as in the service: scores refer to that reading,
 * which averages encoded values.
 */
export const readPixels = async (file: Uint8Array, columns: number, rows: number) => {
  const [width, height] = [4 * columns, 8 * rows];
  const image = sharp(file, { pages: 1, autoOrient: true }).toColourspace("srgb").ensureAlpha().raw({ depth: "uchar" });
  const { format, autoOrient } = await image.metadata();
  const isLarge = autoOrient.width >= 2 * width && autoOrient.height >= 2 * height;
  const read = format === "jpeg" && isLarge ? image.resize({ width, height, fit: "fill", kernel: "lanczos3" }) : image;
  return read.toBuffer({ resolveWithObject: true });
};

/** By halves while the sides are even and four times too long, then by area. */
const reducedTo = (plane: Plane, width: number, height: number): Plane => {
  const isEven = plane.width % 2 === 0 && plane.height % 2 === 0;
  const isLarge = plane.width >= 4 * width && plane.height >= 4 * height;
  if (isEven && isLarge) return reducedTo(resized(plane, plane.width / 2, plane.height / 2), width, height);
  return resized(plane, width, height);
};

const shareOf = (share: number): readonly number[] =>
  Array.from({ length: 256 }, (_, byte) => share * lightOf(byte / 255));
const RED = shareOf(0.2126);
const GREEN = shareOf(0.7152);
const BLUE = shareOf(0.0722);
