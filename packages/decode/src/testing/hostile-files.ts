import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

const fixture = (name: string): Buffer => readFileSync(new URL(`../../../../fixtures/${name}`, import.meta.url));

const join = (...parts: (string | readonly number[] | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';

const [JPEG, PNG, WEBP, GIF, AVIF, TIFF] = [
  fixture("formats/baseline.jpg"),
  fixture("formats/palette.png"),
  fixture("formats/lossy.webp"),
  fixture("formats/still.gif"),
  fixture("formats/picture.avif"),
  fixture("bad/picture.tiff"),
];

/** An AVIF file with another major brand and three other compatible brands. */
const branded = (major: string, compatible = "mif1avifmiaf"): Buffer =>
  join(AVIF.subarray(0, 8), major, [0, 0, 0, 0], compatible, AVIF.subarray(28));

/** A segment of a JPEG, behind its start of image. */
const withSegment = (jpeg: Uint8Array, marker: number, data: string): Buffer =>
  join(jpeg.subarray(0, 2), [0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255], data, jpeg.subarray(2));

/** sharp's types lack the method. */
const withGainMap = (jpeg: Uint8Array): Promise<Uint8Array> =>
  (sharp(jpeg).toColourspace("scrgb") as Sharp & { withGainMap(): Sharp }).withGainMap().jpeg().toBuffer();

const GAIN_MAP = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" hdrgm:GainMapMax="2"/></rdf:RDF></x:xmpmeta>`;

type Files = Readonly<Record<string, Uint8Array>>;

/** Files of unsupported formats, by their names in refusals. */
export const otherFormats = async (): Promise<readonly (readonly [name: string, file: Uint8Array])[]> => [
  ["BMP", fixture("bad/picture.bmp")],
  ["TIFF", TIFF],
  ["TIFF", await sharp(PNG).tiff({ bigtiff: true }).toBuffer()],
  ["TIFF", join("MM\0*", [0, 0, 0, 8], new Uint8Array(64))],
  ["HEIC", branded("heic", "mif1heicmiaf")],
  ["HEIC", branded("mif1", "mif1heicmiaf")],
  ["SVG", join(SVG)],
  ["SVG", join('\xef\xbb\xbf<?xml version="1.0"?><!-- by hand -->', SVG)],
  ["SVG", fixture("bad/vector.svg")],
  ["A gzip archive", gzipSync(SVG)],
  ["PDF", fixture("bad/document.pdf")],
  ["HTML", fixture("bad/page.html")],
  ["JPEG XL", join([0xff, 0x0a], new Uint8Array(64))],
  ["JPEG XL", join([0, 0, 0, 12], "JXL \r\n\x87\n", new Uint8Array(64))],
  ["JPEG 2000", join([0, 0, 0, 12], "jP  \r\n\x87\n", new Uint8Array(64))],
  ["JPEG 2000", join([0xff, 0x4f, 0xff, 0x51], new Uint8Array(64))],
  ["JPEG XR", join("II\xbc\x01", new Uint8Array(64))],
  ["PSD", join("8BPS\0\x01", new Uint8Array(64))],
  ["ICO", join([0, 0, 1, 0, 1, 0, 16, 16], new Uint8Array(64))],
  ["ICNS", join("icns", new Uint8Array(64))],
  ["QOI", join("qoif", [0, 0, 0, 1, 0, 0, 0, 1, 4, 0])],
  ["OpenEXR", join("v/1\x01", new Uint8Array(64))],
  ["Radiance HDR", join("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n", [1, 2, 3, 4])],
  ["PNM", join("P6\n1 1\n255\n", [1, 2, 3])],
  ["DDS", join("DDS ", new Uint8Array(128))],
  ["FITS", join("SIMPLE  =                    T")],
  ["XCF", join("gimp xcf v011\0", new Uint8Array(64))],
  ["PostScript", join("%!PS-Adobe-3.0 EPSF-3.0\n")],
  ["DjVu", join("AT&TFORM", new Uint8Array(64))],
  ["A camera's raw file", branded("crx ", "isomcrx \0\0\0\0")],
  ["MP4 or QuickTime video", branded("isom", "mp41mp42isom")],
  ["WebM or Matroska video", join([0x1a, 0x45, 0xdf, 0xa3], new Uint8Array(64))],
  ["AVI video", join("RIFF\0\0\0\0AVI LIST", new Uint8Array(64))],
  ["A ZIP archive", join("PK\x03\x04", new Uint8Array(64))],
];

/**
 * Files that start like AVIF but that other decoders accept: valid SVG and the starts of TIFF
 * files.
 */
export const disguised: Files = {
  "an SVG in whose comment an AVIF begins": join("<!--ftypavif-->", SVG),
  "an SVG in whose comment an AVIF sequence begins": join("<!--ftypavis   -->", SVG),
  "an SVG behind an AVIF's box of spaces": join("    ftypavif     ", SVG),
  "a TIFF in Intel's order with an AVIF's box": join("II*\0ftypavif", TIFF.subarray(8)),
  "a TIFF in Motorola's order with an AVIF's box": join("MM\0*ftypavif", TIFF.subarray(9)),
  "a PPM in whose comment an AVIF begins": join("P6 #ftypavif\n1 1\n255\n", [1, 2, 3]),
};

/** Files of an accepted format that are valid in another format too. */
export const polyglots = async (): Promise<Files> => ({
  "a JPEG with a gain map by ISO 21496-1": await withGainMap(JPEG),
  "a JPEG with a gain map by Adobe": join(withSegment(JPEG, 0xe1, GAIN_MAP), withSegment(JPEG, 0xe1, GAIN_MAP)),
  "a JPEG with an SVG in its comment": withSegment(JPEG, 0xfe, SVG),
  "a JPEG with a PDF in its comment": withSegment(JPEG, 0xfe, "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj"),
  "a JPEG with a ZIP archive behind it": join(JPEG, "PK\x03\x04", new Uint8Array(64), "PK\x05\x06", new Uint8Array(18)),
  "a JPEG with a TIFF behind it": join(JPEG, TIFF),
  "a PNG with an SVG behind it": join(PNG, SVG),
  "a PNG with HTML behind it": join(PNG, "<html><script>alert(1)</script></html>"),
  "a GIF with an SVG behind it": join(GIF, SVG),
  "a GIF whose size is an SVG": join("GIF89a                        ", SVG),
  "a GIF that is a script": join("GIF89a/*", GIF.subarray(8), "*/=1;"),
  "a WebP with an SVG behind it": join(WEBP, SVG),
  "a WebP whose size is text, with an SVG": join("RIFF    WEBPVP8 ", SVG),
  "a WebP with a PDF in it": join("RIFF    WEBPVP8X", "%PDF-1.7\n", new Uint8Array(64)),
  "an AVIF with an SVG behind it": join(AVIF, SVG),
  "an AVIF with the brand of a sequence": join(branded("avis"), " "),
  "an AVIF with a brand that libvips does not know": join(branded("miaf"), "  "),
  "an AVIF with the brand of HEIC": join(branded("heic"), "   "),
  "an AVIF's box before a TIFF": join(AVIF.subarray(0, 28), TIFF),
  "an AVIF's box before an SVG": join(AVIF.subarray(0, 28), SVG),
});
