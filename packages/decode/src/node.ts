import { inflateSync } from "node:zlib";
import {
  type GridSize,
  type GridWish,
  gridSize,
  INPUT_FORMAT_NAMES,
  type InputFormat,
  LARGEST_IMAGE,
  refusalFor,
  refuseFor,
} from "@lumiglyph/contract";
import { partsHeight, partsWidth, type Raster, type SourceInfo } from "@lumiglyph/engine";
import type { Sharp } from "sharp";
import sharp from "sharp";
import { type Header, readHeader } from "./header.ts";
import { endOfScan, isBare, lacksEnd, withEnds } from "./jpeg-end.ts";
import { forOneLoader } from "./one-loader.ts";
import { unsupported } from "./refuse-format.ts";
import { sniff } from "./sniff.ts";

export { type Animation, openAnimation } from "./animation.ts";
export { restrictSharp } from "./decoders.ts";
export { type DecodeLimits, NO_LIMITS };

/** A decoded image and facts about its file. */
export type DecodedImage = { readonly raster: Raster; readonly source: SourceInfo };

/**
 * Decodes a file's first frame. Throws only a `Refusal`, whatever the bytes: `image_format_unsupported`,
 * `image_too_many_pixels`, `grid_too_large` for this grid (these three before decoding), or `image_unreadable`.
 */
export const decodeImage = async (bytes: Uint8Array, limits: DecodeLimits, wish: GridWish): Promise<DecodedImage> => {
  const format = allowFormat(bytes, limits);
  checkDecodeCost(bytes, format);
  const given = forOneLoader(bytes, format);
  const [file, probe] = format === "jpeg" && lacksEnd(given) ? withEnds(given) : [given, null];
  const header = await readHeader(file, format);
  checkSize(header, limits);
  const grid = gridSize(wish, header.width, header.height);
  const reading = { maxPixels: limits.maxPixels, grid };
  const raster = await readPixels(file, header, reading);
  if (probe !== null && !isSame(raster, await readPixels(probe, header, reading))) throw refusalFor("image_unreadable");
  return { raster, source: { width: header.width, height: header.height, format } };
};

const isSame = (a: Raster, b: Raster): boolean => Buffer.from(a.data).equals(Buffer.from(b.data));

/**
 * Refuses a file that would take its decoder far longer than its pixels justify, whatever size it
 * declares.
 */
export const checkDecodeCost = (bytes: Uint8Array, format: InputFormat): void => {
  if (format === "jpeg" && hasTooManyScans(bytes)) throw refuseFor("image_unreadable", { kind: "scans" });
  if (format === "png" && inflatesTooMuch(bytes)) throw refuseFor("image_unreadable", { kind: "metadata" });
};

/** Encodes a raster as PNG, without alpha if it is opaque. */
export const encodePng = async ({ width, height, data }: Raster): Promise<Uint8Array> => {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  return (isOpaque(data) ? image.removeAlpha() : image).png().toBuffer();
};

const isOpaque = (data: Raster["data"]): boolean => {
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  return true;
};

/** A raster's size in pixels. */
export type Size = { readonly width: number; readonly height: number };

/**
 * The size to decode at: the image's own, or, for one much larger than the engine can use, the size
 * that the engine needs. That averages encoded values rather than light, which a sharp filter
 * partly corrects. Measured on seven photographs at 120 columns and half of this size, it cost .002
 * of structural similarity; 2 MP took 60 % of the time, 24 MP 50 %, because a JPEG decoder can skip
 * detail from a quarter size on. Other formats are decoded in full, so only large files gain: a
 * WebP of 40 MP at 400 columns takes half of the time. A PNG must give the same raster everywhere.
 */
export const sizeToRead = ({ format, width, height }: Header, { columns, rows }: GridSize): Size => {
  const enough = { width: partsWidth(columns), height: partsHeight(rows) };
  const isFar = width >= FAR * enough.width && height >= FAR * enough.height;
  const gains = format === "jpeg" || (format !== "png" && width * height > LARGE);
  return isFar && gains ? enough : { width, height };
};

const FAR = 2;

/** Minimum pixels for which shrinking while decoding is faster than decoding in full. */
const LARGE = 4_000_000;

/** Maximum scans of a JPEG. Encoders write about a dozen; each makes the decoder visit every block again. */
const MAX_SCANS = 100;

/**
 * Whether a JPEG has too many scans. The standard allows thousands, at hardly a byte each: a file
 * of 270 KB can keep a decoder busy for 15 seconds.
 */
export const hasTooManyScans = (bytes: Uint8Array): boolean => {
  let scans = 0;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return false;
    const marker = bytes[at + 1]!;
    const isFill = marker === 0xff;
    if (marker === END_OF_IMAGE) return false;
    if (marker === START_OF_SCAN && ++scans > MAX_SCANS) return true;
    at += isFill ? 1 : isBare(marker) ? 2 : 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
    if (marker === START_OF_SCAN) at = endOfScan(bytes, at);
  }
  return false;
};

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Limits checked before decoding; pixels are width × height, a side is the longer of the two. */
type DecodeLimits = {
  readonly formats: readonly InputFormat[];
  /** AVIF images may have 35 % of these. */
  readonly maxPixels: number;
  readonly maxSide: number;
};

/** The decoder's own maximum, also the highest an operator may set: for trusted images. */
const NO_LIMITS: DecodeLimits = {
  formats: INPUT_FORMAT_NAMES,
  maxPixels: LARGEST_IMAGE.pixels,
  maxSide: LARGEST_IMAGE.side,
};

/** The format if it is accepted. */
const allowFormat = (bytes: Uint8Array, { formats }: DecodeLimits): InputFormat => {
  const format = sniff(bytes);
  if (format !== null && formats.includes(format)) return format;
  throw unsupported(bytes, format, formats);
};

/** The header fields that the limits check. */
type Announced = { readonly format: InputFormat; readonly width: number; readonly height: number };

/** Refuses an image whose header declares more pixels or a longer side than allowed. */
const checkSize = ({ format, width, height }: Announced, { maxPixels, maxSide }: DecodeLimits): void => {
  if (Math.max(width, height) > maxSide) {
    throw refuseFor("image_too_many_pixels", { kind: "side", width, height, most: maxSide });
  }
  const most = format === "avif" ? Math.floor(maxPixels * AVIF_SHARE) : maxPixels;
  if (width * height > most) throw refuseFor("image_too_many_pixels", { kind: "pixels", width, height, most, format });
};

/**
 * The AVIF decoder holds the whole image twice, in different forms. Measured in a warm process, 40
 * MP of GIF or WebP peak at 530 MiB and AVIF at 850; 14 MP of 12-bit AVIF with alpha peak at 480.
 */
const AVIF_SHARE = 0.35;

/**
 * Maximum bytes that the texts and the profile of a PNG may inflate to in total. They do not affect
 * pixels.
 */
const MAX_INFLATED_BYTES = 16 * 1024 ** 2;

/**
 * Minimum bytes that each of them counts for, because starting to inflate costs time too. Allows at
 * most 256.
 */
const LEAST_COST = 64 * 1024;

/**
 * Whether the metadata of a PNG inflates to too much. The decoder inflates all of it before it reports even the size,
 * and a megabyte can become a gigabyte.
 */
export const inflatesTooMuch = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let left = MAX_INFLATED_BYTES;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    if (type === ZTXT || type === ITXT || type === ICCP) {
      left -= Math.max(LEAST_COST, inflatedLength(packedIn(type, bytes.subarray(at + 8, at + 8 + length)), left));
    }
    if (left < 0) return true;
    at += 12 + length;
  }
  return false;
};

/** Types of compressed chunks, as numbers: a file may have a million chunks. */
const [ZTXT, ITXT, ICCP] = [0x7a545874, 0x69545874, 0x69434350];

const NOTHING = new Uint8Array();

/** The compressed part of such a chunk (PNG third edition, 11.3.2 and 11.3.3); empty if there is none. */
const packedIn = (type: number, data: Uint8Array): Uint8Array => {
  const name = data.indexOf(0);
  if (name === -1) return NOTHING;
  if (type !== ITXT) return data.subarray(name + 2);
  const language = data.indexOf(0, name + 3);
  const keyword = language === -1 ? -1 : data.indexOf(0, language + 1);
  return data[name + 1] !== 1 || keyword === -1 ? NOTHING : data.subarray(keyword + 1);
};

/**
 * The inflated length, at most `most` + 1. Truncated or invalid data counts as its maximum, because
 * the decoder also notices the fault only on the way.
 */
const inflatedLength = (packed: Uint8Array, most: number): number => {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most) }).length;
  } catch (error) {
    const isTooLong = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return isTooLong ? most + 1 : Math.min(most + 1, packed.length * DEFLATE_MOST);
  }
};

/** Maximum inflated bytes per deflated byte (RFC 1951: 258 for two bits). */
const DEFLATE_MOST = 1032;

/** The first frame as upright 8-bit sRGB RGBA, not premultiplied, at the size of `sizeToRead`. */
const readPixels = async (
  bytes: Uint8Array,
  header: Header,
  { maxPixels, grid }: { readonly maxPixels: number; readonly grid: GridSize },
): Promise<Raster> => {
  const size = sizeToRead(header, grid);
  const { data, info } = await decode(shrunk(toSrgb(bytes, header, maxPixels), header, size));
  const { width, height } = info;
  const whole = width === size.width && height === size.height && data.length === width * height * 4;
  if (!whole) throw refusalFor("image_unreadable");
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
};

const shrunk = (image: Sharp, { width, height }: Header, size: Size): Sharp =>
  size.width === width && size.height === height ? image : image.resize({ ...size, fit: "fill", kernel: "lanczos3" });

const toSrgb = (bytes: Uint8Array, { srgb, deep }: Header, maxPixels: number): Sharp => {
  const image = sharp(bytes, {
    pages: 1,
    autoOrient: true,
    failOn: "warning",
    limitInputPixels: maxPixels,
    ignoreIcc: srgb,
  })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" });
  // sharp converts deep color with a profile to Display P3 and would label it sRGB
  return deep && !srgb ? image.withIccProfile("srgb") : image;
};

const decode = async (image: Sharp) => {
  try {
    return await image.toBuffer({ resolveWithObject: true });
  } catch {
    throw refusalFor("image_unreadable");
  }
};
