import { readFileSync } from "node:fs";
import { decode, loadEngine, readParams } from "./engine.ts";
import { STILL_LIFE } from "./pictures.ts";
import type { Question } from "./question.ts";
import { fitLine } from "./statistics/line-fit.ts";
import { race } from "./stopwatch.ts";
import { printTable } from "./table.ts";

export const cells: Question = {
  name: "cells",
  asks: "Is the cost linear in cells?",
  answer: async ({ image, params, quick }) => {
    const draw = await loadEngine();
    const query = params[0] ?? "autoOptimize=0";
    const picture = await decode(readFileSync(image ?? STILL_LIFE), MOST_COLUMNS);
    const drawings = COLUMNS.map((columns) => () => draw(picture, readParams(query, columns)));
    const names = COLUMNS.map(String);
    const contenders = Object.fromEntries(names.map((name, i) => [name, drawings[i]!]));
    const times = await race(contenders, quick ? { rounds: 5, warmup: 2 } : { rounds: 15, warmup: 3 });
    const points = drawings.map((drawing, i) => ({ x: cellsOf(drawing()), y: times[names[i]!]!.median }));
    report(query, points);
  },
};

const COLUMNS = [40, 80, 120, 200, 300, 400];
const MOST_COLUMNS = Math.max(...COLUMNS);

const cellsOf = ({ grid }: { readonly grid: { readonly columns: number; readonly rows: number } }): number =>
  grid.columns * grid.rows;

const report = (query: string, points: readonly { readonly x: number; readonly y: number }[]): void => {
  const { intercept, slope, r2 } = fitLine(points);
  console.log(`${query}, the engine alone\n`);
  printTable(
    ["columns", "cells", "ms", "on the line"],
    points.map(({ x, y }, i) => [`${COLUMNS[i]}`, `${x}`, y.toFixed(2), (intercept + slope * x).toFixed(2)]),
  );
  console.log(`\nms = ${intercept.toFixed(2)} + ${(slope * 1000).toFixed(3)} × thousand cells, R² ${r2.toFixed(4)}`);
};
