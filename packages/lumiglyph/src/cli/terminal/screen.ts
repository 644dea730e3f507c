import type { FontName, MosaicCharset } from "@lumiglyph/contract";
import type { Environment, Output } from "../streams.ts";
import { finestMosaic } from "./mosaics.ts";
import { type Answers, NO_ANSWERS } from "./probe.ts";
import { colorsByEnvironment, type TerminalColors } from "./terminals.ts";
import { usualFont } from "./usual-font.ts";

/** The capabilities of an output. */
export type TerminalScreen = Pick<Answers, "cellAspect" | "background" | "name"> & {
  /** Its size in characters, or null if it is not a terminal. */
  readonly size: ScreenSize | null;
  readonly colors: TerminalColors;
  /** The profile of its usual font; `any` if it is not a terminal. */
  readonly font: FontName;
  /** The finest mosaic that it is known to draw; quadrants if it is not a terminal. */
  readonly mosaic: MosaicCharset;
};

export type ScreenSize = { readonly columns: number; readonly rows: number };

/**
 * Detects the capabilities of an output from its type, the environment and the terminal's answers.
 */
export const readScreen = (stdout: Output, env: Environment, answers: Answers = NO_ANSWERS): TerminalScreen => {
  const size = stdout.isTTY === true ? sizeOf(stdout, env) : null;
  const { cellAspect, background, name, truecolor } = answers;
  const colors = size === null && env["FORCE_COLOR"] === undefined ? "none" : colorsByEnvironment(env);
  return {
    size,
    // a terminal that keeps such colors may still be told to use fewer, or none
    colors: truecolor && isGuess(colors, env) ? "truecolor" : colors,
    font: size === null ? "any" : usualFont(env),
    mosaic: size === null ? "quadrants" : finestMosaic(name, env),
    cellAspect,
    background,
    name,
  };
};

const isGuess = (colors: TerminalColors, env: Environment): boolean =>
  colors !== "none" && env["FORCE_COLOR"] === undefined;

/** Fallback for terminals that do not report their size. */
const USUAL = { columns: 80, rows: 24 } as const;

const sizeOf = ({ columns, rows }: Output, env: Environment): ScreenSize => ({
  columns: columns || Number(env["COLUMNS"]) || USUAL.columns,
  rows: rows || Number(env["LINES"]) || USUAL.rows,
});
