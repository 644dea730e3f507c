import type { InputFormat } from "@lumiglyph/contract";
import { fixture } from "../../spec/drawn.ts";

/** An image of our own to mutate. */
export type Sample = { readonly format: InputFormat; readonly bytes: Buffer };

/** Files of the five formats and their variants, up to 64 KB. */
const FILES: { readonly [Format in InputFormat]: readonly string[] } = {
  jpeg: ["baseline.jpg", "progressive.jpg", "gray.jpg", "cmyk.jpg", "exif-6.jpg"],
  png: ["palette.png", "gray-alpha.png", "display-p3.png"],
  webp: ["lossy.webp", "lossless.webp", "animated.webp"],
  gif: ["still.gif"],
  avif: ["picture.avif"],
};

export const readSamples = (): { readonly [Format in InputFormat]: readonly Sample[] } => {
  const samplesOf = (format: InputFormat) =>
    FILES[format].map((file) => ({ format, bytes: Buffer.from(fixture(`formats/${file}`)) }));
  return {
    jpeg: samplesOf("jpeg"),
    png: samplesOf("png"),
    webp: samplesOf("webp"),
    gif: samplesOf("gif"),
    avif: samplesOf("avif"),
  };
};
