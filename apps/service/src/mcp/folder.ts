import { constants } from "node:fs";
import { access, type FileHandle, lstat, open, readlink, realpath, unlink } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from "node:path";
import { FORMATS, quote, Refusal } from "@lumiglyph/contract";
import { imageTooLarge } from "../source/load.ts";
import { AdvisedRefusal, type Changes } from "./advice.ts";
import { DEEPEST, isInside, isPlain, mediaTypeOf, nearIn, pathIn, picturesIn } from "./picture-names.ts";
import { pathMeant } from "./spellings.ts";

/** A picture of the folder. */
type ListedPicture = {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  /** By its extension; its bytes may say otherwise. */
  readonly mediaType: string;
  readonly bytes: number;
};

/**
 * A folder of pictures: the only place that a tool reads from and writes to. `..`, absolute paths and links that lead out of
 * it are refused alike, whether or not their target exists.
 */
export type Folder = {
  /** Reads a picture. A wrong name is refused with the nearest ones. */
  readonly read: (path: string) => Promise<Uint8Array>;
  /** Some of its pictures: the folder may hold more than are listed. */
  readonly list: () => Promise<readonly ListedPicture[]>;
  /**
   * Checks an output's path before it is rendered, and returns a function that writes the output and returns its path.
   * Never overwrites a file, except an output of this process that has not changed since.
   */
  readonly output: (path: string, extension: string) => Promise<(bytes: Uint8Array) => Promise<string>>;
  /** A path beside a picture that `output` would accept. */
  readonly freePath: (beside: string | null, extension: string) => Promise<string | null>;
};

/** Opens a folder. Pictures of more than `maxBytes` are refused. */
export const openFolder = (root: string, maxBytes: number): Folder => {
  const outputs: Outputs = new Map();
  // one after another: of two that replace the same file, the second finds it changed
  let writing: Promise<unknown> = Promise.resolve();
  const given = resolve(root);
  // clients use the folder's path as it was given, which may be a link
  const inHome = (spelled: string): string => {
    const path = pathMeant(spelled) ?? spelled;
    return isAbsolute(path) && isInside(given, resolve(path)) ? relative(given, resolve(path)) : path;
  };
  return {
    read: async (spelled) => {
      const home = await realpath(root);
      const path = inHome(spelled);
      const wanted = resolveIn(home, path);
      if (wanted === null) throw await outside(home, path);
      const real = await realpath(wanted).catch((error: NodeJS.ErrnoException) => error);
      if (typeof real !== "string") {
        if (await leadsOut(home, wanted)) throw await outside(home, path);
        throw isDenial(real) ? denied(pathIn(home, wanted)) : await missing(home, wanted);
      }
      if (!isInside(home, real)) throw await outside(home, path);
      const bytes = await readPlainFile(real, maxBytes);
      if (bytes === "moved") throw await outside(home, path);
      if (bytes === "denied") throw denied(pathIn(home, wanted));
      if (bytes === null) throw await missing(home, wanted);
      return bytes;
    },
    list: async () => {
      const home = await realpath(root);
      const paths = await picturesIn(home, DEEPEST);
      const sized = await Promise.all(paths.slice(0, MOST_LISTED).map((path) => listed(home, path)));
      return sized.filter((picture) => picture !== null);
    },
    output: async (path, extension) => {
      const home = await realpath(root);
      const target = await targetOf(home, inHome(path), extension, outputs);
      if ("fault" in target) {
        const free = await freePath(home, target.path, extension, outputs);
        throw refusedOutput(target.fault, { outPath: free });
      }
      return async (bytes) => {
        const written = writing.then(() => write(target, bytes, outputs));
        writing = written.catch(() => {});
        await written;
        return pathIn(home, target.path);
      };
    },
    freePath: async (beside, extension) =>
      freePath(await realpath(root), beside === null ? null : inHome(beside), extension, outputs),
  };
};

/** The absolute form of a path; null if its spelling leads out of the folder. */
const resolveIn = (home: string, path: string): string | null => {
  const isPossible = path.length <= LONGEST_PATH && !path.includes("\0");
  const wanted = isPossible ? resolve(home, path) : home;
  return isInside(home, wanted) ? wanted : null;
};

/** As in Linux. A longer one would cost a look for each of its folders. */
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

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Reads a regular file; null for anything else, or the reason why it cannot be read. A pipe or a device might never
 * end, and opening one must not block. The path has no links; the location of the open file shows whether somebody has
 * put one in its place meanwhile.
 */
const readPlainFile = async (path: string, maxBytes: number): Promise<Uint8Array | "denied" | "moved" | null> => {
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) =>
    isDenial(error) ? "denied" : null,
  );
  if (file === null || file === "denied") return file;
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return null;
    if (((await placeOf(file)) ?? (await realpath(path).catch(() => null))) !== path) return "moved";
    if (stat.size > maxBytes) throw imageTooLarge(maxBytes);
    return await file.readFile();
  } finally {
    await file.close();
  }
};

/** The path of an open file on Linux; null elsewhere. */
const placeOf = (file: FileHandle): Promise<string | null> => readlink(`/proc/self/fd/${file.fd}`).catch(() => null);

/** Maximum pictures of a folder that are listed as resources. */
const MOST_LISTED = 200;

/** A picture with its size; null if it has gone meanwhile. */
const listed = async (home: string, path: string): Promise<ListedPicture | null> => {
  const mediaType = mediaTypeOf(path);
  const there = await lstat(path).catch(() => null);
  return mediaType === null || there === null ? null : { path: pathIn(home, path), mediaType, bytes: there.size };
};

/** Refuses a path that names no picture, with the nearest names of the folder. */
const missing = async (home: string, wanted: string): Promise<Refusal> => {
  const { said, changes } = await nearIn(home, dirname(wanted), pathIn(home, wanted));
  const message = `The server's folder has no picture \`${quote(pathIn(home, wanted))}\`. ${said}`;
  return new AdvisedRefusal("image_missing", message, changes);
};

/** Refuses a path outside the folder, whether or not it exists, with the nearest names inside. */
const outside = async (home: string, path: string): Promise<Refusal> => {
  const { said, changes } = await nearIn(home, home, path);
  return new AdvisedRefusal("image_misplaced", `${OUTSIDE} ${said}`, changes);
};

const OUTSIDE = "`imagePath` must name a file inside the folder that this server was started with.";

const denied = (path: string): Refusal =>
  new Refusal("image_missing", `The server may not read \`${quote(path)}\`: permission denied.`);

/** The outputs of this process, by path, each as it was when it was written. */
type Outputs = Map<string, Written>;
type Written = { readonly dev: number; readonly ino: number; readonly size: number; readonly mtimeMs: number };

/** Where an output may go, or why it may not. */
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
    return unfit((await leadsOut(home, dirname(wanted))) ? NOT_INSIDE : "is in a folder that is not there.");
  if (parent !== home && !isInside(home, parent)) return unfit(NOT_INSIDE);
  const isWritable = await access(parent, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) return unfit("is in a folder that this server may not write to.");
  const target = join(parent, basename(wanted));
  const names = [...pathIn(home, wanted).split("/"), ...pathIn(home, target).split("/")];
  if (!names.every(isPlain)) return unfit("has a hidden name, or one that not every system allows.");
  if (extname(target).toLowerCase() !== `.${extension}`)
    return unfit(
      `must end in \`.${extension}\` in this \`format\`. Without a \`format\` the ending sets it: ${ENDINGS}.`,
    );
  const there = await lstat(target).catch((error: NodeJS.ErrnoException) => error);
  if (there instanceof Error)
    return there.code === "ENOENT" ? { path: target, replaces: null } : unfit(`cannot be written${reasonOf(there)}.`);
  const own = outputs.get(target);
  return own !== undefined && there.isFile() && there.nlink === 1 && isSame(there, own)
    ? { path: target, replaces: own }
    : unfit(TAKEN);
};

const ENDINGS = Object.values(FORMATS)
  .map(({ extension }) => `.${extension}`)
  .filter((ending, at, all) => all.indexOf(ending) === at)
  .join(", ");

const NOT_INSIDE = "must name a file inside the folder that this server was started with.";
const TAKEN = "is the name of a file that is there already, and nothing is overwritten.";

const isSame = (one: Written, other: Written): boolean =>
  one.dev === other.dev && one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;

const refusedOutput = (fault: string, changes: Changes | null = null): Refusal =>
  new AdvisedRefusal("parameter_invalid", `\`outPath\` ${fault}`, changes);

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
const write = async ({ path, replaces }: Target, bytes: Uint8Array, outputs: Outputs): Promise<void> => {
  const folder = await openParent(path);
  try {
    const how = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | (replaces === null ? O_CREAT | O_EXCL : 0);
    const file = await open(folder.at, how, 0o644);
    try {
      if (replaces !== null && !isSame(await file.stat(), replaces)) throw refusedOutput(TAKEN);
      await refill(file, bytes).catch(async (error: unknown) => {
        await unlink(folder.at).catch(() => {});
        throw error;
      });
      outputs.set(path, await file.stat());
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof Refusal ? error : refusedOutput(`could not be written${reasonOf(error)}.`);
  } finally {
    await folder.close();
  }
};

const refill = async (file: FileHandle, bytes: Uint8Array): Promise<void> => {
  await file.truncate(0);
  await file.writeFile(bytes);
};

/**
 * The path of a file through the descriptor of its open folder (Linux), so that a link put in the folder's place
 * meanwhile is not followed. Elsewhere the folder's path is only checked once more.
 */
const openParent = async (path: string): Promise<{ readonly at: string; readonly close: () => Promise<void> }> => {
  const parent = dirname(path);
  const folder = await open(parent, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch(() => null);
  const place = folder === null ? null : await placeOf(folder);
  if ((place ?? (await realpath(parent).catch(() => null))) !== parent) {
    await folder?.close();
    throw refusedOutput(NOT_INSIDE);
  }
  const isHeld = folder !== null && place !== null;
  return {
    at: isHeld ? `/proc/self/fd/${folder.fd}/${basename(path)}` : path,
    close: async () => folder?.close(),
  };
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
  EFBIG: ": files may not be so large here",
  EEXIST: ": there is such a file by now",
  ENAMETOOLONG: ": the name is too long",
  ENOTDIR: ": it is below a file",
};
