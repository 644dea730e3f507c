import { WriteStream } from "node:tty";
import { type FontName, gridFor, PARAMS } from "@lumiglyph/contract";
import type { Environment, Output } from "../streams.ts";
import { usualFont } from "./usual-font.ts";

/** What an output can show. */
export type Screen = {
  /** Its size in characters, or null if it is not a terminal. */
  readonly size: ScreenSize | null;
  readonly depth: ColorDepth;
  /** The profile of the font that it usually shows; `any` if it is not a terminal. */
  readonly font: FontName;
};

export type ScreenSize = { readonly columns: number; readonly rows: number };

/** Color bits: 1 for none, 4 for 16 colors, 8 for 256, 24 for all. */
export type ColorDepth = 1 | 4 | 8 | 24;

/** Detects what an output can show, from its type and the environment. */
export const readScreen = (stdout: Output, env: Environment): Screen => {
  const size = stdout.isTTY === true ? sizeOf(stdout, env) : null;
  return {
    size,
    depth: size === null && env["FORCE_COLOR"] === undefined ? 1 : depthBy(env),
    font: size === null ? "any" : usualFont(env),
  };
};

/** Fallback for terminals that do not report their size. */
const USUAL = { columns: 80, rows: 24 } as const;

const sizeOf = ({ columns, rows }: Output, env: Environment): ScreenSize => ({
  columns: columns || Number(env["COLUMNS"]) || USUAL.columns,
  rows: rows || Number(env["LINES"]) || USUAL.rows,
});

/** Node's interpretation of NO_COLOR, FORCE_COLOR (which takes precedence), COLORTERM, TERM and others. */
const depthBy = (env: Environment): ColorDepth => WriteStream.prototype.getColorDepth(env) as ColorDepth;

/** The most columns a screen has room for. */
export const widest = ({ columns }: ScreenSize): number =>
  Math.min(Math.max(columns, PARAMS.columns.min), PARAMS.columns.max);

/**
 * The columns at which a picture fits a screen, including its height. If that is too small to recognize, like a tall
 * picture on a low screen, it uses the full width and scrolls, unless `whole` is set.
 */
export const fittingColumns = (room: ScreenSize, picture: Size, whole: boolean): number => {
  const most = widest(room);
  let columns = most;
  while (columns > PARAMS.columns.min && gridFor({ columns }, picture.width, picture.height).rows > room.rows)
    columns--;
  return whole || columns >= LEGIBLE ? columns : most;
};

/** Fewer columns than this show little of a picture. */
const LEGIBLE = 40;

type Size = { readonly width: number; readonly height: number };
