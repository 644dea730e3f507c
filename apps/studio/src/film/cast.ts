import type { GridSize } from "@lumiglyph/contract";
import type { Rgb } from "../paint/page.ts";
import { createCastPen } from "./cast-pen.ts";
import type { FilmEncoder } from "./encoder.ts";
import type { FilmPage } from "./film-frame.ts";

/**
 * A recording of a terminal: asciicast v3 (docs.asciinema.org). A header, then events that tell how many seconds after the
 * one before them something is printed. The cursor is hidden meanwhile, and everything is as before at the end.
 */
export const encodeCast: FilmEncoder = async ({ reel, name, tell }) => {
  const lines: string[] = [];
  const pen = createCastPen(reel.size);
  let bytes = 0;
  let frames = 0;
  let clock = 0;
  let end = 0;
  const put = (line: object): void => {
    const text = `${JSON.stringify(line)}\n`;
    bytes += text.length;
    lines.push(text);
  };
  // rounded as times and not as steps, so that no error adds up
  const since = (time: number): number => {
    const before = clock;
    clock = Math.round(time * 1000);
    return (clock - before) / 1000;
  };
  for await (const { time, duration, page } of reel.frames()) {
    if (frames === 0) put(header(reel.size, name, page));
    put([since(time), "o", `${frames === 0 ? HIDE_CURSOR : ""}${pen(page)}`]);
    end = time + duration;
    tell(++frames, bytes);
  }
  put([since(end), "o", `${RESET}\x1b[${reel.size.rows};1H${SHOW_CURSOR}`]);
  return new Blob(lines, { type: "application/x-asciicast" });
};

const HIDE_CURSOR = "\x1b[?25l";
const SHOW_CURSOR = "\x1b[?25h";
const RESET = "\x1b[0m";

const header = ({ columns, rows }: GridSize, title: string, { ground, ink }: FilmPage): object => ({
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

/** A theme has to name sixteen colors, though nothing is printed in them: those of xterm. */
const XTERM = [
  ...["#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5"],
  ...["#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"],
];
