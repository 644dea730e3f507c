import type { Watch } from "@lumiglyph/engine";
import { median } from "./statistics.ts";

/** Number of measured rounds, and of warm-up rounds before them. */
export type Rounds = { readonly rounds: number; readonly warmup: number };

/** Median and minimum in milliseconds; other load on the machine affects the minimum least. */
export type Times = { readonly median: number; readonly least: number };

/** Times all contenders in turns, so that other load on the machine affects all of them. */
export const race = async <Name extends string>(
  contenders: Readonly<Record<Name, () => unknown>>,
  { rounds, warmup }: Rounds,
): Promise<Record<Name, Times>> => {
  const names = Object.keys(contenders) as Name[];
  const taken = names.map((): number[] => []);
  for (let round = 0; round < warmup + rounds; round++) {
    for (const [i, name] of names.entries()) taken[i]!.push(await time(contenders[name]));
  }
  const times = taken.map((all) => all.slice(warmup));
  return Object.fromEntries(
    names.map((name, i) => [name, { median: median(times[i]!), least: Math.min(...times[i]!) }]),
  ) as Record<Name, Times>;
};

/** Wall time in milliseconds. */
const time = async (work: () => unknown): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** Milliseconds spent in each stage itself, without nested stages, summed over its runs. */
type StageClock = { readonly watch: Watch; readonly spent: ReadonlyMap<string, number> };

export const startStageClock = (): StageClock => {
  const spent = new Map<string, number>();
  let within = 0;
  const watch: Watch = (name, work) => {
    const outer = within;
    within = 0;
    const begun = performance.now();
    try {
      return work();
    } finally {
      const taken = performance.now() - begun;
      spent.set(name, (spent.get(name) ?? 0) + taken - within);
      within = outer + taken;
    }
  };
  return { watch, spent };
};

/** Prints a Markdown table; all columns but the first are right-aligned. */
export const printTable = (heads: readonly string[], rows: readonly (readonly string[])[]): void => {
  const widths = heads.map((head, i) => Math.max(3, head.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(" | ")} |`;
  const rule = `|${widths.map((width, i) => (i === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  console.log([line(heads), rule, ...rows.map(line)].join("\n"));
};
