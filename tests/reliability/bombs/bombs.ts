import type { ErrorCode } from "@lumiglyph/contract";
import { fixture } from "../../spec/drawn.ts";
import { gridAvif, headedAvif } from "./avif.ts";
import { be32, latin } from "./bytes.ts";
import * as documents from "./documents.ts";
import { exifThumbnail } from "./exif.ts";
import { gifFrame, gifHead, gifOf } from "./gif.ts";
import { headedJpeg, headedProgressiveJpeg, manyScans } from "./jpeg.ts";
import { blackData, deflatedZeros, ihdr, pngChunk, pngOf, smallPng } from "./png.ts";
import * as polyglots from "./polyglots.ts";
import { canvasWebp, losslessWebp, lossyWebp } from "./webp.ts";

/** A malicious file and its expected error. */
export type Bomb = {
  readonly name: string;
  readonly make: () => Uint8Array;
  readonly status: 400 | 413;
  readonly code: ErrorCode;
  /** Whether its first bytes give it away: then nothing is decoded. */
  readonly fromHeader: boolean;
};

type Made = { readonly [name: string]: () => Uint8Array };

/** Images that announce more than the limit. */
const TOO_LARGE: Made = {
  "PNG of 20,000 × 20,000 in 48 KB": () => pngOf(ihdr(20_000, 20_000), blackData(2500, 20_000)),
  "PNG of 20,000 × 20,000, interlaced": () => pngOf(ihdr(20_000, 20_000, { interlaced: 1 }), blackData(2500, 20_000)),
  "PNG of 11,000 × 11,000, no side too long": () => pngOf(ihdr(11_000, 11_000), blackData(1375, 11_000)),
  "PNG of one line of 999,999": () => pngOf(ihdr(999_999, 1), blackData(125_000, 1)),
  "APNG of 10,000 frames of 20,000 × 20,000": () =>
    pngOf(ihdr(20_000, 20_000), pngChunk("acTL", be32(10_000, 0)), blackData(2500, 20_000)),
  "GIF of 65,535 × 65,535 in 35 bytes": () => gifOf(gifHead(65_535, 65_535), gifFrame(65_535, 65_535)),
  "GIF of 50,000 frames of 20,000 × 20,000": () =>
    gifOf(gifHead(20_000, 20_000), ...Array<Buffer>(50_000).fill(gifFrame(20_000, 20_000))),
  "GIF of a small screen and a frame of 65,535 × 65,535": () => gifOf(gifHead(8, 8), gifFrame(65_535, 65_535)),
  "WebP of 16,383 × 16,383, lossless": () => losslessWebp(16_383, 16_383),
  "WebP of 16,383 × 16,383, lossy": () => lossyWebp(16_383, 16_383),
  "AVIF of 65,535 × 65,535": () => headedAvif(65_535, 65_535),
  "JPEG of 65,500 × 65,500": () => headedJpeg(65_500, 65_500),
  "JPEG of 65,500 × 65,500, progressive": () => headedProgressiveJpeg(65_500, 65_500),
  "JPEG of 65,500 × 65,500 behind a small thumbnail": () =>
    headedJpeg(65_500, 65_500, exifThumbnail(fixture("formats/baseline.jpg"))),
};

/** Images that hide their cost, or differ from what their first bytes announce. */
const UNREADABLE: Made = {
  "JPEG of 1,000 scans": () => manyScans(6000, 6000, 1000),
  "JPEG of 6,000 × 6,000 that ends at once": () => headedJpeg(6000, 6000),
  "PNG with 100 MB of text": () => smallPng(pngChunk("zTXt", Buffer.concat([latin("Comment\0\0"), deflatedZeros()]))),
  "PNG with 100 MB of international text": () =>
    smallPng(pngChunk("iTXt", Buffer.concat([latin("Comment\0\x01\0\0\0"), deflatedZeros()]))),
  "PNG with a color profile of 100 MB": () =>
    smallPng(pngChunk("iCCP", Buffer.concat([latin("profile\0\0"), deflatedZeros()]))),
  "PNG of 2,147,483,647 pixels a line": () => pngOf(ihdr(2_147_483_647, 1), blackData(8, 1)),
  "PNG of 6,000 × 6,000 and 16 bits that ends at once": () =>
    pngOf(ihdr(6000, 6000, { depth: 16, color: 6 }), blackData(8, 1)),
  "PNG, its first half": () => fixture("formats/palette.png").subarray(0, 9000),
  "WebP of 6,000 × 6,000 that ends at once": () => losslessWebp(6000, 6000),
  "WebP of a canvas of 16,777,216 × 255": () => canvasWebp(16_777_216, 255),
  "WebP, its first half": () => fixture("formats/lossy.webp").subarray(0, 4000),
  "AVIF of 3,000 × 3,000 that has 256 × 192": () => headedAvif(3000, 3000),
  "AVIF of 40,000 tiles": () => gridAvif(tiles(200), { width: 51_200, height: 38_400 }),
  "AVIF of 40,000 tiles that says it is small": () => gridAvif(tiles(200), { width: 256, height: 192 }),
  "AVIF of one tile for 65,535 × 65,535": () =>
    gridAvif({ rows: 1, columns: 1, width: 65_535, height: 65_535 }, { width: 256, height: 192 }),
  "AVIF, its first half": () => fixture("formats/picture.avif").subarray(0, 3000),
  "AVIF of another codec": polyglots.avifAndHevc,
  "JPEG of a page": polyglots.jpegAndDocument,
  "PNG of a drawing": polyglots.pngAndSvg,
};

const tiles = (count: number) => ({ rows: count, columns: count, width: 256 * count, height: 192 * count });

/** Formats that are not accepted, though other programs would open them or find an image in them. */
const UNSUPPORTED: Made = {
  "SVG of a billion laughs": documents.billionLaughs,
  "SVG of a script and a file": documents.scriptedSvg,
  "SVG in gzip": documents.packedSvg,
  MVG: documents.mvg,
  MSL: documents.mslScript,
  HTML: documents.page,
  PDF: documents.pdf,
  PostScript: documents.postScript,
  "ZIP of 50 MB of zeros": documents.zip,
  "BMP of 65,535 × 65,535": documents.bmp,
  "TIFF of 60,000 × 60,000": documents.tiff,
  "PPM of 65,535 × 65,535": documents.ppm,
  "icon of 65,535 pictures": documents.icon,
  "JPEG 2000 of 60,000 × 60,000": documents.jpeg2000,
  "JPEG XL": documents.jpegXl,
  HEIC: documents.heic,
  "PDF and JPEG in one": polyglots.pdfAndJpeg,
  "ZIP and PNG in one": polyglots.zipAndPng,
  "HTML and GIF in one": polyglots.htmlAndGif,
  "sound in WebP's container": polyglots.riffAndSound,
};

const bombsOf = (made: Made, rest: Pick<Bomb, "status" | "code" | "fromHeader">): readonly Bomb[] =>
  Object.entries(made).map(([name, make]) => ({ name, make, ...rest }));

/** Everything that must be refused. */
export const BOMBS: readonly Bomb[] = [
  ...bombsOf(TOO_LARGE, { status: 413, code: "image_too_many_pixels", fromHeader: true }),
  ...bombsOf(UNREADABLE, { status: 400, code: "image_unreadable", fromHeader: false }),
  ...bombsOf(UNSUPPORTED, { status: 400, code: "image_format_unsupported", fromHeader: true }),
];
