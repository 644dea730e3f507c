import { INPUT_FORMAT_NAMES, INPUT_FORMATS, type InputFormat, Refusal, SETTINGS } from "@lumiglyph/contract";

/** What a picture may be before a pixel of it is decoded; pixels are width × height, a side is the longer of the two. */
export type DecodeLimits = {
  readonly formats: readonly InputFormat[];
  /** An AVIF may have 35 % of these. */
  readonly maxPixels: number;
  readonly maxSide: number;
};

/** All that the decoder can take, which is the most that an operator may set: for pictures of one's own. */
export const NO_LIMITS: DecodeLimits = {
  formats: INPUT_FORMAT_NAMES,
  maxPixels: SETTINGS.SERVICE_MAX_IMAGE_PIXELS.max,
  maxSide: SETTINGS.SERVICE_MAX_IMAGE_SIDE.max,
};

/** The format, where it is one that is read here; otherwise refused, naming those that are. */
export const allowFormat = (format: InputFormat | null, { formats }: DecodeLimits): InputFormat => {
  if (format !== null && formats.includes(format)) return format;
  const given = format === null ? "The bytes are no raster format known here" : `${labelOf(format)} is not read here`;
  throw new Refusal("image_format_unsupported", `${given}. Send one of: ${formats.map(labelOf).join(", ")}.`);
};

/** What a header says that the limits are about. */
type Announced = { readonly format: InputFormat; readonly width: number; readonly height: number };

/** Refuses a picture whose header announces more pixels, or a longer side, than the limits. */
export const checkSize = ({ format, width, height }: Announced, { maxPixels, maxSide }: DecodeLimits): void => {
  const pixels = width * height;
  if (Math.max(width, height) > maxSide) {
    throw new Refusal("image_too_many_pixels", `The image is ${width} × ${height}; the limit is ${maxSide} a side.`);
  }
  const most = format === "avif" ? Math.floor(maxPixels * AVIF_SHARE) : maxPixels;
  if (pixels > most) {
    const limit = `the limit${format === "avif" ? " for AVIF" : ""} is ${most} pixels`;
    throw new Refusal("image_too_many_pixels", `The image is ${width} × ${height}, ${pixels} pixels; ${limit}.`);
  }
};

/**
 * Its decoder holds the whole picture in planes of its own, and then again in another form. Measured in a warm process, 40
 * MP of a GIF or a WebP peak at 530 MiB and an AVIF at 850; 14 MP of an AVIF in 12 bits, with transparency, at 480.
 */
const AVIF_SHARE = 0.35;

const labelOf = (format: InputFormat): string => INPUT_FORMATS[format].label;
