import { deflateRawSync, gzipSync } from "node:zlib";
import { be32, latin, le16, le32 } from "./bytes.ts";

/** Each entity repeats the one before ten times: a billion of the first. */
export const billionLaughs = (): Buffer => {
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
  return latin(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "lol">${entities.join("")}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>`,
  );
};

export const scriptedSvg = (): Buffer =>
  latin(
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100000" height="100000"><script>fetch("https://127.0.0.1/")</script><image xlink:href="file:///etc/passwd"/></svg>',
  );

export const packedSvg = (): Buffer => gzipSync(Buffer.concat([scriptedSvg(), Buffer.alloc(20_000_000, " ")]));

/** Drawing commands that ImageMagick would run, fetching or reading files. */
export const mvg = (): Buffer =>
  latin(
    "push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 'https://127.0.0.1/x.php?`id`'\npop graphic-context\n",
  );

export const mslScript = (): Buffer =>
  latin('<?xml version="1.0"?><image><read filename="/etc/passwd"/><write filename="out.png"/></image>');

export const page = (): Buffer => latin("<!doctype html><title>No picture</title><script>alert(1)</script>");

export const pdf = (): Buffer =>
  latin(
    "%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
  );

export const postScript = (): Buffer =>
  latin("%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file 100 string readstring pop print\n");

/** One file of 50 MB of zeros (APPNOTE 4.3). */
export const zip = (): Buffer => {
  const data = deflateRawSync(Buffer.alloc(50_000_000));
  const sizes = Buffer.concat([le32(0), le32(data.length), le32(50_000_000), le16(1, 0)]);
  const central = Buffer.concat([latin("PK\x01\x02"), le16(20, 20, 0, 8, 0, 0), sizes, Buffer.alloc(14), latin("a")]);
  const end = Buffer.concat([
    latin("PK\x05\x06"),
    le16(0, 0, 1, 1),
    le32(central.length),
    le32(data.length + 31),
    le16(0),
  ]);
  return Buffer.concat([latin("PK\x03\x04"), le16(20, 0, 8, 0, 0), sizes, latin("a"), data, central, end]);
};

export const bmp = (): Buffer =>
  Buffer.concat([
    latin("BM"),
    le32(54),
    le32(0),
    le32(54),
    le32(40),
    le32(65_535),
    le32(65_535),
    le16(1, 40),
    Buffer.alloc(24),
  ]);

export const tiff = (): Buffer =>
  Buffer.concat([
    latin("II*\0"),
    le32(8),
    le16(2, 256, 4),
    le32(1),
    le32(60_000),
    le16(257, 4),
    le32(1),
    le32(60_000),
    le32(8),
  ]);

export const ppm = (): Buffer => latin("P6 65535 65535 255\n");

export const icon = (): Buffer => Buffer.concat([le16(0, 1, 65_535), Buffer.alloc(64)]);

export const jpeg2000 = (): Buffer =>
  Buffer.concat([
    be32(12),
    latin("jP  \r\n\x87\n"),
    be32(45),
    latin("jp2hihdr"),
    be32(60_000, 60_000),
    Buffer.alloc(32),
  ]);

export const jpegXl = (): Buffer => Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(64, 0xff)]);

/** A HEIC file by its brand: AVIF's container around a codec that is not supported. */
export const heic = (): Buffer => Buffer.concat([be32(24), latin("ftypheic\0\0\0\0mif1heic"), Buffer.alloc(64)]);
