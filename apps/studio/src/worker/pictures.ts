import type { SourceInfo } from "@lumiglyph/engine";

/** An image's pixels on their way to the Worker: upright 8-bit sRGB RGBA, transferred rather than copied. */
export type SentPicture = {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayBuffer;
  readonly source: SourceInfo;
  /** A small copy that is only sketched: the whole follows. */
  readonly isGlance?: true;
};

/** A small rendering as pixels: a look, a charset's tile, a sample. */
export type Thumbnail = ImageBitmap;

/** How a PNG is painted. */
export type PngPicture = {
  /** Multiple of 8 × 16 pixels per cell. */
  readonly scale: 1 | 2 | 3 | 4;
  readonly transparent: boolean;
  /** A size in pixels, with the art centered as large as fits; null for the art's own size. */
  readonly frame: { readonly width: number; readonly height: number } | null;
};
