import { expect, test } from "vitest";
import { startFrame } from "../../../../tests/support/frames.ts";
import { paramsWith } from "../../../../tests/support/params.ts";
import { horizontalRamp, paint } from "../../../../tests/support/rasters.ts";
import { PARTS, PIPELINE, runStages } from "../pipeline.ts";
import { type StageName, unwatched } from "../stage.ts";
import { view } from "../stages/view.ts";
import { createBoard } from "./board.ts";

const START = startFrame(horizontalRamp(96, 48), { columns: 24, rows: 12 });
const still = runStages(PARTS.light, START, paramsWith(), unwatched);
const seen = view.run(still, paramsWith());

test("a page drawn on the board is the pipeline's", () => {
  const params = paramsWith({ gamma: 0.9 });
  expect(createBoard(still, seen, unwatched).draw(params).cells).toEqual(
    runStages(PIPELINE, START, params, unwatched).cells,
  );
});

test("a page redrawn is that of the same picture with noise over it, the same every time", () => {
  const board = createBoard(still, seen, unwatched);
  const [page, twin] = [board.draw(paramsWith()), board.redraw(paramsWith())];
  const changed = page.cells.filter((cell, i) => cell !== twin.cells[i]).length;
  expect(changed).toBeGreaterThan(0);
  expect(twin.cells).toEqual(board.redraw(paramsWith()).cells);
});

test("every stage of a page is watched", () => {
  const watched: string[] = [];
  const board = createBoard(still, seen, (name, work) => {
    watched.push(name);
    return work();
  });
  board.draw(paramsWith());
  const wanted: StageName[] = PARTS.page.filter((stage) => stage.wanted(paramsWith())).map(({ name }) => name);
  expect(watched).toEqual(wanted);
});

test("the board knows which cells of its picture have the color of skin", () => {
  const half = paint(24, 12, (x) => (x < 12 ? [231, 180, 143] : [110, 160, 220]));
  const start = startFrame(half, { columns: 4, rows: 2 });
  const frame = runStages([...PARTS.light, ...PARTS.view], start, paramsWith(), unwatched);
  expect([...createBoard(frame, frame, unwatched).skin()]).toEqual([1, 1, 0, 0, 1, 1, 0, 0]);
});
