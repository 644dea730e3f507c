import { readFile, stat } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import { FORMATS, type FormatId, firstLook, type RenderOptions } from "@lumiglyph/contract";
import { sniff } from "@lumiglyph/decode";
import type { Animation } from "@lumiglyph/decode/node";
import type { FontProfile } from "@lumiglyph/engine";
import type { DrawCommand } from "../commands/command.ts";
import { FileError, print, type Streams, UsageError, unreadable } from "../streams.ts";
import type { TerminalScreen } from "../terminal/screen.ts";
import type { DrawnArt, RenderPlan } from "./draw-picture.ts";
import { type Found, type PictureFile, pictureName } from "./sources.ts";
import { blocksFor, chooseStyle, FILE, fittedTo, type OutputStyle } from "./style.ts";
import { makeFolder, writeWhole } from "./write-file.ts";

/** The destination of rendered art. */
export type ArtWriter = {
  /** How to render each picture for this destination. A terminal may change its size in between. */
  readonly plan: () => RenderPlan;
  readonly write: (source: PictureFile, art: DrawnArt) => Promise<void>;
  /**
   * Plays or records an animated picture and returns true; false for one with a single frame. Null
   * if the destination cannot show motion.
   */
  readonly play: ((source: PictureFile, bytes: Uint8Array) => Promise<boolean>) | null;
  /** Whether nothing is shown while rendering, so that a progress bar helps. */
  readonly silent: boolean;
};

/**
 * Creates the destination for the pictures found. Throws before any render if files would overwrite
 * each other. `screen` returns what standard output can show now.
 */
export const createArtWriter = async (
  found: Found,
  command: DrawCommand,
  { stdout }: Streams,
  screen: () => TerminalScreen,
  redraws: boolean,
): Promise<ArtWriter> => {
  const { options, out } = command;
  const profile = command.fontProfile === null ? null : await readFontProfile(command.fontProfile);
  const destination = await chooseDestination(out, found.many);
  const byName = options.format !== undefined ? null : formatByName(destination);
  if (destination.kind !== "stdout") {
    if (isCast(destination)) return toCast(destination.path, command, profile);
    const style = chooseStyle(command, byName, FILE);
    const pathOf = pathsFor(destination, found.sources, style);
    const write = async (source: PictureFile, art: DrawnArt) => writeWhole(pathOf(source), art);
    return {
      plan: () => ({ options: firstLook({ ...style, ...options }), profile, centeredIn: null }),
      write,
      play: null,
      silent: true,
    };
  }
  const style = chooseStyle(command, byName, screen());
  if (found.many) refuseRunningTogether(style);
  if (style.format === "png" && screen().size !== null)
    throw new UsageError("A terminal cannot show a PNG: lumiglyph photo.jpg --out art.png");
  const names = found.sources.length > 1;
  const plan = (): RenderPlan => {
    const shown = screen();
    const { size } = shown;
    if (size === null || !isText(style))
      return { options: firstLook({ ...style, ...options }), profile, centeredIn: null };
    // rows for the prompt or the watch message, and for a picture's name
    const room = { columns: size.columns, rows: size.rows - (command.watch ? 2 : 1) - (names ? 1 : 0) };
    const fitted = options.columns === undefined ? fittedTo(room, command.fit) : {};
    return {
      options: firstLook({ ...fitted, ...ofTerminal(shown, profile !== null), ...style, ...options }),
      profile,
      centeredIn: command.center ? size.columns : null,
    };
  };
  const write = async ({ name }: PictureFile, art: DrawnArt) => {
    if (typeof art !== "string") return print(stdout, art);
    const isScreen = screen().size !== null;
    // redrawing replaces what the screen shows
    await print(stdout, `${redraws && isScreen ? CLEAR_SCREEN : ""}${isScreen && names ? `${name}\n` : ""}${art}`);
  };
  const isPlayed = screen().size !== null && isText(style) && command.animate && !command.watch;
  const play = async (_: PictureFile, bytes: Uint8Array): Promise<boolean> => {
    const film = await openFilm(bytes);
    if (film === null) return false;
    const plays = command.plays ?? (names ? 1 : film.plays);
    await (await import("./animate.ts")).play(film, { stdout, plan, plays });
    return true;
  };
  return { plan, write, play: isPlayed ? play : null, silent: false };
};

/** Still pictures do not load the code for motion. */
const openFilm = async (bytes: Uint8Array): Promise<Animation | null> => {
  const format = sniff(bytes);
  const mayMove = format === "gif" || format === "webp" || (format === "png" && Buffer.from(bytes).includes("acTL"));
  return mayMove ? (await import("./animate.ts")).openFilm(bytes) : null;
};

/** A terminal recording is a separate kind of file: only motion is written to it. */
const isCast = ({ kind, path }: Exclude<Destination, { kind: "stdout" }>): boolean =>
  kind === "file" && CAST.test(path);

const CAST = /\.cast$/i;

const toCast = (path: string, command: DrawCommand, profile: FontProfile | null): ArtWriter => {
  const { options, blocks, plays } = command;
  const charset = blocks ? { charset: blocksFor("ansi", FILE) } : {};
  const plan = (): RenderPlan => ({
    options: firstLook({ color: true, ...charset, ...options }),
    profile,
    centeredIn: null,
  });
  const play = async ({ name }: PictureFile, bytes: Uint8Array): Promise<boolean> => {
    const film = await openFilm(bytes);
    if (film === null) throw new FileError(`${name}: not animated. A .cast needs an animated GIF, WebP or PNG.`);
    writeWhole(path, await (await import("./animate.ts")).castOf(film, plan(), plays ?? 1, basename(name)));
    return true;
  };
  return { plan, write: async () => {}, play, silent: true };
};

/** The properties of a terminal that affect its art. */
const ofTerminal = ({ font, cellAspect, background }: TerminalScreen, hasProfile: boolean): RenderOptions => ({
  ...(!hasProfile && { font }),
  ...(cellAspect !== null && { cellAspect }),
  ...(background !== null && { background }),
});

const readFontProfile = async (path: string): Promise<FontProfile> => {
  try {
    const { readProfile } = await import("@lumiglyph/engine");
    return readProfile(await readFile(path, "utf8"));
  } catch (error) {
    throw error instanceof RangeError ? new FileError(`${path}: ${error.message}`) : unreadable(path, error);
  }
};

/** The output file of each picture; creates the folder. */
const pathsFor = (
  { kind, path }: Exclude<Destination, { kind: "stdout" }>,
  sources: readonly PictureFile[],
  { format }: OutputStyle,
): ((source: PictureFile) => string) => {
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
  if (format !== "html" && format !== "svg" && format !== "png") return;
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
export const outNames = (
  sources: readonly PictureFile[],
  folder: string,
  format: FormatId,
): ReadonlyMap<PictureFile, string> => {
  const shared = new Set(repeated(sources.map(stem)));
  const names = sources.map((source) => {
    const name = shared.has(stem(source)) ? pictureName(source) : stem(source);
    return join(folder, `${name}.${FORMATS[format].extension}`);
  });
  const [twice] = repeated(names);
  if (twice !== undefined) throw new UsageError(`Two pictures would be written to ${twice}. Draw them one by one.`);
  for (const name of names) refuseReplacing(name, sources);
  return new Map(sources.map((source, at) => [source, names[at]!]));
};

/** Throws if an output file is one of the pictures. */
export const refuseReplacing = (name: string, sources: readonly PictureFile[]): void => {
  if (sources.some(({ path }) => path !== null && resolve(path) === resolve(name))) {
    throw new UsageError(`${name} is a picture and would be replaced by its art. Name another place with --out.`);
  }
};

const stem = (source: PictureFile): string => basename(pictureName(source), extname(pictureName(source)));

const repeated = (names: readonly string[]): readonly string[] =>
  names.filter((name, at) => names.indexOf(name) !== at);

/** A destination of art. */
type Destination =
  | { readonly kind: "stdout" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "folder"; readonly path: string };

/** Chooses the destination for `out`; several pictures need a folder. */
const chooseDestination = async (out: string | null, many: boolean): Promise<Destination> => {
  if (out === null || out === "-") return { kind: "stdout" };
  const kind = /[\\/]$/.test(out) ? "folder" : await kindOf(out);
  const format = formatNamed(out);
  const isFile = kind === "file" || (kind === null && (format !== undefined || CAST.test(out)));
  if (isFile && many) {
    const style = format === undefined ? "" : ` --format ${format}`;
    throw new UsageError(`${out} is a file, and there are several pictures. Name a folder: --out art${style}`);
  }
  const folder = kind === "folder" || many;
  return { kind: folder ? "folder" : "file", path: out };
};

/** The format by a file name's extension; null if it has none or there is no file. */
const formatByName = (destination: Destination): FormatId | null => {
  if (destination.kind !== "stdout" && isCast(destination)) return null;
  if (destination.kind !== "file") return null;
  const ending = extname(destination.path).toLowerCase();
  if (ending.length < 2) return null;
  const format = formatNamed(destination.path);
  if (format !== undefined) return format;
  throw new UsageError(
    `No format has the extension ${ending}. Use one of ${ENDINGS.join(", ")}, or give \`--format\`.`,
  );
};

/** The format whose extension a file's name has. */
const formatNamed = (path: string): FormatId | undefined => {
  const ending = extname(path).slice(1).toLowerCase();
  return FORMAT_IDS.find((id) => FORMATS[id].extension === ending);
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
