import { median } from "./statistics/averages.ts";

/** How often everything is run, and how many of the first runs are left out as warming up. */
export type Rounds = { readonly rounds: number; readonly warmup: number };

/** Milliseconds of a contender: its median, and its least, which other work on the machine disturbs least. */
export type Times = { readonly median: number; readonly least: number };

/** Times of each contender. They take turns, so that a machine that is busy for a while is busy for all. */
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

/** Milliseconds that work takes, waiting included where it is asynchronous. */
const time = async (work: () => unknown): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
