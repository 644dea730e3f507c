import { PARAMS, SETTINGS } from "@lumiglyph/contract";
import type { Flags } from "./command.ts";
/** Flags of rendering that are not parameters. */
export const DRAW_FLAGS = {
  out: {
    short: "o",
    value: "PATH",
    path: "file",
    says: "write to this file, or with several pictures into this folder, which is made if need be",
  },
  watch: { short: "w", says: "draw again whenever a file changes, until Ctrl+C" },
} as const satisfies Flags;

/** Range of pixels per cell width in a decoded picture. */
export const SCALE = { least: 1, most: 16, default: 8 } as const;

export const DECODE_FLAGS = {
  out: { short: "o", value: "FILE.png", path: "file", says: "where the picture goes" },
  scale: {
    value: "N",
    says: "pixels that a cell is wide",
    allowed: `${SCALE.least} to ${SCALE.most}`,
    unless: String(SCALE.default),
  },
  cells: { says: "one pixel a cell instead, with the exact bytes of colored art" },
  charset: {
    value: "NAME",
    choices: PARAMS.charset.values,
    says: "the art is text in this charset",
    unless: "guessed from its glyphs",
  },
  invert: { says: "it was drawn with --invert: for json-compact and text, which do not say" },
  dither: { says: "it was drawn with --dither: likewise" },
} as const satisfies Flags;

export const SERVE_FLAGS = {
  port: {
    short: "p",
    value: "N",
    says: "the port to listen on, 0 for any free one",
    unless: `SERVICE_PORT, else ${SETTINGS.SERVICE_PORT.default}`,
  },
  host: {
    value: "NAME",
    says: "the address to listen on, 0.0.0.0 for all",
    unless: `SERVICE_HOST, else ${SETTINGS.SERVICE_HOST.default}`,
  },
} as const satisfies Flags;

export const MCP_FLAGS = {
  root: {
    value: "DIR",
    path: "folder",
    says: "let it read the images of this folder, by the argument imagePath",
  },
} as const satisfies Flags;

/** Flags that every command has. */
export const COMMON_FLAGS = {
  help: { short: "h", says: "print this, or after a command what it does" },
  version: { short: "v", says: "print the version" },
} as const satisfies Flags;
