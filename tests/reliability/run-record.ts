import { createTally } from "./tally.ts";

/** Options that every run has. `report` is told how far it is, now and then. */
export type RunOptions = {
  readonly count: number;
  readonly seed: number;
  readonly report?: (line: string) => void;
};

/** What every run comes to: plain data, to be printed. */
export type RunFigures = {
  readonly count: number;
  readonly seed: number;
  readonly statuses: { readonly [status: string]: number };
  /** Error codes, and `drawn` for what was none. */
  readonly codes: { readonly [code: string]: number };
  readonly worstMs: number;
  /** Requests that got no answer at all, as from a process that has died. */
  readonly unanswered: number;
  /** What should not have been, each as a sentence; no more than the first hundred. */
  readonly faults: readonly string[];
};

/** Collects the figures of a run, answer by answer. */
export const createRecord = ({ count, seed, report = () => {} }: RunOptions) => {
  const [statuses, codes] = [createTally(), createTally()];
  const faults: string[] = [];
  let [done, unanswered, worstMs] = [0, 0, 0];
  return {
    answered: (status: number, code: string, ms: number) => {
      statuses.add(status);
      codes.add(code);
      worstMs = Math.max(worstMs, ms);
      if (++done % 1000 === 0) report(`${done} of ${count}`);
    },
    unanswered: () => {
      unanswered++;
      done++;
    },
    fault: (sentence: string) => {
      if (faults.length < 100) faults.push(sentence);
    },
    figures: (): RunFigures => ({
      count: done,
      seed,
      statuses: statuses.counts(),
      codes: codes.counts(),
      worstMs,
      unanswered,
      faults,
    }),
  };
};
