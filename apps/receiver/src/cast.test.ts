import type { Frame } from "@lumiglyph/handoff";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCast } from "./cast.ts";

const CODEBOOK = " .@⣿";

const frameOf = (cells: readonly number[], columns: number, more: Partial<Frame> = {}): Frame => ({
  columns,
  rows: cells.length / columns,
  codebook: CODEBOOK,
  cells: Uint8Array.from(cells),
  rgb: null,
  grounds: null,
  ink: 0xe5e5e5,
  ground: 0x000000,
  drawnAt: 0,
  mediaTime: null,
  paramsRev: 0,
  ...more,
});

/** A minimal terminal emulator: the character and color of each cell. */
const play = (lines: readonly string[]) => {
  const [header, ...events] = lines.map((line) => JSON.parse(line));
  let { width, height } = header;
  let screen: string[] = [];
  let [x, y, ink, ground] = [0, 0, "", ""];
  for (const [, kind, data] of events) {
    if (kind === "r") [width, height] = data.split("x").map(Number);
    if (kind !== "o") continue;
    for (const [, move, color, other, character] of data.matchAll(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escape sequences
      /\u001b\[(\d+;\d+)H|\u001b\[38;2;([\d;]+)m|(\u001b\[\S*?[a-zA-Z])|(.)/gu,
    )) {
      if (move) [y, x] = move.split(";").map((place: string) => Number(place) - 1) as [number, number];
      else if (color) ink = color;
      else if (other?.endsWith("J")) screen = new Array(width * height).fill(` on ${ground}`);
      else if (other?.includes("48;2;")) ground = other.slice(other.indexOf("48;2;") + 5, -1);
      else if (character) {
        screen[y * width + x] = character === " " ? ` on ${ground}` : `${character} in ${ink} on ${ground}`;
        x++;
      }
    }
  }
  return screen;
};

const shown = ({ cells, rgb, grounds, ink, ground }: Frame): string[] =>
  Array.from(cells, (glyph, at) => {
    const color = rgb === null ? bytesOf(ink) : [...rgb.subarray(3 * at, 3 * at + 3)];
    const behind = grounds === null ? bytesOf(ground) : [...grounds.subarray(3 * at, 3 * at + 3)];
    return glyph === 0
      ? ` on ${behind.join(";")}`
      : `${[...CODEBOOK][glyph]} in ${color.join(";")} on ${behind.join(";")}`;
  });

const bytesOf = (color: number): number[] => [color >> 16, (color >> 8) & 255, color & 255];

describe("a recording", () => {
  test("begins with a header and the whole first frame", () => {
    const cast = createCast();
    cast.add(frameOf([1, 0, 2, 1], 2), 5_000);
    expect(cast.lines().map((line) => JSON.parse(line))).toEqual([
      { version: 2, width: 2, height: 2, timestamp: 5, title: "Lumiglyph" },
      [0, "o", "\u001b[?25l\u001b[0;48;2;0;0;0m\u001b[2J\u001b[1;1H\u001b[38;2;229;229;229m. \u001b[2;1H@."],
    ]);
  });

  test("stores the changes of later frames with their times, and nothing for an unchanged frame", () => {
    const cast = createCast();
    cast.add(frameOf([1, 0, 2, 1], 2), 5_000);
    cast.add(frameOf([1, 0, 2, 1], 2), 5_100);
    cast.add(frameOf([1, 0, 2, 2], 2), 5_250);
    expect(JSON.parse(cast.lines()[2]!)).toEqual([0.25, "o", "\u001b[2;2H\u001b[38;2;229;229;229m@"]);
    expect([cast.frames(), cast.seconds(), cast.lines().length]).toEqual([3, 0.25, 3]);
  });

  test("records a change of terminal size", () => {
    const cast = createCast();
    cast.add(frameOf([1, 0, 2, 1], 2), 0);
    cast.add(frameOf([1, 1], 1), 1_000);
    expect(JSON.parse(cast.lines()[2]!)).toEqual([1, "r", "1x2"]);
    expect(play(cast.lines())).toEqual(shown(frameOf([1, 1], 1)));
  });

  test("ends with the last frame, whatever came before", () => {
    const grid = fc.record({
      cells: fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }),
      colors: fc.option(fc.array(fc.constantFrom(0, 9, 255), { minLength: 18, maxLength: 18 })),
      behind: fc.option(fc.array(fc.constantFrom(0, 9, 255), { minLength: 18, maxLength: 18 })),
      ink: fc.constantFrom(0xe5e5e5, 0x232838),
      ground: fc.constantFrom(0x000000, 0xf5f2ea),
    });
    const property = fc.property(fc.array(grid, { minLength: 1, maxLength: 8 }), (grids) => {
      const cast = createCast();
      const frames = grids.map(({ cells, colors, behind, ink, ground }) =>
        frameOf(cells, 3, {
          rgb: colors && Uint8Array.from(colors),
          grounds: behind && Uint8Array.from(behind),
          ink,
          ground,
        }),
      );
      for (const [at, frame] of frames.entries()) cast.add(frame, at * 33);
      expect(play(cast.lines())).toEqual(shown(frames.at(-1)!));
      expect(cast.length()).toBe(cast.lines().join("").length);
    });
    fc.assert(property, { seed: 9, numRuns: 300 });
  });
});
