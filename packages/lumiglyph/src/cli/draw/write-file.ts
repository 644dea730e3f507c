import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { unwritable } from "../streams.ts";

/** Writes a file atomically: to a temporary name first, synchronously so that no signal handler runs in between. */
export const writeWhole = (path: string, content: string | Uint8Array): void => {
  // write to a device or a pipe directly, do not replace it
  const isSpecial = statSync(path, { throwIfNoEntry: false })?.isFile() === false;
  const partial = `${path}.${process.pid}.part`;
  try {
    writeFileSync(isSpecial ? path : partial, content);
    if (!isSpecial) renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw unwritable(path, error);
  }
};

/** Creates a folder and its parents if needed. */
export const makeFolder = (path: string): void => {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw unwritable(path, error);
  }
};
