import { print, type Streams } from "../streams.ts";
import { readScreen } from "../terminal/screen.ts";
import { UsageError } from "../usage-error.ts";
import type { DrawCommand } from "../words/command.ts";
import { chooseDestination, type Destination, formatByName } from "./destination.ts";
import type { Manner } from "./draw-picture.ts";
import { chooseLook, type Look, wantedBy } from "./look.ts";
import { outNames, refuseReplacing } from "./out-names.ts";
import type { Found, Source } from "./sources.ts";
import { makeFolder, writeWhole } from "./write-whole.ts";

/** The way of art to where it goes. */
export type Delivery = {
  /** How each picture is to be drawn for it; a terminal may have another size each time. */
  readonly manner: () => Manner;
  readonly deliver: (source: Source, art: string) => Promise<void>;
  /** Whether nothing is seen of the art while it is drawn. */
  readonly silent: boolean;
};

/** The way for what was found; refused before anything is drawn where files would get into each other's way. */
export const createDelivery = async (
  found: Found,
  command: DrawCommand,
  streams: Streams,
  again: boolean,
): Promise<Delivery> => {
  const { fields, out } = command;
  const destination = await chooseDestination(out, found.many);
  const wanted = wantedBy(fields);
  const byName = wanted.given.has("format") ? null : formatByName(destination);
  if (destination.kind !== "stdout") {
    const look = chooseLook(wanted, byName, { depth: 1 });
    const pathOf = pathsFor(destination, found.sources, look);
    const deliver = async (source: Source, art: string) => writeWhole(pathOf(source), art);
    return { manner: () => ({ fields, look, room: null }), deliver, silent: true };
  }
  const look = chooseLook(wanted, byName, readScreen(streams.stdout, streams.env));
  if (found.many) refuseRunningTogether(look);
  return toStdout(found, command, streams, look, again);
};

/** Onto the screen, fitted to it, or into a pipe. What is drawn again takes the place of what the screen shows. */
const toStdout = (
  { sources }: Found,
  { fields, watch }: DrawCommand,
  { stdout, env }: Streams,
  look: Look,
  again: boolean,
): Delivery => {
  const screenSize = () => readScreen(stdout, env).size;
  const room = (): Manner["room"] => {
    const size = isText(look) ? screenSize() : null;
    // the prompt, or what is told of the watching, has the last row
    return size && { columns: size.columns, rows: Math.max(size.rows - (watch ? 2 : 1), 1), whole: watch };
  };
  const deliver = async ({ name }: Source, art: string) => {
    const isScreen = screenSize() !== null;
    const start = again && isScreen ? CLEAR_SCREEN : "";
    await print(stdout, `${start}${isScreen && sources.length > 1 ? `${name}\n` : ""}${art}`);
  };
  return { manner: () => ({ fields, look, room: room() }), deliver, silent: false };
};

/** The file of each picture's art; the folder is made. */
const pathsFor = (
  { kind, path }: Exclude<Destination, { kind: "stdout" }>,
  sources: readonly Source[],
  { format }: Look,
): ((source: Source) => string) => {
  if (kind === "file") {
    refuseReplacing(path, sources);
    return () => path;
  }
  const names = outNames(sources, path, format);
  makeFolder(path);
  return (source) => names.get(source)!;
};

/** Documents that are whole in themselves cannot follow each other in one stream. */
const refuseRunningTogether = ({ format }: Look): void => {
  if (format !== "html" && format !== "svg") return;
  throw new UsageError(`Several pictures in ${format} need a folder: lumiglyph photos --format ${format} --out art`);
};

/** Whether a line of it takes a line of the terminal. */
const isText = ({ format }: Look): boolean => format === "text" || format === "ansi";

/** ECMA-48 CUP and ED: to the upper left corner, then all is erased. */
const CLEAR_SCREEN = "\x1b[H\x1b[2J";
