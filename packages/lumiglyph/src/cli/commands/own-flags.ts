import { LISTENS_AT, PARAMS } from "@lumiglyph/contract";
import type { Flags } from "./command.ts";

/** Allowed number of concurrent renders. */
export const JOBS = { least: 1, most: 64 } as const;

/** Allowed number of loops. */
export const PLAYS = { least: 0, most: 10_000 } as const;

/** Flags of rendering that are not parameters. */
export const DRAW_FLAGS = {
  out: {
    short: "o",
    value: "PATH",
    path: "file",
    says: "write to this file, or for several pictures into this folder, which is created if needed",
  },
  blocks: {
    says: "draw two-color blocks instead of letters: --charset octants in html, svg, png and terminals that support them, else sextants or quadrants",
  },
  "font-profile": {
    value: "FILE",
    path: "file",
    says: "match the glyphs to your own font, measured by lumiglyph calibrate",
  },
  size: {
    short: "s",
    value: "WxH",
    says: "maximum columns and rows: 80x24, 80x or x24",
    fallback: "what fits the terminal",
  },
  fit: {
    value: "NAME",
    choices: ["screen", "width"],
    says: "fit the art to the whole screen, or only to its width and scroll",
    fallback: "screen",
  },
  center: { says: "center the art in the terminal" },
  probe: {
    negatable: true,
    says: "ask the terminal for its cell size, background, colors and name, for at most 150 ms",
    fallback: "on",
  },
  animate: { negatable: true, says: "play animated GIF, WebP and PNG in a terminal", fallback: "on" },
  loop: {
    value: "N",
    says: "number of loops; 0 loops until Ctrl+C",
    allowed: `0 to ${PLAYS.most}`,
    fallback: "as often as the file says; once if there are several",
  },
  jobs: {
    short: "j",
    value: "N",
    says: "pictures to render at once",
    allowed: `${JOBS.least} to ${JOBS.most}`,
    fallback: String(JOBS.least),
  },
  watch: { short: "w", says: "render again whenever a file changes, until Ctrl+C" },
} as const satisfies Flags;

/** Range of pixels per cell width in a decoded picture. */
export const SCALE = { least: 1, most: 16, default: 8 } as const;

export const DECODE_FLAGS = {
  out: { short: "o", value: "FILE.png", path: "file", says: "output file" },
  scale: {
    value: "N",
    says: "pixels per cell width",
    allowed: `${SCALE.least} to ${SCALE.most}`,
    fallback: String(SCALE.default),
  },
  cells: { says: "write one pixel per cell, in the exact colors of the art" },
  charset: {
    value: "NAME",
    choices: PARAMS.charset.values,
    says: "the art is text in this charset",
    fallback: "guessed from its glyphs",
  },
  light: { says: "the art was rendered with --background light (json-compact and text do not record it)" },
  invert: { says: "the art was rendered with --invert (json-compact and text do not record it)" },
  dither: { says: "the art was rendered with --dither (json-compact and text do not record it)" },
} as const satisfies Flags;

/** Allowed font settings of a terminal. */
export const FONT_SIZE = { least: 6, most: 64 } as const;
export const LINE_HEIGHT = { least: 0.8, most: 3 } as const;

export const CALIBRATE_FLAGS = {
  out: { short: "o", value: "FILE.json", path: "file", says: "the profile", fallback: "the font's name with .json" },
  size: {
    value: "N",
    says: "font size in pixels in which the art will be displayed",
    allowed: `${FONT_SIZE.least} to ${FONT_SIZE.most}`,
    fallback: "the size at which a character is 8 pixels wide",
  },
  "line-height": {
    value: "N",
    says: "line height, relative to the font size",
    allowed: `${LINE_HEIGHT.least} to ${LINE_HEIGHT.most}`,
    fallback: "twice a character's width",
  },
} as const satisfies Flags;

export const SIGN_FLAGS = {
  lasts: { value: "SECONDS", says: "how long the address stays valid", fallback: "no limit" },
} as const satisfies Flags;

export const SERVE_FLAGS = {
  port: {
    short: "p",
    value: "N",
    says: "the port to listen on, 0 for any free one",
    fallback: `SERVICE_PORT, else ${LISTENS_AT.port}`,
  },
  host: {
    value: "NAME",
    says: "the address to listen on, 0.0.0.0 for all",
    fallback: `SERVICE_HOST, else ${LISTENS_AT.host}`,
  },
} as const satisfies Flags;

export const MCP_FLAGS = {
  root: {
    value: "DIR",
    path: "folder",
    says: "allow the tool to read pictures in this folder and write new files there",
  },
} as const satisfies Flags;

/** Flags that every command has. */
export const COMMON_FLAGS = {
  help: { short: "h", says: "print this help, or a command's help" },
  version: { short: "v", says: "print the version" },
} as const satisfies Flags;
