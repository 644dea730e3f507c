import { open, readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { nearestName } from "@lumiglyph/contract";
import { sniff } from "@lumiglyph/decode";
import { COMMAND_NAMES } from "../commands/commands.ts";
import { FileError, unreadable } from "../streams.ts";

/** A picture to render. */
export type PictureFile = {
  /** Its name for messages. */
  readonly name: string;
  /** Its file, or null for standard input and addresses. */
  readonly path: string | null;
  /** Its address on the web, if it has one. */
  readonly url?: URL;
};

/** The pictures of a command line in order, and the files that failed. */
export type Found = {
  readonly sources: readonly PictureFile[];
  readonly errors: readonly FileError[];
  /** Whether there may be several, even if there is one now. */
  readonly many: boolean;
};

/**
 * Finds the pictures named by the operands. A folder means its pictures, recognized by their bytes
 * and sorted by name. On Windows, `*.png` is expanded here, because no shell there expands it.
 */
export const findSources = async (
  given: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Promise<Found> => {
  const operands = platform === "win32" ? (await Promise.all(given.map(filesLike))).flat() : given;
  const found = await Promise.all(operands.map(expand));
  const sources = found.flatMap((each) => (each instanceof FileError ? [] : each.sources));
  return {
    sources,
    errors: found.filter((each) => each instanceof FileError),
    many: operands.length > 1 || found.some((each) => !(each instanceof FileError) && each.folder),
  };
};

/** Reads the bytes of a picture. */
export const readSource = async ({ name, path, url }: PictureFile, stdin: Readable): Promise<Uint8Array> => {
  if (url !== undefined) return fetchBytes(url);
  if (path === null) return buffer(stdin);
  try {
    return await readFile(path);
  } catch (error) {
    throw unreadable(name, error);
  }
};

/** The name of a picture's file, without its folder. */
export const pictureName = ({ path, url }: PictureFile): string =>
  basename(path ?? url?.pathname ?? "stdin") || "picture";

/** Seconds to wait for a server. */
const PATIENCE = 30;

const fetchBytes = async (url: URL): Promise<Uint8Array> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000 * PATIENCE) });
    if (!response.ok) throw new FileError(`${url.href}: the server answered ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof FileError) throw error;
    const { name } = error as Error;
    const why = name === "TimeoutError" ? `no answer within ${PATIENCE} seconds` : "it cannot be reached";
    throw new FileError(`${url.href}: ${why}.`);
  }
};

type Expanded = { readonly sources: readonly PictureFile[]; readonly folder: boolean };

const expand = async (operand: string): Promise<Expanded | FileError> => {
  if (/^https?:\/\//i.test(operand) && URL.canParse(operand)) {
    return { sources: [{ name: operand, path: null, url: new URL(operand) }], folder: false };
  }
  if (operand === "-") return { sources: [{ name: "standard input", path: null }], folder: false };
  try {
    if (!(await stat(operand)).isDirectory()) return { sources: [{ name: operand, path: operand }], folder: false };
    const sources = await picturesIn(operand);
    return sources.length > 0 ? { sources, folder: true } : new FileError(`${operand}: there is no picture in it.`);
  } catch (error) {
    return unreadable(operand, error, commandHint(operand));
  }
};

/**
 * The files that match a pattern in the last part of a path, by name; the pattern itself if there
 * are none.
 */
const filesLike = async (pattern: string): Promise<readonly string[]> => {
  const name = basename(pattern);
  if (!/[*?]/.test(name)) return [pattern];
  const escaped = name.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&");
  const fits = new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "i");
  const folder = dirname(pattern);
  const files = (await readdir(folder).catch(() => [])).filter((file) => fits.test(file)).toSorted();
  return files.length === 0 ? [pattern] : files.map((file) => join(folder, file));
};

const picturesIn = async (folder: string): Promise<readonly PictureFile[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  const pictures = await Promise.all(paths.toSorted().map(async (path) => ((await isPicture(path)) ? [path] : [])));
  return pictures.flat().map((path) => ({ name: path, path }));
};

/** Bytes from a file's start that identify its format. */
const SNIFFED = 512;

const isPicture = async (path: string): Promise<boolean> => {
  try {
    await using file = await open(path);
    const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(SNIFFED), 0, SNIFFED, 0);
    return sniff(bytes.subarray(0, bytesRead)) !== null;
  } catch {
    // rendering reports why it cannot be read
    return true;
  }
};

/** Suggests a command if a missing file looks like a misspelled one. */
const commandHint = (operand: string): string => {
  const near = basename(operand) === operand && !operand.includes(".") ? nearestName(operand, COMMAND_NAMES) : null;
  return near === null ? "" : ` Did you mean \`lumiglyph ${near}\`?`;
};
