import { PARAMS } from "@lumiglyph/contract";
import { sniff } from "@lumiglyph/decode";
import { encodePng } from "@lumiglyph/decode/node";
import {
  artRaster,
  cellRaster,
  type DecodedArt,
  loadFont,
  pictureSize,
  readArt,
  UnreadableArt,
} from "@lumiglyph/engine";
import type { DecodeCommand } from "./commands/command.ts";
import { readSource } from "./draw/sources.ts";
import { writeWhole } from "./draw/write-file.ts";
import { FileError, type Streams } from "./streams.ts";

/** Turns a file of art into a picture. */
export const decodeFile = async (command: DecodeCommand, { stdin }: Streams): Promise<void> => {
  const { art, out } = command;
  const path = art === "-" ? null : art;
  const bytes = await readSource({ name: path ?? "standard input", path }, stdin);
  try {
    writeWhole(out, await decodeBytes(bytes, command));
  } catch (error) {
    throw error instanceof UnreadableArt ? new FileError(error.message) : error;
  }
};

/** Decodes a file of art to a PNG. Throws `UnreadableArt` if it is invalid or the picture would be too large. */
const decodeBytes = async (bytes: Uint8Array, { scale, hints }: DecodeCommand): Promise<Uint8Array> => {
  // the evidence of a document names the font that it was matched to
  await Promise.all(PARAMS.font.values.map(loadFont));
  const page = readArt(textOf(bytes), hints);
  if (scale === "cells") return encodePng(cellRaster(page));
  checkSize(page, scale);
  return encodePng(artRaster(page, scale));
};

const textOf = (bytes: Uint8Array): string => {
  if (sniff(bytes) !== null)
    throw new UnreadableArt("This is a picture, not art. To draw it, leave out the word decode.");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableArt("The art is not UTF-8 text.");
  }
};

/** Maximum pixels of a decoded picture: the largest grid at scale 5. */
const MOST_PIXELS = 16_000_000;

const checkSize = (page: DecodedArt, scale: number): void => {
  const { width, height } = pictureSize(page, scale);
  if (width * height <= MOST_PIXELS) return;
  const one = pictureSize(page, 1);
  const fitting = Math.floor(Math.sqrt(MOST_PIXELS / (one.width * one.height)));
  throw new UnreadableArt(
    `The picture would be ${width} × ${height} pixels, more than ${MOST_PIXELS}. The largest \`--scale\` that fits is ${fitting}.`,
  );
};
