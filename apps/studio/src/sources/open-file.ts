import { INPUT_FORMATS, type InputFormat } from "@lumiglyph/contract";
import { sniff } from "@lumiglyph/decode";
import type { Host } from "../state/host.ts";
import type { OpenResult, PictureSize, SourceError } from "../state/source.ts";
import { isTooLarge } from "./image-limits.ts";

/** Opens an image or a video file. An image's header is checked before decoding, as in the API. */
export const openFile = async (
  file: Blob,
  name: string,
  host: Pick<Host, "decode" | "glance" | "suit" | "still" | "urls" | "animate" | "play" | "drawSvg">,
): Promise<OpenResult> => {
  if (file.size === 0) return unreadable(name, "empty");
  const bytes = await headOf(file, HEAD);
  if (bytes === null) return unreadable(name, "gone");
  const format = sniff(bytes);
  if (format === null && isVideo(bytes)) return openVideo(file, name, host);
  if (format === null && isSvg(bytes)) return openDrawing(file, name, host);
  if (format === null) return { error: { code: "image_format_unsupported", ...foundIn(bytes) } };
  const size = sizeInHeader(bytes, format) ?? sizeInHeader((await headOf(file)) ?? bytes, format);
  if (size === null) return unreadable(name, await whyOf(file, format));
  if (isTooLarge(size)) return { error: { code: "image_too_many_pixels", size } };
  try {
    if (moves(bytes, format)) {
      const video = await host.animate(file, INPUT_FORMATS[format].mediaType).catch(() => null);
      if (video !== null) return openVideo(video, name, host);
    }
    const isLarge = size.width * size.height > LARGE && !moves(bytes, format);
    const image = await (isLarge ? host.glance(file, format, size) : host.decode(file));
    const shown = moves(bytes, format) ? await host.still(file) : file;
    const suits = await host.suit(image);
    const opened = { name, kind: "image", info: image.source, file, url: host.urls.create(shown) } as const;
    return { image, suits, opened };
  } catch {
    return unreadable(name, await whyOf(file, format));
  }
};

/** Pixels above which a picture is sketched from a small copy first. */
const LARGE = 2_000_000;

const openVideo = async (
  file: Blob,
  name: string,
  { urls, play }: Pick<Host, "urls" | "play">,
): Promise<OpenResult> => {
  const url = urls.create(file);
  const opening = await play({ file, name, url });
  if ("error" in opening) urls.revoke(url);
  return opening;
};

/** An SVG is converted to a PNG. */
const openDrawing = async (file: Blob, name: string, host: Parameters<typeof openFile>[2]): Promise<OpenResult> => {
  const picture = await host.drawSvg(file).catch(() => null);
  return picture?.type === "image/png" ? openFile(picture, name, host) : unreadable(name, "damaged");
};

/**
 * Whether a file is SVG: its root element is near the beginning, after comments and declarations.
 */
export const isSvg = (bytes: Uint8Array): boolean =>
  /^\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg[\s>])/i.test(textOf(bytes, 256)) && /<svg[\s>]/i.test(textOf(bytes, 4096));

const textOf = (bytes: Uint8Array, length: number): string =>
  new TextDecoder("latin1").decode(bytes.subarray(0, length)).replace("ï»¿", "");

/** Common formats that browsers do not decode. */
const foundIn = (bytes: Uint8Array): Pick<Extract<SourceError, { code: "image_format_unsupported" }>, "found"> => {
  const head = textOf(bytes, 16);
  if (head.slice(4, 8) === "ftyp" && /^(?:hei|hev|mif1|msf1)/.test(head.slice(8, 12))) return { found: "HEIC" };
  if (head.startsWith("%PDF")) return { found: "PDF" };
  if (/^(?:II\*\0|MM\0\*)/.test(head)) return { found: "TIFF" };
  if (head.startsWith("8BPS")) return { found: "PSD" };
  return head.startsWith("BM") ? { found: "BMP" } : {};
};

/**
 * Enough bytes for nearly every header: a JPEG may have a thumbnail and a color profile before it.
 */
const HEAD = 256 * 1024;

const headOf = async (file: Blob, length = file.size): Promise<Uint8Array | null> => {
  try {
    return new Uint8Array(await file.slice(0, length).arrayBuffer());
  } catch {
    return null;
  }
};

type Why = Extract<SourceError, { code: "image_unreadable" }>["why"];

const unreadable = (name: string, why: Why): OpenResult => ({ error: { code: "image_unreadable", name, why } });

const whyOf = async (file: Blob, format: InputFormat): Promise<Why> => {
  const bytes = await headOf(file);
  if (bytes === null) return "gone";
  return endsEarly(bytes, format) ? "cut" : "damaged";
};

/** Whether a file is a video: MP4 and QuickTime (ISO/IEC 14496-12), Matroska and WebM (RFC 9559), Ogg (RFC 3533). */
export const isVideo = (bytes: Uint8Array): boolean => {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith("\x1aE\xdf\xa3") || head.startsWith("OggS")) return true;
  const box = head.slice(4, 8);
  return box === "ftyp" ? !STILLS.includes(head.slice(8, 12)) : OLD_BOXES.includes(box);
};

/** Brands of images that use the same boxes. */
const STILLS = ["avif", "avis", "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "crx "];

/** First boxes of QuickTime files older than `ftyp`. */
const OLD_BOXES = ["moov", "mdat", "wide"];

/** Whether a file that failed to decode is truncated. An AVIF's end does not reveal it. */
const endsEarly = (bytes: Uint8Array, format: InputFormat): boolean => {
  switch (format) {
    case "jpeg":
      return !holds(bytes.subarray(-TRAILER), [0xff, 0xd9]);
    case "png":
      return !holds(bytes.subarray(-TRAILER), [0x49, 0x45, 0x4e, 0x44]);
    case "gif":
      return bytes.at(-1) !== 0x3b;
    case "webp":
      return announcedSize(bytes) > bytes.length;
    case "avif":
      return false;
  }
};

/** Bytes that cameras and editors may append after an image's end. */
const TRAILER = 64;

const holds = (bytes: Uint8Array, sought: readonly number[]): boolean =>
  bytes.some((_, at) => sought.every((value, offset) => bytes[at + offset] === value));

/** RFC 9649 2.3: the RIFF size excludes itself and what precedes it. */
const announcedSize = (bytes: Uint8Array): number =>
  bytes.subarray(4, 8).reduceRight((size, byte) => size * 256 + byte, 0) + 8;

/** The size in a file's header, before any rotation; null if these bytes have no such header. Decodes no pixels. */
export const sizeInHeader = (bytes: Uint8Array, format: InputFormat): PictureSize | null => {
  try {
    const size = READERS[format](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // read past the end: the header is truncated
    if (error instanceof RangeError) return null;
    throw error;
  }
};

type Reader = (view: DataView) => PictureSize | null;

/** PNG (third edition) 11.2.2: the first chunk is IHDR. */
const png: Reader = (view) => ({ width: view.getUint32(16), height: view.getUint32(20) });

/** GIF89a 18: the logical screen, which is what browsers show. */
const gif: Reader = (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) });

/** ITU T.81 B.2.2: frame headers are SOF0 to SOF15, except three markers in that range. */
const jpeg: Reader = (view) => {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at++;
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === START_OF_SCAN) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
};

const START_OF_SCAN = 0xda;

/** RFC 9649 2.5 to 2.7: the canvas of an extended file, or the frame of a lossless or lossy one. */
const webp: Reader = (view) => {
  const kind = String.fromCharCode(view.getUint8(15));
  if (kind === "X")
    return { width: (view.getUint32(24, true) & LOW_24) + 1, height: (view.getUint32(27, true) & LOW_24) + 1 };
  if (kind === "L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & LOW_14) + 1, height: ((bits >>> 14) & LOW_14) + 1 };
  }
  return { width: view.getUint16(26, true) & LOW_14, height: view.getUint16(28, true) & LOW_14 };
};

const LOW_14 = 0x3fff;
const LOW_24 = 0xffffff;

/** ISO/IEC 23008-12 6.5.3: the largest `ispe` property is the image's, tiled or not; thumbnails have smaller ones. */
const avif: Reader = (view) => {
  const { from, to } = metaBox(view);
  let largest: PictureSize | null = null;
  for (let at = from; at + ISPE_SIZE <= to; at++) {
    if (view.getUint32(at) !== ISPE_SIZE || view.getUint32(at + 4) !== ISPE) continue;
    const size = { width: view.getUint32(at + 12), height: view.getUint32(at + 16) };
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
};

/** ISO/IEC 14496-12 4.2: boxes follow one another, each with its size and type. */
const metaBox = (view: DataView): { readonly from: number; readonly to: number } => {
  for (let at = 0; ; ) {
    const size = view.getUint32(at) === 1 ? Number(view.getBigUint64(at + 8)) : view.getUint32(at);
    if (view.getUint32(at + 4) === META) return { from: at, to: at + size };
    if (size < 8) throw new RangeError("box without a valid size");
    at += size;
  }
};

/** Box types are four ASCII characters. */
const META = 0x6d657461;
const ISPE = 0x69737065;
const ISPE_SIZE = 20;

const READERS: { readonly [Format in InputFormat]: Reader } = { png, gif, jpeg, webp, avif };

/**
 * Whether an image may have several frames, from its first bytes. Any GIF may, because its frame count is known only at
 * its end.
 */
export const moves = (bytes: Uint8Array, format: InputFormat): boolean => {
  const head = String.fromCharCode(...bytes.subarray(0, MOVES_HEAD));
  switch (format) {
    case "gif":
      return true;
    case "png":
      // APNG: the control chunk precedes the pixels
      return head.slice(0, head.indexOf("IDAT")).includes("acTL");
    case "webp":
      // RFC 9649 2.7: the second bit of an extended file's flags
      return head[15] === "X" && (bytes[20]! & 0b10) !== 0;
    case "avif":
      // AV1 Image File Format 8: the brand of image sequences
      return head.slice(0, 64).includes("avis");
    case "jpeg":
      return false;
  }
};

const MOVES_HEAD = 8192;
