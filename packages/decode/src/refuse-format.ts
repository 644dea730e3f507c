import { INPUT_FORMAT_NAMES, INPUT_FORMATS, type InputFormat, type Refusal, refuseFor } from "@lumiglyph/contract";

/** The refusal of a file whose format is unknown or not accepted. */
export const unsupported = (
  bytes: Uint8Array,
  format: InputFormat | null,
  accepted: readonly InputFormat[] = INPUT_FORMAT_NAMES,
): Refusal => {
  const given = format === null ? otherFormat(bytes) : INPUT_FORMATS[format].label;
  const labels = accepted.map((each) => INPUT_FORMATS[each].label);
  return refuseFor("image_format_unsupported", { kind: "format", given, accepted: labels });
};

/** The name of a format that is not read, by its first bytes; null if it is unknown. */
const otherFormat = (bytes: Uint8Array): string | null => {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD));
  const found =
    SIGNATURES.find(([, signature, at = 0]) => head.startsWith(signature, at)) ??
    PATTERNS.find(([, pattern]) => pattern.test(head));
  return found?.[0] ?? null;
};

/** Enough for the declarations before the root element of an SVG. */
const HEAD = 1024;

/** Files that people send instead of a picture: name, signature and its offset. */
const SIGNATURES: readonly (readonly [name: string, signature: string, at?: number])[] = [
  ["TIFF", "II*\0"],
  ["TIFF", "MM\0*"],
  ["TIFF", "II+\0"],
  ["TIFF", "MM\0+"],
  ["BMP", "BM"],
  ["PDF", "%PDF"],
  ["PSD", "8BPS"],
  ["JPEG XL", "\xff\x0a"],
  ["JPEG XL", "JXL ", 4],
  ["JPEG 2000", "\xff\x4f\xff\x51"],
  ["JPEG 2000", "jP  ", 4],
  ["JPEG XR", "II\xbc"],
  ["ICO", "\0\0\x01\0"],
  ["ICO", "\0\0\x02\0"],
  ["ICNS", "icns"],
  ["XCF", "gimp xcf"],
  ["PostScript", "%!PS"],
  ["DjVu", "AT&TFORM"],
  ["QOI", "qoif"],
  ["OpenEXR", "v/1\x01"],
  ["Radiance HDR", "#?RADIANCE"],
  ["Radiance HDR", "#?RGBE"],
  ["DDS", "DDS "],
  ["FITS", "SIMPLE  ="],
  ["MNG", "\x8aMNG"],
  ["WMF", "\xd7\xcd\xc6\x9a"],
  ["EMF", " EMF", 40],
  ["A camera's raw file", "FUJIFILMCCD-RAW"],
  ["A camera's raw file", "ftypcrx ", 4],
  ["WebM or Matroska video", "\x1aE\xdf\xa3"],
  ["AVI video", "AVI ", 8],
  ["A gzip archive", "\x1f\x8b"],
  ["A ZIP archive", "PK\x03\x04"],
];

const PATTERNS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["SVG", /^(?:\xef\xbb\xbf)?\s*(?:<(?:\?xml|!--|!doctype svg).*?)?<svg[\s>]/is],
  ["HTML", /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body)[\s>]/i],
  ["PNM", /^P[1-7]\s/],
  ["HEIC", /^.{4}ftyp(?:he[iv]|mif1|msf1)/s],
  ["MP4 or QuickTime video", /^(?:[^ -~].{3}ftyp|.{4}(?:moov|mdat|wide))/s],
];
