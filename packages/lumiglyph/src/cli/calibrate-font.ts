import { readFile } from "node:fs/promises";
import { measureFont, UnreadableFont } from "@lumiglyph/decode/font";
import type { CalibrateCommand } from "./commands/command.ts";
import { writeWhole } from "./draw/write-file.ts";
import { FileError, print, type Streams, unreadable } from "./streams.ts";

/** Measures a font and writes its profile. */
export const calibrateFont = async (
  { font, out, ...setting }: CalibrateCommand,
  { stdout }: Streams,
): Promise<void> => {
  const bytes = await readFile(font).catch((error: unknown) => {
    throw unreadable(font, error);
  });
  try {
    writeWhole(out, `${JSON.stringify(await measureFont(bytes, setting), null, 2)}\n`);
  } catch (error) {
    throw error instanceof UnreadableFont ? new FileError(`${font}: ${error.message}`) : error;
  }
  await print(stdout, `${out}: use it with lumiglyph photo.jpg --font-profile ${out}\n`);
};
