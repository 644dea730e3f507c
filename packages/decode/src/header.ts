import { type InputFormat, refusalFor } from "@lumiglyph/contract";
import type { Metadata } from "sharp";
import { sharp } from "./decoders.ts";
import { isSrgbProfile } from "./icc.ts";

/** What a file says of itself, read without decoding a pixel. Width and height are upright, of the first frame. */
export type Header = {
  readonly format: InputFormat;
  readonly width: number;
  readonly height: number;
  /** Whether the embedded color profile, where there is one, changes nothing. */
  readonly srgb: boolean;
  /** Whether it is color of more than 8 bits a channel. */
  readonly deep: boolean;
};

/** The header of a picture of this format; refused where the decoder finds none or finds another format's. */
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
    // The size is judged by the caller, who can say what it was; sharp would only say that it is too large.
    return await sharp(bytes, { pages: 1, limitInputPixels: false }).metadata();
  } catch {
    throw refusalFor("image_unreadable");
  }
};

const isOf = (metadata: Metadata, format: InputFormat): boolean =>
  format === "avif" ? metadata.format === "heif" && metadata.compression === "av1" : metadata.format === format;
