import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { Refusal } from "@lumiglyph/contract";
import { imageTooLarge } from "../source/too-large.ts";

/** Reads an image by its path inside one folder. */
export type ReadImage = (path: string) => Promise<Uint8Array>;

/**
 * Images of one folder and of no other place: `..`, absolute paths and links that lead out of it are refused, whether what
 * they lead to exists or not. The file is opened by its real path, which must still be it afterwards.
 */
export const confinedImages =
  (root: string, maxBytes: number): ReadImage =>
  async (path) => {
    const home = await realpath(root);
    const wanted = resolve(home, path);
    if (!isInside(home, wanted)) throw outside();
    const real = await realpath(wanted).catch(() => null);
    if (real === null) throw missing();
    if (!isInside(home, real)) throw outside();
    const bytes = await readPlainFile(real, maxBytes);
    if ((await realpath(wanted).catch(() => null)) !== real) throw outside();
    return bytes;
  };

const isInside = (home: string, path: string): boolean => path.startsWith(home.endsWith(sep) ? home : `${home}${sep}`);

/** The bytes of a regular file. A pipe or a device would never end; opening one must not wait for it, either. */
const readPlainFile = async (path: string, maxBytes: number): Promise<Uint8Array> => {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (file === null) throw missing();
  try {
    const { size, isFile } = await file.stat().then((stat) => ({ size: stat.size, isFile: stat.isFile() }));
    if (!isFile) throw missing();
    if (size > maxBytes) throw imageTooLarge(maxBytes);
    return await file.readFile();
  } finally {
    await file.close();
  }
};

const outside = (): Refusal =>
  new Refusal("image_misplaced", "`imagePath` must name a file inside the folder that this server was started with.");

const missing = (): Refusal =>
  new Refusal("image_missing", "`imagePath` names no file that can be read. It is relative to the server's folder.");
