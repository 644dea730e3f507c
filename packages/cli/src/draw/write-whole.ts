import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { unwritable } from "../streams.ts";
/**
 * Writes a file that is there as a whole or not at all: under another name first, and without a pause in which a signal
 * could be heard.
 */
export const writeWhole = (path: string, content: string | Uint8Array): void => {
  const partial = `${path}.${process.pid}.part`;
  try {
    writeFileSync(partial, content);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw unwritable(path, error);
  }
};

/** Makes a folder and those that it lies in, where they are not there. */
export const makeFolder = (path: string): void => {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw unwritable(path, error);
  }
};
