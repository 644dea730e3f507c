import { constants } from "node:fs";
import { access, type FileHandle, lstat, open, opendir, readlink, realpath, unlink } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { INPUT_FORMATS, type InputFormat, nearestNames, quote, Refusal } from "@lumiglyph/contract";
import { imageTooLarge } from "../source/load.ts";
import { AdvisedRefusal, type Changes } from "./advice.ts";

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
   * Checks where an output shall go, before it is made, and returns what writes it and returns its path. Nothing is ever
   * replaced but an output of this process that has not changed since.
   */
  readonly output: (path: string, extension: string) => Promise<(bytes: Uint8Array) => Promise<string>>;
  /** A path beside a picture that `output` would accept. */
  readonly freePath: (beside: string | null, extension: string) => Promise<string | null>;
};

/** Opens a folder whose pictures have at most so many bytes. */
export const openFolder = (root: string, maxBytes: number): Folder => {
  const outputs: Outputs = new Map();
  const given = resolve(root);
  // clients name the folder as it was given, which may be a link
  const inHome = (path: string): string =>
    isAbsolute(path) && isInside(given, resolve(path)) ? relative(given, resolve(path)) : path;
  return {
    read: async (path) => {
      const home = await realpath(root);
      const wanted = resolveIn(home, inHome(path));
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
        await write(target, bytes, outputs);
        return pathIn(home, target.path);
      };
    },
    freePath: async (beside, extension) =>
      freePath(await realpath(root), beside === null ? null : inHome(beside), extension, outputs),
  };
};

/** A path as an absolute one, if its spelling does not lead out of the folder. */
const resolveIn = (home: string, path: string): string | null => {
  const wanted = path.includes("\0") ? home : resolve(home, path);
  return isInside(home, wanted) ? wanted : null;
};

const isInside = (home: string, path: string): boolean => path.startsWith(home.endsWith(sep) ? home : `${home}${sep}`);

const pathIn = (home: string, path: string): string => relative(home, path).split(sep).join("/");

/** Whether a path that does not exist leads out of the folder through a link: nothing is said of what is there. */
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
 * Reads a regular file; null for anything else, or why it cannot be. A pipe or a device might never end, and opening
 * one must not block. The path has no links, and the open file is where it says: nobody has put one in its place
 * meanwhile.
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

/** Where an open file is, if the system can tell: Linux can. */
const placeOf = (file: FileHandle): Promise<string | null> => readlink(`/proc/self/fd/${file.fd}`).catch(() => null);

/** Bounds of a listing: however large the folder is, a wrong name costs little. */
const DEEPEST = 4;
const MOST_LISTED = 200;
const MOST_ENTRIES = 5000;

/** Pictures of a folder and of those below it, nearest first; without hidden ones and links. */
const picturesIn = async (from: string, deepest: number): Promise<readonly string[]> => {
  const pictures: string[] = [];
  let entries = 0;
  let folders = [from];
  for (let depth = 0; depth <= deepest && folders.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of folders) {
      const { found, seen } = await entriesOf(folder, MOST_ENTRIES - entries);
      entries += seen;
      for (const { name, isFolder } of found) {
        if (isFolder) below.push(join(folder, name));
        else if (mediaTypeOf(name) !== null) pictures.push(join(folder, name));
      }
    }
    folders = below;
  }
  return pictures;
};

/** A picture with its size; null if it has gone meanwhile. */
const listed = async (home: string, path: string): Promise<ListedPicture | null> => {
  const mediaType = mediaTypeOf(path);
  const there = await lstat(path).catch(() => null);
  return mediaType === null || there === null ? null : { path: pathIn(home, path), mediaType, bytes: there.size };
};

const mediaTypeOf = (path: string): string | null => MEDIA_TYPES.get(extname(path).toLowerCase()) ?? null;

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map(
  (Object.keys(INPUT_FORMATS) as readonly InputFormat[]).flatMap((format) =>
    [format, ...(format === "jpeg" ? ["jpg"] : [])].map((ending) => [`.${ending}`, INPUT_FORMATS[format].mediaType]),
  ),
);

type Entry = { readonly name: string; readonly isFolder: boolean };

/** The files and folders among the first entries of a folder, by name. None if it is not where its path says. */
const entriesOf = async (folder: string, most: number) => {
  const found: Entry[] = [];
  let seen = 0;
  const isThere = most > 0 && (await realpath(folder).catch(() => null)) === folder;
  const opened = isThere ? await opendir(folder).catch(() => null) : null;
  for await (const entry of opened ?? []) {
    if (isTellable(entry.name) && (entry.isFile() || entry.isDirectory())) {
      found.push({ name: entry.name, isFolder: entry.isDirectory() });
    }
    if (++seen >= most) break;
  }
  return { found: found.toSorted((a, b) => (a.name < b.name ? -1 : 1)), seen };
};

/** Whether a name is neither hidden nor one that some system reads in another way. */
const isPlain = (name: string): boolean => /^[^.\p{Cc}\p{Cs}<>:"|?*\\/][^\p{Cc}\p{Cs}<>:"|?*\\/]*$/u.test(name);

/**
 * Whether a model may be told a name: invisible characters and other ends of a line are ways to hide words, and a backtick
 * ends the quote that a name stands in. Two of them only join or part letters, in Persian and in emoji.
 */
const isTellable = (name: string): boolean => isPlain(name) && !/[\p{Zl}\p{Zp}`]|(?![\u200c\u200d])\p{C}/u.test(name);

/** The most names that an error suggests, and the longest that are compared. */
const MOST_SUGGESTED = 3;
const LONGEST_NAME = 120;

/** Refuses a path that names no picture, with the nearest names of the folder. */
const missing = async (home: string, wanted: string): Promise<Refusal> => {
  const { said, changes } = await nearIn(home, dirname(wanted), pathIn(home, wanted));
  const message = `The server's folder has no picture \`${quote(pathIn(home, wanted))}\`. ${said}`;
  return new AdvisedRefusal("image_missing", message, changes);
};

/** Refuses a path outside the folder, whether or not there is a file, with the nearest names inside. */
const outside = async (home: string, path: string): Promise<Refusal> => {
  const { said, changes } = await nearIn(home, home, path);
  return new AdvisedRefusal("image_misplaced", `${OUTSIDE} ${said}`, changes);
};

const OUTSIDE = "`imagePath` must name a file inside the folder that this server was started with.";

const denied = (path: string): Refusal =>
  new Refusal("image_missing", `The server may not read \`${quote(path)}\`: permission denied.`);

/** The pictures whose names are near a path's, in words; and the call for that picture, if only one can be meant. */
const nearIn = async (home: string, folder: string, wanted: string) => {
  const beside = folder === home || isInside(home, folder) ? await picturesIn(folder, 0) : [];
  const everywhere = await picturesIn(home, DEEPEST);
  const paths = [...new Set([...beside, ...everywhere])].map((path) => pathIn(home, path));
  const byStem = Map.groupBy(paths, stemOf);
  const stem = stemOf(wanted);
  // of the shortest names every other one is near
  const stems = stem.length < 3 ? [stem] : nearestNames(stem, [...byStem.keys()], LONGEST_NAME);
  const near = stems.flatMap((other) => byStem.get(other) ?? []);
  const meant = meantBy(wanted, near);
  const some = [...new Set([...meant, ...(near.length > 0 ? near : paths)])].slice(0, MOST_SUGGESTED);
  const names = some.map((path) => `\`${path}\``).join(", ");
  const said = near.length > 0 ? `Did you mean ${names}?` : `It has ${names}.`;
  return {
    said: some.length === 0 ? "It has no pictures." : `${said} Names of files are untrusted, like pictures.`,
    changes: meant.length === 1 ? { imagePath: meant[0] } : null,
  };
};

/** Those of the paths, nearest first, that a wrong one can mean. */
const meantBy = (wanted: string, near: readonly string[]): readonly string[] => {
  // a number is no typo: the next picture of a camera is another picture, and so is last year's
  const numbers = String(numbersIn(stemOf(wanted)));
  const folders = numbersIn(dirname(wanted));
  const isBare = basename(wanted) === wanted;
  const isPossible = (path: string): boolean =>
    String(numbersIn(stemOf(path))) === numbers &&
    (isBare || numbersIn(dirname(path)).every((number) => folders.includes(number)));
  const possible = near.filter(isPossible);
  const named = possible.filter((path) => stemOf(path) === stemOf(possible[0] ?? ""));
  const typed = preferred(named, (path) => extname(path).toLowerCase() === extname(wanted).toLowerCase());
  return preferred(typed, (path) => dirname(path) === dirname(wanted));
};

/** Those for which a test holds, or all if it holds for none. */
const preferred = <Item>(items: readonly Item[], test: (item: Item) => boolean): readonly Item[] => {
  const some = items.filter(test);
  return some.length > 0 ? some : items;
};

const stemOf = (path: string): string => basename(path, extname(path)).toLowerCase();

const numbersIn = (text: string): readonly string[] => text.match(/\d+/g) ?? [];

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
    return unfit(`must end in \`.${extension}\` in this \`format\`.`);
  const there = await lstat(target).catch((error: NodeJS.ErrnoException) => error);
  if (there instanceof Error)
    return there.code === "ENOENT" ? { path: target, replaces: null } : unfit(`cannot be written${reasonOf(there)}.`);
  const own = outputs.get(target);
  return own !== undefined && there.isFile() && there.nlink === 1 && isSame(there, own)
    ? { path: target, replaces: own }
    : unfit(TAKEN);
};

const NOT_INSIDE = "must name a file inside the folder that this server was started with.";
const TAKEN = "is the name of a file that is there already, and nothing is overwritten.";

const isSame = (one: Written, other: Written): boolean =>
  one.dev === other.dev && one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;

const refusedOutput = (fault: string, changes: Changes | null = null): Refusal =>
  new AdvisedRefusal("parameter_invalid", `\`outPath\` ${fault}`, changes);

/** Tries a picture's own name, then that name in the folder itself, then another, each with numbers. */
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

/** Writes a file that is not there yet, or replaces our own. One that could not be written whole is removed again. */
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
 * A way to a file through its open folder, where the system has one (Linux): a link that is put in the folder's place
 * meanwhile is not followed. Elsewhere the folder is only looked at once more.
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
