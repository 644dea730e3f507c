import { close, constants, fstat, ftruncate, readFile, realpathSync, type Stats, writeFile } from "node:fs";
import { access, lstat, realpath } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, win32 } from "node:path";
import { promisify } from "node:util";
import { FORMATS, quote, Refusal } from "@lumiglyph/contract";
import { imageTooLarge } from "../source/too-large.ts";
import { AdvisedRefusal, type Changes } from "./advice.ts";
import { openIn, removeFrom } from "./held-folder.ts";
import { DEEPEST, isInside, isPlain, mediaTypeOf, nearIn, pathIn, picturesIn } from "./picture-names.ts";
import { pathMeant } from "./spellings.ts";

/** A picture of the folder. */
type ListedPicture = {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  /** By its extension; its bytes may differ. */
  readonly mediaType: string;
  readonly bytes: number;
};

/**
 * A folder of pictures: the only place that a tool reads from and writes to. `..`, absolute paths
 * and links that lead out of it are refused alike, whether or not their target exists.
 */
export type Folder = {
  /** Reads a picture. A wrong name is refused with the nearest ones. */
  readonly read: (path: string) => Promise<Uint8Array>;
  /** Some of its pictures: the folder may hold more than are listed. */
  readonly list: () => Promise<readonly ListedPicture[]>;
  /**
   * Checks an output's path before rendering, and returns a function that writes the output and
   * returns its path. Never overwrites a file, except an unchanged output of this process.
   */
  readonly output: (path: string, extension: string) => Promise<(bytes: Uint8Array) => Promise<string>>;
  /** A path beside a picture that `output` would accept. */
  readonly freePath: (beside: string | null, extension: string) => Promise<string | null>;
};

/**
 * Opens a folder. Links in its path are followed once, now: changing them later does not move it.
 * Pictures of more than `maxBytes` are refused.
 */
export const openFolder = (root: string, maxBytes: number): Folder => {
  const outputs: Outputs = new Map();
  // one after another: if two replace the same file, the second finds it changed
  let writing: Promise<unknown> = Promise.resolve();
  const given = resolve(root);
  const home = realpathSync.native(given);
  // clients use the folder's path as it was given, which may be a link
  const inHome = (spelled: string): string => {
    const path = pathMeant(spelled) ?? spelled;
    return isAbsolute(path) && isInside(given, resolve(path)) ? relative(given, resolve(path)) : path;
  };
  return {
    read: async (spelled) => {
      const path = inHome(spelled);
      const wanted = resolveIn(home, path);
      if (wanted === null) throw isHome(home, path) ? missing(home, home, given) : outside(given);
      const real = await realpath(wanted).catch((error: NodeJS.ErrnoException) => error);
      if (typeof real !== "string") {
        if (isForeign(path) || (await leadsOut(home, wanted))) throw outside(given);
        throw isDenial(real) ? denied(pathIn(home, wanted)) : missing(home, wanted, given);
      }
      if (!isInside(home, real)) throw outside(given);
      const bytes = await readPlainFile(real, maxBytes);
      if (bytes === "moved") throw outside(given);
      if (bytes === "denied") throw denied(pathIn(home, wanted));
      if (bytes === null) throw missing(home, wanted, given);
      return bytes;
    },
    list: async () => {
      const paths = picturesIn(home, DEEPEST);
      const sized = await Promise.all(paths.slice(0, MOST_LISTED).map((path) => listed(home, path)));
      return sized.filter((picture) => picture !== null);
    },
    output: async (path, extension) => {
      const target = await targetOf(home, inHome(path), extension, outputs);
      if ("fault" in target) {
        const free = await freePath(home, target.path, extension, outputs);
        throw refusedOutput(target.fault, given, { outPath: free });
      }
      return async (bytes) => {
        const written = writing.then(() => write(target, bytes, outputs, given));
        writing = written.catch(() => {});
        await written;
        return pathIn(home, target.path);
      };
    },
    freePath: (beside, extension) => freePath(home, beside === null ? null : inHome(beside), extension, outputs),
  };
};

/** The absolute form of a path; null if its spelling leads out of the folder. */
const resolveIn = (home: string, path: string): string | null => {
  const wanted = isPossible(path) ? resolve(home, path) : home;
  return isInside(home, wanted) ? wanted : null;
};

const isHome = (home: string, path: string): boolean => isPossible(path) && resolve(home, path) === home;

const isPossible = (path: string): boolean => path.length <= LONGEST_PATH && !path.includes("\0");

/** Whether a path is absolute elsewhere: on another system, or in a home folder. */
const isForeign = (path: string): boolean => !isAbsolute(path) && (win32.isAbsolute(path) || path.startsWith("~/"));

/** As in Linux. A longer path would cost a check for each of its folders. */
const LONGEST_PATH = 4096;

/** Whether a nonexistent path leads out of the folder through a link, so that no error reveals what is outside. */
const leadsOut = async (home: string, wanted: string): Promise<boolean> => {
  for (let at = wanted; at !== home; at = dirname(at)) {
    const real = await realpath(at).catch(() => null);
    if (real !== null) return real !== home && !isInside(home, real);
    const isLink = await lstat(at).then(
      (entry) => entry.isSymbolicLink(),
      () => false,
    );
    if (isLink) return true;
  }
  return false;
};

const isDenial = ({ code }: NodeJS.ErrnoException): boolean => code === "EACCES" || code === "EPERM";

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants;

/** A descriptor instead of a handle: only a synchronous call can open a file in a held folder. */
const descriptor = { stat: promisify(fstat), read: promisify(readFile), close: promisify(close) };

/**
 * Reads a regular file by its path without links; null for anything else, or the reason why it cannot be read. A pipe or a
 * device might never end.
 */
const readPlainFile = async (path: string, maxBytes: number): Promise<Uint8Array | "denied" | "moved" | null> => {
  const file = openedFor(path);
  if (typeof file !== "number") return file;
  try {
    const stat = await descriptor.stat(file);
    if (!stat.isFile()) return null;
    if (stat.size > maxBytes) throw imageTooLarge(maxBytes);
    return await descriptor.read(file);
  } finally {
    await descriptor.close(file);
  }
};

const openedFor = (path: string): number | "denied" | "moved" | null => {
  try {
    return openIn(dirname(path), basename(path), O_RDONLY) ?? "moved";
  } catch (error) {
    return isDenial(error as NodeJS.ErrnoException) ? "denied" : null;
  }
};

/** Maximum pictures of a folder that are listed as resources. */
const MOST_LISTED = 200;

/** A picture with its size; null if it is gone by then. */
const listed = async (home: string, path: string): Promise<ListedPicture | null> => {
  const mediaType = mediaTypeOf(path);
  const there = await lstat(path).catch(() => null);
  return mediaType === null || there === null ? null : { path: pathIn(home, path), mediaType, bytes: there.size };
};

/** Refuses a path that names no picture, with the nearest names of the folder. */
const missing = (home: string, wanted: string, given: string): Refusal => {
  const path = pathIn(home, wanted) || ".";
  const { said, changes } = nearIn(home, dirname(wanted), path);
  const message = `\`${given}\` has no picture \`${quote(path)}\`. ${said}`;
  return new AdvisedRefusal("image_missing", message, changes);
};

/**
 * Refuses a path outside the folder, whether or not it exists. Suggests nothing: a picture inside,
 * even one of the same name, is a different one.
 */
const outside = (given: string): Refusal =>
  new AdvisedRefusal(
    "image_misplaced",
    `\`imagePath\` must name a file inside \`${given}\`, the folder that this server was started with. \`.\` lists its pictures.`,
    null,
  );

const denied = (path: string): Refusal =>
  new Refusal("image_missing", `The server may not read \`${quote(path)}\`: permission denied.`);

/** The outputs of this process, by path, each as it was when it was written. */
type Outputs = Map<string, Written>;
type Written = Pick<Stats, "dev" | "ino" | "size" | "mtimeMs">;

/** The path for an output, or the reason why it is refused. */
type Target = { readonly path: string; readonly replaces: Written | null };
type Unfit = { readonly fault: string; readonly path: string; readonly isTaken: boolean };

const targetOf = async (home: string, path: string, extension: string, outputs: Outputs): Promise<Target | Unfit> => {
  const wanted = resolveIn(home, path);
  const unfit = (fault: string): Unfit => ({
    fault,
    path: wanted === null ? basename(path) : pathIn(home, wanted),
    isTaken: fault === TAKEN,
  });
  if (wanted === null) return unfit(NOT_INSIDE);
  const parent = await realpath(dirname(wanted)).catch(() => null);
  if (parent === null)
    return unfit((await leadsOut(home, dirname(wanted))) ? NOT_INSIDE : "is in a folder that does not exist.");
  if (parent !== home && !isInside(home, parent)) return unfit(NOT_INSIDE);
  if (parent !== home && process.platform === "win32") return unfit(NOT_AT_TOP);
  const isWritable = await access(parent, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) return unfit("is in a folder that this server may not write to.");
  const target = join(parent, basename(wanted));
  const names = [...pathIn(home, wanted).split("/"), ...pathIn(home, target).split("/")];
  if (!names.every(isPlain)) return unfit("has a hidden name, or one that some systems do not allow.");
  if (extname(target).toLowerCase() !== `.${extension}`)
    return unfit(
      `must end in \`.${extension}\` in this \`format\`. Without a \`format\` the ending sets it: ${ENDINGS}.`,
    );
  const there = await lstat(target).catch((error: NodeJS.ErrnoException) => error);
  if (there instanceof Error)
    return there.code === "ENOENT" ? { path: target, replaces: null } : unfit(`cannot be written${reasonOf(there)}.`);
  const own = outputs.get(target);
  return own !== undefined && isOwn(there, own) ? { path: target, replaces: own } : unfit(TAKEN);
};

const ENDINGS = Object.values(FORMATS)
  .map(({ extension }) => `.${extension}`)
  .filter((ending, at, all) => all.indexOf(ending) === at)
  .join(", ");

const NOT_INSIDE = "must name a file inside the folder that this server was started with";
const TAKEN = "already exists, and files are never overwritten.";
const NOT_AT_TOP = "must be at the top of the folder on Windows, where a link can take a subfolder's place unnoticed.";

/**
 * Whether a file is the output that was written and has no second link, which would be written to
 * as well.
 */
const isOwn = (file: Stats, own: Written): boolean =>
  file.isFile() &&
  file.nlink === 1 &&
  file.dev === own.dev &&
  file.ino === own.ino &&
  file.size === own.size &&
  file.mtimeMs === own.mtimeMs;

const refusedOutput = (fault: string, given: string, changes: Changes | null = null): Refusal =>
  new AdvisedRefusal(
    "parameter_invalid",
    `\`outPath\` ${fault === NOT_INSIDE ? `${fault}: \`${given}\`.` : fault}`,
    changes,
  );

/** Tries a picture's own name, then that name at the top of the folder, then `art`, each also with numbers appended. */
const freePath = async (
  home: string,
  beside: string | null,
  extension: string,
  outputs: Outputs,
): Promise<string | null> => {
  const stem = beside === null ? "art" : beside.slice(0, beside.length - extname(beside).length);
  for (const base of new Set([stem, basename(stem), "art"])) {
    for (let number = 1; number <= MOST_NUMBERS; number++) {
      const path = `${base}${number === 1 ? "" : `-${number}`}.${extension}`;
      const target = await targetOf(home, path, extension, outputs);
      if ("replaces" in target && target.replaces === null) return pathIn(home, target.path);
      if ("fault" in target && !target.isTaken) break;
    }
  }
  return null;
};

const MOST_NUMBERS = 99;

/** Creates a file, or replaces our own output. Removes a file that could not be written completely. */
const write = async ({ path, replaces }: Target, bytes: Uint8Array, outputs: Outputs, given: string): Promise<void> => {
  const [folder, name] = [dirname(path), basename(path)];
  try {
    const file = openIn(folder, name, O_WRONLY | (replaces === null ? O_CREAT | O_EXCL : 0));
    if (file === null) throw refusedOutput(NOT_INSIDE, given);
    try {
      if (replaces !== null && !isOwn(await descriptor.stat(file), replaces)) throw refusedOutput(TAKEN, given);
      await refill(file, bytes).catch((error: unknown) => {
        removeFrom(folder, name, file);
        throw error;
      });
      outputs.set(path, await descriptor.stat(file));
    } finally {
      await descriptor.close(file);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : refusedOutput(`could not be written${reasonOf(error)}.`, given);
  }
};

const refill = async (file: number, bytes: Uint8Array): Promise<void> => {
  await promisify(ftruncate)(file, 0);
  await promisify(writeFile)(file, bytes);
};

const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS[code] ?? "";
};

const REASONS: { readonly [code: string]: string } = {
  EACCES: ": permission denied",
  EPERM: ": permission denied",
  EROFS: ": the folder is read-only",
  ENOSPC: ": the disk is full",
  EDQUOT: ": the disk is full",
  EFBIG: ": the file system limits the size of files",
  EEXIST: ": a file of this name exists now",
  ENAMETOOLONG: ": the name is too long",
  ENOTDIR: ": a part of its path is a file",
};
