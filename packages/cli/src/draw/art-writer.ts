import { readFile, stat } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import { FORMATS, type FormatId } from "@lumiglyph/contract";
import { type FontProfile, readProfile } from "@lumiglyph/engine";
import type { DrawCommand } from "../commands/command.ts";
import { FileError, print, type Streams, UsageError, unreadable } from "../streams.ts";
import { readScreen } from "../terminal/screen.ts";
import { chooseStyle, type OutputStyle, type RenderPlan } from "./draw-picture.ts";
import type { Found, Source } from "./sources.ts";
import { makeFolder, writeWhole } from "./write-file.ts";

/** Where rendered art goes. */
export type ArtWriter = {
  /** How to render each picture for it. A terminal may change its size in between. */
  readonly plan: () => RenderPlan;
  readonly write: (source: Source, art: string) => Promise<void>;
  /** Whether nothing is shown while rendering, so that progress is useful. */
  readonly silent: boolean;
};

/**
 * Creates the destination for the pictures found. Throws before anything is rendered if files would overwrite each
 * other.
 */
export const createArtWriter = async (
  found: Found,
  command: DrawCommand,
  streams: Streams,
  redraws: boolean,
): Promise<ArtWriter> => {
  const { options, out } = command;
  const profile = command.fontProfile === null ? null : await readFontProfile(command.fontProfile);
  const destination = await chooseDestination(out, found.many);
  const byName = options.format !== undefined ? null : formatByName(destination);
  if (destination.kind !== "stdout") {
    const style = chooseStyle(options, byName, { depth: 1 });
    const pathOf = pathsFor(destination, found.sources, style);
    const write = async (source: Source, art: string) => writeWhole(pathOf(source), art);
    return { plan: () => ({ options, style, space: null, font: profile ?? "any" }), write, silent: true };
  }
  const screen = readScreen(streams.stdout, streams.env);
  const style = chooseStyle(options, byName, screen);
  if (found.many) refuseRunningTogether(style);
  const font = profile ?? (isText(style) ? screen.font : "any");
  return toStdout(found, command, streams, { style, font }, redraws);
};

/** Writes to a terminal, fitted to it, or to a pipe. Redrawing replaces what the screen shows. */
const toStdout = (
  { sources }: Found,
  { options, watch }: DrawCommand,
  { stdout, env }: Streams,
  { style, font }: Pick<RenderPlan, "style" | "font">,
  redraws: boolean,
): ArtWriter => {
  const screenSize = () => readScreen(stdout, env).size;
  const space = (): RenderPlan["space"] => {
    const size = isText(style) ? screenSize() : null;
    // the last row is for the prompt or the watch message
    return size && { columns: size.columns, rows: Math.max(size.rows - (watch ? 2 : 1), 1), whole: watch };
  };
  const write = async ({ name }: Source, art: string) => {
    const isScreen = screenSize() !== null;
    const start = redraws && isScreen ? CLEAR_SCREEN : "";
    await print(stdout, `${start}${isScreen && sources.length > 1 ? `${name}\n` : ""}${art}`);
  };
  return { plan: () => ({ options, style, space: space(), font }), write, silent: false };
};

const readFontProfile = async (path: string): Promise<FontProfile> => {
  try {
    return readProfile(await readFile(path, "utf8"));
  } catch (error) {
    throw error instanceof RangeError ? new FileError(`${path}: ${error.message}`) : unreadable(path, error);
  }
};

/** The output file of each picture; creates the folder. */
const pathsFor = (
  { kind, path }: Exclude<Destination, { kind: "stdout" }>,
  sources: readonly Source[],
  { format }: OutputStyle,
): ((source: Source) => string) => {
  if (kind === "file") {
    refuseReplacing(path, sources);
    return () => path;
  }
  const names = outNames(sources, path, format);
  makeFolder(path);
  return (source) => names.get(source)!;
};

/** Complete documents cannot be concatenated in one stream. */
const refuseRunningTogether = ({ format }: OutputStyle): void => {
  if (format !== "html" && format !== "svg") return;
  throw new UsageError(`Several pictures in ${format} need a folder: lumiglyph photos --format ${format} --out art`);
};

/** Whether each line of the output is a terminal line. */
const isText = ({ format }: OutputStyle): boolean => format === "text" || format === "ansi";

/** ECMA-48 CUP and ED: move to the upper left corner and erase everything. */
const CLEAR_SCREEN = "\x1b[H\x1b[2J";

/**
 * The output file of each picture in a folder: its name with the format's extension. Pictures whose names differ only
 * in their extensions keep those. Throws if two would still collide, or one would replace a picture.
 */
export const outNames = (sources: readonly Source[], folder: string, format: FormatId): ReadonlyMap<Source, string> => {
  const shared = new Set(repeated(sources.map(stem)));
  const names = sources.map((source) => {
    const name = shared.has(stem(source)) ? basename(fileOf(source)) : stem(source);
    return join(folder, `${name}.${FORMATS[format].extension}`);
  });
  const [twice] = repeated(names);
  if (twice !== undefined) throw new UsageError(`Two pictures would be written to ${twice}. Draw them one by one.`);
  for (const name of names) refuseReplacing(name, sources);
  return new Map(sources.map((source, at) => [source, names[at]!]));
};

/** Throws if an output file is one of the pictures. */
export const refuseReplacing = (name: string, sources: readonly Source[]): void => {
  if (sources.some(({ path }) => path !== null && resolve(path) === resolve(name))) {
    throw new UsageError(`${name} is a picture and would be replaced by its art. Name another place with --out.`);
  }
};

const fileOf = ({ path }: Source): string => path ?? "stdin";

const stem = (source: Source): string => basename(fileOf(source), extname(fileOf(source)));

const repeated = (names: readonly string[]): readonly string[] =>
  names.filter((name, at) => names.indexOf(name) !== at);

/** Where art goes. */
type Destination =
  | { readonly kind: "stdout" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "folder"; readonly path: string };

/** Chooses the destination for `out`; several pictures need a folder. */
const chooseDestination = async (out: string | null, many: boolean): Promise<Destination> => {
  if (out === null || out === "-") return { kind: "stdout" };
  const kind = await kindOf(out);
  if (kind === "file" && many) {
    throw new UsageError(`${out} is a file, and there are several pictures. Name a folder: --out art`);
  }
  const folder = kind === "folder" || many || /[\\/]$/.test(out);
  return { kind: folder ? "folder" : "file", path: out };
};

/** The format by a file name's extension; null if it has none or there is no file. */
const formatByName = (destination: Destination): FormatId | null => {
  const ending = destination.kind === "file" ? extname(destination.path).slice(1).toLowerCase() : "";
  if (ending === "") return null;
  const format = FORMAT_IDS.find((id) => FORMATS[id].extension === ending);
  if (format !== undefined) return format;
  throw new UsageError(
    `No format has the extension .${ending}. Use one of ${ENDINGS.join(", ")}, or give \`--format\`.`,
  );
};

const FORMAT_IDS = Object.keys(FORMATS) as readonly FormatId[];

const ENDINGS = [...new Set(Object.values(FORMATS).map(({ extension }) => `.${extension}`))];

const kindOf = async (path: string): Promise<"file" | "folder" | null> => {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "file";
  } catch {
    return null;
  }
};
