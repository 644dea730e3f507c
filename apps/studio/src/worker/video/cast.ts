import type { GridSize } from "@lumiglyph/contract";
import { ATLAS } from "@lumiglyph/engine";
import type { Rgb } from "../paint/page.ts";
import { BLANK, blankCells, colorOf, packCells } from "./cell-deltas.ts";
import type { OpaquePage, SequenceEncoder } from "./frame-sequence.ts";

/**
 * A terminal recording: asciicast v3 (docs.asciinema.org). A header, then output events with their delay in seconds.
 * Hides the cursor during playback and restores the terminal at the end.
 */
export const encodeCast: SequenceEncoder = async ({ sequence, name, onProgress }) => {
  const lines: string[] = [];
  const pen = createCastPen(sequence.size);
  let bytes = 0;
  let frames = 0;
  let clock = 0;
  let end = 0;
  const put = (line: object): void => {
    const text = `${JSON.stringify(line)}\n`;
    bytes += text.length;
    lines.push(text);
  };
  // round times rather than delays, so that errors do not add up
  const since = (time: number): number => {
    const before = clock;
    clock = Math.round(time * 1000);
    return (clock - before) / 1000;
  };
  for await (const { time, duration, page } of sequence.frames()) {
    if (frames === 0) put(header(sequence.size, name, page));
    put([since(time), "o", `${frames === 0 ? HIDE_CURSOR : ""}${pen(page)}`]);
    end = time + duration;
    onProgress(++frames, bytes);
  }
  put([since(end), "o", `${RESET}\x1b[${sequence.size.rows};1H${SHOW_CURSOR}`]);
  return new Blob(lines, { type: "application/x-asciicast" });
};

const HIDE_CURSOR = "\x1b[?25l";
const SHOW_CURSOR = "\x1b[?25h";
const RESET = "\x1b[0m";

const header = ({ columns, rows }: GridSize, title: string, { ground, ink }: OpaquePage): object => ({
  version: 3,
  term: {
    cols: columns,
    rows,
    type: "xterm-256color",
    theme: { fg: hex(ink), bg: hex(ground), palette: XTERM.join(":") },
  },
  title,
});

const hex = (color: Rgb): string => `#${color.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** A theme must name sixteen colors, though none is used: those of xterm. */
const XTERM = [
  ...["#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5"],
  ...["#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"],
];

/** Returns what to print to turn the previous page into this one. */
type CastPen = (page: OpaquePage) => string;

/** Unchanged cells that are printed again rather than skipped: a cursor move takes as many characters in JSON. */
const SHORT_GAP = 9;

/**
 * Prints only changes, with ECMA-48: CUP to a position, CUF along a row, SGR 38;2 and 48;2 for colors (ISO 8613-6), ED
 * when the background changes. The first page is printed on a cleared screen.
 */
const createCastPen = ({ columns, rows }: GridSize): CastPen => {
  const before = blankCells(columns * rows);
  const now = blankCells(columns * rows);
  let ground = -1;
  /** The current color, or −1. */
  let color = -1;
  let text = "";

  const clear = (page: OpaquePage): void => {
    ground = colorOf(page.ground);
    color = -1;
    before.fill(BLANK);
    text += `\x1b[0;48;2;${rgb(ground)}m\x1b[2J`;
  };
  const print = (cell: number): void => {
    const wanted = cell & 0xffffff;
    if (cell !== BLANK && wanted !== color) {
      color = wanted;
      text += `\x1b[38;2;${rgb(color)}m`;
    }
    text += ATLAS.glyphs[cell >>> 24]!;
  };
  /** Whether cells can be printed again without changing the color. */
  const isPlain = (from: number, to: number): boolean => {
    if (to - from > SHORT_GAP) return false;
    for (let i = from; i < to; i++) if (now[i] !== BLANK && (now[i]! & 0xffffff) !== color) return false;
    return true;
  };
  const printRow = (start: number): void => {
    let at = -1;
    for (let i = start; i < start + columns; i++) {
      if (now[i] === before[i]) continue;
      if (at === -1) text += `\x1b[${start / columns + 1};${i - start + 1}H`;
      else if (isPlain(at, i)) for (; at < i; at++) print(now[at]!);
      else if (at < i) text += `\x1b[${i - at}C`;
      print(now[i]!);
      at = i + 1;
    }
  };
  return (page) => {
    text = "";
    if (colorOf(page.ground) !== ground) clear(page);
    packCells(page, now);
    for (let start = 0; start < now.length; start += columns) printRow(start);
    before.set(now);
    return text;
  };
};

const rgb = (color: number): string => `${color & 255};${(color >> 8) & 255};${color >> 16}`;
