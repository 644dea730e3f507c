import { type FormatId, Refusal, type TraceAttributes } from "@lumiglyph/contract";
import type { FetchOutcome, RenderMetrics } from "../metrics/metrics.ts";
import type { RenderOutcome } from "../render/operation.ts";
import type { AboutStep, RenderStep, Took } from "../render/took.ts";
import { closedAttributes } from "./closed-attributes.ts";

/** What is written down of one render while it is served, over HTTP or as a tool call. */
export type Journal = {
  readonly took: Took;
  /** The format that was asked for. */
  readonly asked: (format: FormatId) => void;
  /** A render that has succeeded. */
  readonly drew: (outcome: RenderOutcome) => void;
};

/** A step that is over. */
export type StepRecord = {
  readonly step: RenderStep;
  readonly begun: number;
  readonly ended: number;
  readonly about: AboutStep;
};

/** A journal that can be read. */
export type OpenJournal = Journal & {
  readonly steps: readonly StepRecord[];
  readonly format: () => FormatId | null;
  readonly evidence: () => TraceAttributes;
};

/** For whoever keeps none. */
export const NO_JOURNAL: Journal = { took: () => {}, asked: () => {}, drew: () => {} };

/** A journal of one render. What can be measured at once is: the rest waits for its end. */
export const createJournal = (metrics: RenderMetrics | null): OpenJournal => {
  const steps: StepRecord[] = [];
  let format: FormatId | null = null;
  let evidence: TraceAttributes = {};
  return {
    steps,
    format: () => format,
    evidence: () => evidence,
    took: (step, begun, ended, about = {}) => {
      steps.push({ step, begun, ended, about });
      if (step === "queue") metrics?.queued(ended - begun);
      if (step === "fetch") metrics?.fetched(fetchOutcome(about.failure), ended - begun);
    },
    asked: (wanted) => {
      format = wanted;
    },
    // what is told of the outcome, so that nobody keeps its body
    drew: (outcome) => {
      evidence = evidenceOf(outcome);
    },
  };
};

const evidenceOf = ({ source, evidence: { grid, glyphs, quality }, shared, cache }: RenderOutcome): TraceAttributes =>
  closedAttributes({
    "ascii.columns": grid.columns,
    "ascii.rows": grid.rows,
    "ascii.pixels": source.width * source.height,
    "ascii.source_format": source.format,
    "ascii.target": quality.target,
    "ascii.status": quality.status,
    "ascii.score": quality.score,
    "ascii.codebook_size": glyphs.size,
    "ascii.rmse": glyphs.rmse,
    "ascii.shared": shared,
    "ascii.cache": cache,
  });

/** What a fetch came to. A reason in words is a check of our own that failed: see `refused`. */
const fetchOutcome = (failure: unknown): FetchOutcome => {
  if (failure === undefined) return "fetched";
  if (!(failure instanceof Refusal)) return "abandoned";
  if (failure.code === "image_url_untrusted" || isOurCheck(failure)) return "blocked";
  return OUTCOMES.get(failure.code) ?? "failed";
};

const isOurCheck = ({ code, cause }: Refusal): boolean => code === "image_host_failed" && typeof cause === "string";

const OUTCOMES: ReadonlyMap<string, FetchOutcome> = new Map([
  ["image_host_slow", "slow"],
  ["image_too_large", "too_large"],
  ["overloaded", "overloaded"],
]);
