import { fixture } from "../../spec/drawn.ts";
import { latin, le16 } from "./bytes.ts";
import { page, pdf, zip } from "./documents.ts";
import { gifComment, gifFrame, gifHead, gifOf } from "./gif.ts";
import { comment, segment } from "./jpeg.ts";
import { pngChunk, smallPng } from "./png.ts";

/** Text that must not come back from any file that contains it. */
export const PAYLOAD = "kanarienvogel";

const SCRIPT = `<script>alert("${PAYLOAD}")</script>`;
const PHP = `<?php system("${PAYLOAD}"); ?>`;

/** Our own JPEG with extra segments after its start. */
export const jpegWith = (...segments: readonly Buffer[]): Buffer => {
  const file = Buffer.from(fixture("formats/baseline.jpg"));
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)]);
};

export const gifAndHtml = (): Buffer => gifOf(gifHead(8, 8), gifComment(SCRIPT), gifFrame(8, 8));

/** A GIF whose width bytes start a comment in JavaScript. */
export const gifAndScript = (): Buffer =>
  Buffer.concat([
    latin("GIF89a"),
    latin("/*"),
    le16(8),
    gifHead(1, 1).subarray(10),
    gifFrame(8, 8),
    latin(`;*/=1;alert("${PAYLOAD}")`),
  ]);

export const pngAndZip = (): Buffer => Buffer.concat([smallPng(), zip()]);

export const pngAndPhp = (): Buffer => smallPng(pngChunk("tEXt", latin(`Comment\0${PHP}`)));

export const jpegAndPhp = (): Buffer => jpegWith(comment(PHP));

export const jpegAndZip = (): Buffer => Buffer.concat([jpegWith(), zip()]);

export const jpegAndHtml = (): Buffer =>
  jpegWith(segment(0xe0, latin(`JFIF\0\x01\x01\0\0\x01\0\x01\0\0`)), comment(`--><html>${SCRIPT}`));

/** Documents in which a lenient reader finds an image further down. */
export const pdfAndJpeg = (): Buffer => Buffer.concat([pdf(), jpegWith()]);
export const zipAndPng = (): Buffer => Buffer.concat([zip(), smallPng()]);
export const htmlAndGif = (): Buffer => Buffer.concat([page(), gifAndHtml()]);

/** Images that begin as one format and are another, or refer to nothing. */
export const jpegAndDocument = (): Buffer => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), page()]);
export const pngAndSvg = (): Buffer =>
  Buffer.concat([smallPng().subarray(0, 8), latin(`<svg xmlns="http://www.w3.org/2000/svg"/>`)]);
export const riffAndSound = (): Buffer => latin("RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0");
export const avifAndHevc = (): Buffer => {
  const file = Buffer.from(fixture("formats/picture.avif"));
  latin("hvc1").copy(file, file.indexOf("av01"));
  return file;
};
