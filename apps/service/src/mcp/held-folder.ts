import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, unlinkSync } from "node:fs";

/**
 * Runs `work`, which must not wait, with a folder as the current one; null if its path leads
 * elsewhere by now. Node has no `openat`: only a plain name in the current folder is safe from
 * links in a parent's place.
 */
export const inFolder = <Result>(folder: string, work: () => Result): Result | null => {
  const before = process.cwd();
  try {
    process.chdir(folder);
    return isHere(folder) ? work() : null;
  } finally {
    restore(before);
  }
};

const restore = (folder: string): void => {
  try {
    process.chdir(folder);
  } catch {
    // deleted meanwhile; every path in this process is absolute
  }
};

/**
 * Whether a folder is still the current one: its path from the system, which is not cached after
 * `chdir`.
 */
const isHere = (folder: string): boolean => {
  process.chdir(".");
  // Windows returns the path as it was given
  return (process.platform === "win32" ? realpathSync.native(".") : process.cwd()) === folder;
};

const { O_NOFOLLOW, O_NONBLOCK, O_EXCL } = constants;

/**
 * Opens a file of a folder, whose path must have no links, and returns its descriptor; null if the
 * folder is no longer at its path. Follows no link, and does not wait for the other end of a pipe.
 * Throws the system's errors.
 */
export const openIn = (folder: string, name: string, flags: number): number | null =>
  inFolder(folder, () => {
    // Windows has neither flag
    const file = openSync(name, flags | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o644);
    if (isHere(folder)) return file;
    // moved away between the check and the call: the file created there is empty
    closeSync(file);
    if ((flags & O_EXCL) !== 0) unlinkSync(name);
    return null;
  });

/** Removes an open file by its name, unless that is another file by now. */
export const removeFrom = (folder: string, name: string, file: number): void => {
  inFolder(folder, () => {
    if (lstatSync(name).ino === fstatSync(file).ino) unlinkSync(name);
  });
};
