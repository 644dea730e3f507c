import { WriteStream } from "node:tty";
import { PARAMS, rowsFor } from "@lumiglyph/contract";
import type { Environment, Output } from "../streams.ts";

/** What an output can show. */
export type Screen = {
  /** Its size in characters, or null where it is no terminal. */
  readonly size: ScreenSize | null;
  readonly depth: ColorDepth;
};

export type ScreenSize = { readonly columns: number; readonly rows: number };

/** Bits of color: 1 for none, 4 for 16 colors, 8 for 256, 24 for all. */
export type ColorDepth = 1 | 4 | 8 | 24;

/** What an output can show, by what it is and by what its environment says. */
export const readScreen = (stdout: Output, env: Environment): Screen => {
  const size = stdout.isTTY === true ? sizeOf(stdout, env) : null;
  return { size, depth: size === null && env["FORCE_COLOR"] === undefined ? 1 : depthBy(env) };
};

/** What a terminal has that does not tell its size. */
const USUAL = { columns: 80, rows: 24 } as const;

const sizeOf = ({ columns, rows }: Output, env: Environment): ScreenSize => ({
  columns: columns || Number(env["COLUMNS"]) || USUAL.columns,
  rows: rows || Number(env["LINES"]) || USUAL.rows,
});

/** Node's own reading of NO_COLOR, FORCE_COLOR, which goes before it, COLORTERM, TERM and their kin. */
const depthBy = (env: Environment): ColorDepth => WriteStream.prototype.getColorDepth(env) as ColorDepth;

/** The most columns that a screen has room for. */
export const widest = ({ columns }: ScreenSize): number =>
  Math.min(Math.max(columns, PARAMS.columns.min), PARAMS.columns.max);

/**
 * Columns at which a picture fits a screen, in its height too. Where that would be too small to make out, as with a tall picture
 * on a low screen, it is as wide as the screen and scrolls, unless the whole of it has to be seen.
 */
export const fittingColumns = (room: ScreenSize, picture: Size, whole: boolean): number => {
  const most = widest(room);
  let columns = most;
  while (columns > PARAMS.columns.min && rowsFor(columns, picture.width, picture.height) > room.rows) columns--;
  return whole || columns >= LEGIBLE ? columns : most;
};

/** Columns below which little of a picture can be made out. */
const LEGIBLE = 40;

type Size = { readonly width: number; readonly height: number };
