import { completeParams, PARAMS, type QualityTarget, type RenderParams } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith, validParams } from "../../../../tests/support/params.ts";
import { noise, paintGray, rasters } from "../../../../tests/support/rasters.ts";
import type { Frame, Raster } from "../frame.ts";
import { PARTS, runStages } from "../pipeline.ts";
import { unwatched } from "../stage.ts";
import { view } from "../stages/view.ts";
import { type Board, createBoard } from "./board.ts";
import { COMPONENTS, type ComponentName } from "./components.ts";
import { judgeOn, type Take } from "./direct.ts";
import { RUBRICS } from "./rubrics.ts";

const boardOf = (raster: Raster, size = { columns: 48, rows: 24 }): Board => {
  const still = runStages(PARTS.light, startFrame(raster, size), paramsWith(), unwatched);
  return createBoard(still, view.run(still, paramsWith()), unwatched);
};

/** A head in front of a wall that is lit from the right: soft and hard edges, shadows, highlights. */
const HEAD = paintGray(192, 96, (x, y) => {
  const inside = ((x - 90) / 40) ** 2 + ((y - 50) / 42) ** 2;
  if (inside > 1) return 40 + x / 2;
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

  test("a blank page does not meet the target", () => {
    const blank = judged(change(board, blanked), params);
    expect(blank.marks.find(({ name }) => name === "structure")).toMatchObject({ met: false });
  });

  test.each([
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
      fc.property(rasters(), validParams({ qualityTarget }), (raster, wanted) => {
        const take = judged(boardOf(raster, { columns: 9, rows: 5 }), completeParams(wanted));
        expect(take.score >= 0 && take.score <= 1 + 1e-9).toBe(true);
        for (const { value } of take.marks)
          expect(value >= 0 && value <= (qualityTarget === "round-trip" ? 60 : 1.00001)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

// all but motion: nothing is as stable as a blank page
test.each(TARGETS.filter((target) => target !== "motion"))(
  "under the rubric of %s the page of the picture is far better than a blank one",
  (qualityTarget) => {
    const params = paramsWith({ qualityTarget });
    const board = boardOf(HEAD);
    expect(judged(board, params).score).toBeGreaterThan(judged(change(board, blanked), params).score + 0.05);
  },
);

test.each(TARGETS)(
  "the score for %s is the sum of its components, each by its weight, up to what counts as all",
  (target) => {
    const { score, marks } = judged(boardOf(HEAD), paramsWith({ qualityTarget: target }));
    const { demands } = RUBRICS[target];
    expect(marks.map(({ name }) => name)).toEqual(Object.keys(demands));
    const parts = marks.map(
      ({ name, value }) => demands[name]!.weight * Math.min(1, value / (COMPONENTS[name].full ?? 1)),
    );
    expect(score).toBeCloseTo(
      parts.reduce((sum, part) => sum + part),
      12,
    );
  },
);

test("a component that is beyond what counts as all counts as all", () => {
  const params = paramsWith({ qualityTarget: "round-trip", charset: "blocks", autoOptimize: 0 });
  const { score, marks } = judged(boardOf(paintGray(16, 16, () => 0)), params);
  expect(marks.find(({ name }) => name === "psnr")!.value).toBeGreaterThan(COMPONENTS.psnr.full!);
  expect(score).toBeCloseTo(1, 6);
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

describe("line art", () => {
  const measured = ({ marks }: Take, name: ComponentName): number => marks.find((mark) => mark.name === name)!.value;
  const lines = (given: Partial<RenderParams> = {}): RenderParams => paramsWith({ edges: true, ...given });

  test.each([
    ["light lines on black", {}],
    ["dark lines on a light ground", { invert: true }],
  ] as const)("as %s is judged against the lines, not against the picture", (_, given) => {
    const board = boardOf(HEAD);
    const wanted = judged(board, lines(given));
    const picture = board.draw(paramsWith(given));
    const page = judged(
      change(board, (frame) => ({ ...frame, cells: picture.cells, codebook: picture.codebook })),
      lines(given),
    );
    const blank = judged(change(board, blanked), lines(given));
    for (const name of ["structure", "edges"] as const) {
      expect(measured(wanted, name)).toBeGreaterThan(measured(page, name) + 0.1);
      expect(measured(wanted, name)).toBeGreaterThan(measured(blank, name) + 0.1);
    }
  });

  test("is judged against what it was to be: the same page is worse for lines of another picture", () => {
    const [own, other] = [boardOf(HEAD), boardOf(paintGray(192, 96, (x) => (x % 64 < 32 ? 30 : 220)))];
    const { cells, codebook } = own.draw(lines());
    const foreign = judged(
      change(other, (frame) => ({ ...frame, cells, codebook })),
      lines(),
    );
    expect(judged(own, lines()).score).toBeGreaterThan(foreign.score + 0.1);
  });

  test.each([
    ["light lines", {}],
    ["dark lines", { invert: true }],
  ] as const)("is read back as the %s that it is", (_, given) => {
    const params = lines({ qualityTarget: "round-trip", ...given });
    const board = boardOf(HEAD);
    const blank = judged(change(board, blanked), params);
    expect(measured(judged(board, params), "psnr")).toBeGreaterThan(measured(blank, "psnr") + 3);
  });
});
