import { latin } from "./bytes.ts";
import { exifBeyond, exifLoop, exifOrientation, exifThumbnail } from "./exif.ts";
import { gifFrame, gifHead, gifOf } from "./gif.ts";
import { headedJpeg, manyScans } from "./jpeg.ts";
import { pngChunk, smallPng } from "./png.ts";
import * as polyglots from "./polyglots.ts";

/** A file that looks like an attack but is rendered as an image, and why that is harmless. */
export type Harmless = { readonly name: string; readonly make: () => Uint8Array; readonly why: string };

/** Only the pixels of a file reach a response: no name, no text, no byte. */
const PIXELS = "only its pixels are drawn: what else it carries is neither read nor repeated, stored or served";

export const HARMLESS: readonly Harmless[] = [
  { name: "GIF and HTML in one", make: polyglots.gifAndHtml, why: PIXELS },
  { name: "GIF and JavaScript in one", make: polyglots.gifAndScript, why: PIXELS },
  { name: "PNG and ZIP in one", make: polyglots.pngAndZip, why: PIXELS },
  { name: "PNG and PHP in one", make: polyglots.pngAndPhp, why: PIXELS },
  { name: "JPEG and PHP in one", make: polyglots.jpegAndPhp, why: PIXELS },
  { name: "JPEG and ZIP in one", make: polyglots.jpegAndZip, why: PIXELS },
  { name: "JPEG and HTML in one", make: polyglots.jpegAndHtml, why: PIXELS },
  {
    name: "JPEG with a thumbnail of 65,500 × 65,500",
    make: () => polyglots.jpegWith(exifThumbnail(headedJpeg(65_500, 65_500))),
    why: "no thumbnail is ever decoded",
  },
  ...[0, 9, 255, 65_535].map((value) => ({
    name: `JPEG of orientation ${value}`,
    make: () => polyglots.jpegWith(exifOrientation(value)),
    why: "an orientation that there is not is none",
  })),
  {
    name: "JPEG of two orientations",
    make: () => polyglots.jpegWith(exifOrientation(6), exifOrientation(8)),
    why: "one of them is taken; a turned picture is a picture",
  },
  {
    name: "JPEG whose Exif holds itself",
    make: () => polyglots.jpegWith(exifLoop()),
    why: "Exif is read to a fixed depth",
  },
  {
    name: "JPEG whose Exif has four billion values",
    make: () => polyglots.jpegWith(exifBeyond()),
    why: "values that lie behind the end are not read",
  },
  {
    name: "JPEG of 100 scans",
    make: () => manyScans(1000, 1000, 100),
    why: "as many as are read cost no more than tenfold one",
  },
  {
    name: "GIF of 50,000 frames",
    make: () => gifOf(gifHead(8, 8), ...Array<Buffer>(50_000).fill(gifFrame(8, 8))),
    why: "one frame is decoded, the others are only found",
  },
  {
    name: "APNG of a billion frames",
    make: () => smallPng(pngChunk("acTL", Buffer.from([0x3b, 0x9a, 0xca, 0, 0, 0, 0, 0]))),
    why: "it is read as the PNG that it is too",
  },
  {
    name: "PNG of 20,000 texts",
    make: () => smallPng(...Array<Buffer>(20_000).fill(pngChunk("tEXt", latin("a\0b")))),
    why: "libpng keeps the first thousand and leaves the others out",
  },
];
