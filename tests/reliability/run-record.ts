import { createTally } from "./tally.ts";

/** Options of every run. `report` receives the progress now and then. */
export type RunOptions = {
  readonly count: number;
  readonly seed: number;
  readonly report?: (line: string) => void;
};

/** The result of every run: plain data, to be printed. */
export type RunFigures = {
  readonly count: number;
  readonly seed: number;
  readonly statuses: { readonly [status: string]: number };
  /** Error codes, and `drawn` for renders. */
  readonly codes: { readonly [code: string]: number };
  readonly worstMs: number;
  /** Requests without any response, as from a dead process. */
  readonly unanswered: number;
  /** Violations, one sentence each; at most the first hundred. */
  readonly faults: readonly string[];
};

/** Collects the figures of a run, response by response. */
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
