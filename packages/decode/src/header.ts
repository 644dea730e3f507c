import { type InputFormat, refusalFor } from "@lumiglyph/contract";
import type { Metadata } from "sharp";
import sharp from "sharp";
import { isSrgbProfile } from "./icc.ts";

/** A file's header, read without decoding pixels. Width and height are upright, of the first frame. */
export type Header = {
  readonly format: InputFormat;
  readonly width: number;
  readonly height: number;
  /** Whether the embedded color profile is absent or sRGB. */
  readonly srgb: boolean;
  /** Whether it has more than 8 bits per channel. */
  readonly deep: boolean;
};

/** Reads the header of an image. Throws if the decoder finds none or another format. */
export const readHeader = async (bytes: Uint8Array, format: InputFormat): Promise<Header> => {
  const metadata = await readMetadata(bytes);
  if (!isOf(metadata, format)) throw refusalFor("image_unreadable");
  const { icc, space, autoOrient } = metadata;
  return {
    format,
    width: autoOrient.width,
    height: autoOrient.height,
    srgb: icc === undefined || isSrgbProfile(icc),
    deep: space === "rgb16",
  };
};

const readMetadata = async (bytes: Uint8Array): Promise<Metadata> => {
  try {
    // the caller checks the size, so that its error can include it; sharp only reports that it is
    // too large
    return await sharp(bytes, { pages: 1, limitInputPixels: false }).metadata();
  } catch {
    throw refusalFor("image_unreadable");
  }
};

const isOf = (metadata: Metadata, format: InputFormat): boolean =>
  format === "avif" ? metadata.format === "heif" && metadata.compression === "av1" : metadata.format === format;
