import { describe, expect, test } from "vitest";
import { CELL_PARTS } from "../cells.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { toLight } from "../math/srgb.ts";
import { type CellRoom, cellRoom, ROOM } from "./cell-room.ts";
import { type CellTask, FREE } from "./cell-task.ts";
import { masksOf } from "./masks.ts";
import { addLeft, paint } from "./painted.ts";
import { NEAR, NEAR_STEPS, type Palette } from "./palettes.ts";
import { emptyPage } from "./two-color-page.ts";

const SIZE = { columns: 3, rows: 2 };

/** A cell whose parts are all of one gray. */
const even = (tone: number): CellRoom => {
  const room = cellRoom(new Float64Array(ROOM));
  for (const values of [room.parts, room.mean, room.low, room.high]) values.fill(tone);
  room.light.fill(toLight(tone));
  return room;
};

describe("a palette's error from other cells", () => {
  /** The light that a cell gets if this cell left so much of each channel. */
  const gained = (from: number, to: number, left = 0.1): number => {
    const room = even(0.5);
    const lefts = new Float32Array(3 * 6).fill(left, 3 * from, 3 * from + 3);
    addLeft(lefts, SIZE, to, to % 3, room);
    return (room.light[0]! - toLight(0.5)) / left;
  };

  test("is passed on by the weights of Floyd and Steinberg, at three tenths", () => {
    const [ahead, below, before, behind] = [gained(0, 1), gained(1, 4), gained(1, 3), gained(1, 5)];
    expect([ahead, below, before, behind].map((share) => Math.round((16 * share) / 0.3))).toEqual([7, 5, 3, 1]);
    expect(ahead).toBeCloseTo((0.3 * 7) / 16, 6);
  });

  test("does not pass from the end of a row to the start of the next", () => {
    expect(gained(2, 3)).toBe(0);
    expect(gained(0, 5)).toBe(0);
  });

  test("moves all parts of a cell by the same, at most a tenth of the range", () => {
    for (const [left, shift] of [
      [9, 0.1],
      [-9, -0.1],
    ] as const) {
      const room = even(0.5);
      addLeft(new Float32Array(3 * 6).fill(left), SIZE, 1, 1, room);
      for (const value of room.parts.subarray(0, 3 * CELL_PARTS)) expect(value).toBeCloseTo(0.5 + shift, 9);
      expect([room.mean[0], room.low[1], room.high[2]]).toEqual(Array(3).fill(expect.closeTo(0.5 + shift, 9)));
    }
  });
});

/** Two grays, which are tried for every color. */
const grays = (dark: number, bright: number): Palette => {
  const tone = Float32Array.of(dark, dark, dark, bright, bright, bright);
  const near = Uint8Array.from({ length: NEAR * NEAR_STEPS ** 3 }, (_, i) => i % 2);
  return { bytes: Uint8Array.from(tone, (value) => 255 * value), light: tone.map(toLight), tone, near, white: 1 };
};

const MASKS = masksOf(ATLAS, [ATLAS.indexOf("@")]);

/** Draws a cell of one gray with one letter, whose fitted background is the dark gray of the palette. */
const drawn = (fill: number) => {
  const [dark, bright] = [0.2, 0.4];
  const room = even(bright);
  room.ink.fill(bright);
  room.ground.fill(dark);
  const page = emptyPage({ columns: 1, rows: 1 });
  const look = { fill, page: 0, liked: Uint8Array.of(FREE), worth: new Float32Array(1) } as const;
  const coveredSums = () => new Float64Array(3).fill(CELL_PARTS * MASKS.mean[0]! * bright);
  const fitter = { room, coveredSums, read: () => {}, fit: () => 0 };
  const task = { masks: MASKS, look, tries: 2 } as unknown as CellTask;
  paint(task, grays(dark, bright), page, 0, 0, false, fitter);
  return { page, own: toLight(dark), right: toLight(bright) };
};

describe("a letter in a palette's colors", () => {
  test("keeps its own background up to the fill from which another leaves a smaller error", () => {
    // 32 × (1 − fill) × off² against off² on each part, as far as it is bare
    const even = 1 - MASKS.bare[0]! / CELL_PARTS;
    const [before, after] = [drawn(even - 0.02), drawn(even + 0.02)];
    expect(before.page.grounds[0]).toBeCloseTo(before.own, 6);
    expect(after.page.grounds[0]).toBeCloseTo(after.right, 6);
  });

  test("leaves to others the light that it does not show", () => {
    const { page, right, own } = drawn(0);
    const missing = right - own;
    expect(page.left[0]! / missing).toBeGreaterThan(0.3);
    expect(page.left[0]! / missing).toBeLessThan(1);
    expect(drawn(1).page.left[0]).toBeCloseTo(0, 6);
  });
});
