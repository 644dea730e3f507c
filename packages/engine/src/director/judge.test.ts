import { PARAMS, type QualityTarget, type RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith, validParams } from "../../../../tests/support/params.ts";
import { noise, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import type { Frame } from "../frame.ts";
import { runStages, SEEING } from "../pipeline.ts";
import type { Raster } from "../raster.ts";
import { unwatched } from "../stage.ts";
import { view } from "../stages/view.ts";
import { type Board, createBoard } from "./board.ts";
import { judgeOn, type Take } from "./judge.ts";

const boardOf = (raster: Raster, size = { columns: 48, rows: 24 }): Board => {
  const still = runStages(SEEING.slice(0, -1), startFrame(raster, size), paramsWith(), unwatched);
  return createBoard(still, view.run(still, paramsWith()), unwatched);
};

/** A head in front of a dim wall: soft and hard edges, shadows, highlights. */
const HEAD = paintGray(192, 96, (x, y) => {
  const inside = ((x - 90) / 40) ** 2 + ((y - 50) / 42) ** 2;
  if (inside > 1) return 12 + x / 6;
  return 230 - 160 * Math.hypot((x - 75) / 70, (y - 30) / 70);
});

const change = (board: Board, pages: (frame: Frame) => Frame): Board => ({
  ...board,
  draw: (params) => pages(board.draw(params)),
  redraw: (params) => pages(board.redraw(params)),
});

const blanked = (frame: Frame): Frame => ({ ...frame, cells: new Uint8Array(frame.cells.length) });

const shuffled = (frame: Frame): Frame => {
  const next = noise(1);
  const order = [...frame.cells.keys()].map((cell) => ({ cell, at: next() })).toSorted((a, b) => a.at - b.at);
  return { ...frame, cells: Uint8Array.from(order, ({ cell }) => frame.cells[cell]!) };
};

const mirrored = (frame: Frame): Frame => ({ ...frame, cells: frame.cells.toReversed() });

const judged = (board: Board, params: RenderParams): Take => judgeOn(board, params)(params);

const TARGETS: readonly QualityTarget[] = PARAMS.qualityTarget.values;

describe.each(TARGETS)("under the rubric of %s", (qualityTarget) => {
  const params = paramsWith({ qualityTarget });
  const board = boardOf(HEAD);
  const { score, marks } = judged(board, params);

  test.each([
    ["a blank one", blanked],
    ["one with the same glyphs in any order", shuffled],
    ["one that is upside down", mirrored],
  ] as const)("the page of the picture is far better than %s", (_, pages) => {
    const other = judged(change(board, pages), params);
    expect(score).toBeGreaterThan(other.score + 0.05);
    expect(other.marks.every(({ met }) => met)).toBe(false);
  });

  test("all glyphs are better than two of them", () => {
    const few = judged(board, { ...params, charset: "binary" });
    expect(judged(board, { ...params, glyphStrategy: "fixed" }).score).toBeGreaterThan(few.score + 0.03);
  });

  test("a component is met from its threshold on", () => {
    for (const { value, threshold, met } of marks) expect(met).toBe(value >= threshold);
  });

  test("any picture with any parameters has a score from 0 to 1, and finite components", () => {
    fc.assert(
      fc.property(rasters(), validParams({ qualityTarget }), (raster, { params }) => {
        const take = judged(boardOf(raster, { columns: 9, rows: 5 }), params);
        expect(take.score >= 0 && take.score <= 1 + 1e-9).toBe(true);
        for (const { value } of take.marks)
          expect(value >= 0 && value <= (qualityTarget === "round-trip" ? 60 : 1.00001)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

test("the score is the sum of the components, each by its weight, 40 dB counting as all", () => {
  const by = (qualityTarget: QualityTarget) => {
    const { score, marks } = judged(boardOf(HEAD), paramsWith({ qualityTarget }));
    return { score, values: Object.fromEntries(marks.map(({ name, value }) => [name, value])) };
  };
  const { score, values } = by("portrait");
  expect(score).toBeCloseTo(0.4 * values["tone"]! + 0.5 * values["structure"]! + 0.1 * values["edges"]!, 12);
  const back = by("round-trip");
  expect(back.score).toBeCloseTo((0.8 * back.values["psnr"]!) / 40 + 0.2 * back.values["structure"]!, 12);
});

test("a negative is judged as one: what is asked for upside down in tone is as good as what is not", () => {
  const upright = judged(boardOf(HEAD), paramsWith());
  const inverted = judged(boardOf(HEAD), paramsWith({ invert: true }));
  expect(Math.abs(upright.score - inverted.score)).toBeLessThan(0.1);
  const wrong = judgeOn(boardOf(HEAD), paramsWith({ invert: true }))(paramsWith());
  expect(wrong.score).toBeLessThan(inverted.score - 0.3);
});

test("the same page has the same score on every board of the picture", () => {
  const params = paramsWith({ qualityTarget: "motion" });
  expect(judged(boardOf(HEAD), params).marks).toEqual(judged(boardOf(HEAD), params).marks);
});
