import type { GridSize } from "@lumiglyph/contract";
import { glyphsOf, type Rgb } from "@lumiglyph/engine/paint/page";
import { BLANK, blankCells, colorOf, copyCells, isSameCell, packCells } from "./cell-deltas.ts";
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

/**
 * Maximum unchanged cells that are printed again rather than skipped: a cursor move takes as many
 * characters in JSON.
 */
const SHORT_GAP = 9;

/**
 * Prints only changes, with ECMA-48: CUP to a position, CUF along a row, SGR 38;2 and 48;2 for colors (ISO 8613-6), ED
 * when the background changes. The first page is printed on a cleared screen.
 */
const createCastPen = ({ columns, rows }: GridSize): CastPen => {
  const count = columns * rows;
  const before = blankCells(count);
  const now = blankCells(count);
  /** The last page's state, as far as it affects unchanged cells. */
  let style = "";
  /** The current color and background, or −1. */
  let color = -1;
  let ground = -1;
  let glyphs: readonly string[] = [];
  let text = "";

  const clear = (page: OpaquePage): void => {
    ground = colorOf(page.ground);
    color = -1;
    before.glyphs.fill(BLANK);
    // 0xffffffff is no color, so every cell with its own background is printed
    before.grounds.fill(page.grounds === null ? ground : 0xffffffff);
    text += `\x1b[0;48;2;${rgb(ground)}m\x1b[2J`;
  };
  const inkOf = (i: number): number => (now.glyphs[i] === BLANK ? color : now.glyphs[i]! & 0xffffff);
  const print = (i: number): void => {
    const [ink, behind] = [inkOf(i), now.grounds[i]!];
    if (ink !== color) text += `\x1b[38;2;${rgb(ink)}m`;
    if (behind !== ground) text += `\x1b[48;2;${rgb(behind)}m`;
    [color, ground] = [ink, behind];
    text += glyphs[now.glyphs[i]! >>> 24]!;
  };
  /** Whether cells can be printed again without changing a color. */
  const isPlain = (from: number, to: number): boolean => {
    if (to - from > SHORT_GAP) return false;
    for (let i = from; i < to; i++) if (inkOf(i) !== color || now.grounds[i] !== ground) return false;
    return true;
  };
  const printRow = (start: number): void => {
    let at = -1;
    for (let i = start; i < start + columns; i++) {
      if (isSameCell(before, now, i)) continue;
      if (at === -1) text += `\x1b[${start / columns + 1};${i - start + 1}H`;
      else if (isPlain(at, i)) for (; at < i; at++) print(at);
      else if (at < i) text += `\x1b[${i - at}C`;
      print(i);
      at = i + 1;
    }
  };
  return (page) => {
    text = "";
    const own = `${page.ground} ${page.mosaic} ${page.grounds === null}`;
    if (own !== style) clear(page);
    style = own;
    glyphs = glyphsOf(page.mosaic);
    packCells(page, now);
    if (page.grounds === null) now.grounds.fill(colorOf(page.ground));
    for (let start = 0; start < count; start += columns) printRow(start);
    copyCells(now, before);
    return text;
  };
};

const rgb = (color: number): string => `${color & 255};${(color >> 8) & 255};${color >> 16}`;
