import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CellFrame } from "../live-feed.ts";
import { encodeCast } from "./cast.ts";
import { cellFrame, encoderParts } from "./testing.ts";

const castOf = async (frames: readonly CellFrame[], seconds: number) => {
  const [header, ...events] = (await (await encodeCast(encoderParts(frames, seconds, "cat"))).text())
    .trimEnd()
    .split("\n");
  return {
    header: JSON.parse(header!) as { version: number; term: { cols: number; rows: number }; title: string },
    events: events.map((line) => JSON.parse(line) as [number, string, string]),
  };
};

type Cell = { readonly character: string; readonly color: string; readonly ground: string };

/** A terminal that supports what a cast may print, written independently of the encoder. Throws at anything else. */
const createTerminal = (cols: number, rows: number) => {
  const blank = { character: " ", color: "none", ground: "none" };
  const cells: Cell[] = new Array<Cell>(cols * rows).fill(blank);
  let [row, column, color, ground, isCursorShown] = [0, 0, "none", "none", true];
  const sgr = (numbers: readonly number[]): void => {
    for (let i = 0; i < numbers.length; i++) {
      if (numbers[i] === 0) [color, ground] = ["none", "none"];
      else if (numbers[i] === 38 && numbers[i + 1] === 2) [color, i] = [numbers.slice(i + 2, i + 5).join(), i + 4];
      else if (numbers[i] === 48 && numbers[i + 1] === 2) [ground, i] = [numbers.slice(i + 2, i + 5).join(), i + 4];
      else throw new Error(`SGR ${numbers}`);
    }
  };
  const control = (body: string, final: string): void => {
    const numbers = body.split(";").map(Number);
    if (final === "m") sgr(numbers);
    else if (final === "H") [row, column] = [numbers[0]! - 1, numbers[1]! - 1];
    else if (final === "C") column += numbers[0]!;
    else if (final === "J" && body === "2") cells.fill({ ...blank, ground });
    else if (body === "?25") isCursorShown = final === "h";
    else throw new Error(`CSI ${body}${final}`);
  };
  const print = (text: string): void => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what a control sequence starts with
    for (const [, body, final, character] of text.matchAll(/\x1b\[([?\d;]*)([a-zA-Z])|(.)/gsu)) {
      if (final !== undefined) control(body!, final);
      else {
        if (column >= cols || row >= rows || character! < " ") throw new Error(`${row} ${column} ${character}`);
        cells[row * cols + column++] = { character: character!, color, ground };
      }
    }
  };
  return { print, cells, state: () => ({ color, ground, isCursorShown }) };
};

/** Appearance of each cell of a frame. */
const wanted = ({ cells, codebook, inks, grounds, params }: CellFrame): string[] => {
  const paper = params.invert ? "245,242,234" : "0,0,0";
  const ink = params.invert ? "35,40,56" : "229,229,229";
  return Array.from(cells, (place, i) => {
    const character = [...codebook][place]!;
    const color = inks === null ? ink : inks.subarray(3 * i, 3 * i + 3).join();
    const ground = grounds === null ? paper : grounds.subarray(3 * i, 3 * i + 3).join();
    return character === " " ? `  on ${ground}` : `${character} ${color} on ${ground}`;
  });
};

const seen = (cells: readonly Cell[]): string[] =>
  cells.map(({ character, color, ground }) =>
    character === " " ? `  on ${ground}` : `${character} ${color} on ${ground}`,
  );

const replayed = async (frames: readonly CellFrame[]): Promise<void> => {
  const { header, events } = await castOf(frames, frames.length);
  const terminal = createTerminal(header.term.cols, header.term.rows);
  expect(events).toHaveLength(frames.length + 1);
  for (const [i, frame] of frames.entries()) {
    terminal.print(events[i]![2]);
    expect(seen(terminal.cells)).toEqual(wanted(frame));
    expect(terminal.state().isCursorShown).toBe(false);
  }
  terminal.print(events.at(-1)![2]);
  expect(terminal.state()).toEqual({ color: "none", ground: "none", isCursorShown: true });
};

describe("a cast", () => {
  it("has the header of asciicast v3, and intervals that add up", async () => {
    const frames = [0, 1 / 30, 2 / 30, 3 / 30, 1].map((time, i) => cellFrame(time, [`${i}b`, "cd"]));
    const { header, events } = await castOf(frames, 1.5);
    expect(header).toMatchObject({ version: 3, term: { cols: 2, rows: 2 }, title: "cat" });
    expect(events.map(([step, code]) => [step, code])).toEqual([
      [0, "o"],
      [0.033, "o"],
      [0.034, "o"],
      [0.033, "o"],
      [0.9, "o"],
      [0.5, "o"],
    ]);
  });

  it("prints only changes", async () => {
    const { events } = await castOf(
      [cellFrame(0, ["ab", "cd"]), cellFrame(1, ["ab", "ce"]), cellFrame(2, ["ab", "ce"])],
      3,
    );
    expect(events.map(([, , text]) => text)).toEqual([
      "\x1b[?25l\x1b[0;48;2;0;0;0m\x1b[2J\x1b[1;1H\x1b[38;2;229;229;229mab\x1b[2;1Hcd",
      "\x1b[2;2He",
      "",
      "\x1b[0m\x1b[2;1H\x1b[?25h",
    ]);
  });

  it("shows every frame on a terminal, cell by cell", async () => {
    await replayed([
      cellFrame(0, ["#..........#", "            "]),
      cellFrame(1, ["@..........@", ' \\ " ░      ']),
      cellFrame(2, ["@..........@", ' \\ " ░      '], { color: true }),
      cellFrame(3, ["@........ .@", ' \\ " ░      '], { color: true }, (cell) => [cell < 9 ? 1 : 2, 100, 200]),
      cellFrame(4, ["@..........@", ' \\ " ░      '], { invert: true }),
      cellFrame(5, ["@..........@", ' \\ " ░      '], { color: true, fill: 1 }),
      cellFrame(6, ["@........ .@", ' \\ " ░      '], { color: true, fill: 1 }),
      cellFrame(7, ["▀▁█▀▁█▀▁█▀▁█", "          ▀▁"], { color: true, charset: "halves", fill: 1 }),
      cellFrame(8, ["\u{1cd00}\u{1cd01}█▀▄█▀▄█▀▄█", "          ▀▄"], { charset: "octants" }),
    ]);
  });

  it("replays any frames", async () => {
    const glyphs = fc.constantFrom(...' .:#@"\\░');
    const lines = fc.array(fc.array(glyphs, { minLength: 14, maxLength: 14 }), { minLength: 3, maxLength: 3 });
    const colors = fc.constantFrom({ color: false }, { color: true }, { color: true, fill: 1 });
    const shots = fc.array(fc.tuple(lines, colors, fc.boolean(), fc.nat(2)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(shots, (all) =>
        replayed(
          all.map(([rows, colored, invert, seed], i) =>
            cellFrame(
              i,
              rows.map((row) => row.join("")),
              { ...colored, invert },
              (cell) => [(cell >> seed) % 3, 7, 255],
            ),
          ),
        ),
      ),
      { numRuns: 60 },
    );
  });
});
