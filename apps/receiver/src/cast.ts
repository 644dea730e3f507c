import type { Frame } from "@lumiglyph/handoff";
import { colorAt } from "./painter.ts";

/** Records frames as an asciicast (version 2) for terminal players. Each frame writes only its changed cells. */
export type Cast = {
  /** Adds a frame that arrived at this time, in milliseconds. */
  readonly add: (frame: Frame, at: number) => void;
  readonly frames: () => number;
  readonly seconds: () => number;
  /** The lines of the file so far. ASCII except for the glyphs. */
  readonly lines: () => readonly string[];
  /** Characters of the file so far. */
  readonly length: () => number;
};

export const createCast = (): Cast => {
  const lines: string[] = [];
  let [length, frames, begun, seconds] = [0, 0, 0, 0];
  let terminal: TerminalState | null = null;
  const write = (line: object): void => {
    const text = `${JSON.stringify(line)}\n`;
    lines.push(text);
    length += text.length;
  };
  return {
    add(frame, at) {
      const { columns, rows, ground } = frame;
      if (frames++ === 0) {
        begun = at;
        write({ version: 2, width: columns, height: rows, timestamp: Math.floor(at / 1000), title: "Lumiglyph" });
      }
      seconds = Math.round(at - begun) / 1000;
      if (terminal !== null && (terminal.columns !== columns || terminal.rows !== rows))
        write([seconds, "r", `${columns}x${rows}`]);
      if (terminal?.columns !== columns || terminal.rows !== rows || terminal.ground !== ground)
        terminal = emptyTerminal(frame);
      const text = updateTerminal(terminal, frame);
      if (text !== "") write([seconds, "o", text]);
    },
    frames: () => frames,
    seconds: () => seconds,
    lines: () => lines,
    length: () => length,
  };
};

/** What the terminal currently shows. */
type TerminalState = {
  readonly columns: number;
  readonly rows: number;
  readonly ground: number;
  readonly characters: (string | undefined)[];
  readonly inks: Int32Array;
  readonly grounds: Int32Array;
  /** The background that it prints on. */
  paper: number;
  isFresh: boolean;
};

const emptyTerminal = ({ columns, rows, ground }: Frame): TerminalState => ({
  columns,
  rows,
  ground,
  characters: new Array(columns * rows),
  inks: new Int32Array(columns * rows),
  grounds: new Int32Array(columns * rows).fill(ground),
  paper: ground,
  isFresh: true,
});

/** The escape sequences that update the terminal to a frame; records the result in `terminal`. */
const updateTerminal = (
  terminal: TerminalState,
  { columns, codebook, cells, rgb, grounds, ink, ground }: Frame,
): string => {
  const glyphs = [...codebook];
  // hide the cursor, set the background, clear the screen
  const parts = terminal.isFresh ? [`\u001b[?25l\u001b[0;48;2;${rgbOf(terminal.ground)}m\u001b[2J`] : [];
  terminal.isFresh = false;
  let [next, color] = [-1, -1];
  for (let at = 0; at < cells.length; at++) {
    const character = glyphs[cells[at]!]!;
    const own = rgb === null ? ink : colorAt(rgb, at);
    const behind = grounds === null ? ground : colorAt(grounds, at);
    // spaces have no ink
    const isSame = character === terminal.characters[at] && (own === terminal.inks[at] || character === " ");
    if (isSame && behind === terminal.grounds[at]) continue;
    terminal.characters[at] = character;
    terminal.inks[at] = own;
    terminal.grounds[at] = behind;
    if (at !== next || at % columns === 0) parts.push(`\u001b[${Math.floor(at / columns) + 1};${(at % columns) + 1}H`);
    if (own !== color && character !== " ") {
      parts.push(`\u001b[38;2;${rgbOf(own)}m`);
      color = own;
    }
    if (behind !== terminal.paper) {
      parts.push(`\u001b[48;2;${rgbOf(behind)}m`);
      terminal.paper = behind;
    }
    parts.push(character);
    next = at + 1;
  }
  return parts.join("");
};

const rgbOf = (color: number): string => `${color >> 16};${(color >> 8) & 255};${color & 255}`;
