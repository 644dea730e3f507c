import type { RenderParams, StageName } from "@lumiglyph/contract";
import type { PipelineState } from "./pipeline-state.ts";

/** One stage of the pipeline. */
export type Stage = {
  readonly name: StageName;
  /** What the stage does, as one phrase for the documentation. */
  readonly summary: string;
  /** False if the parameters leave the stage nothing to do; it is then skipped. */
  readonly wanted: (params: RenderParams) => boolean;
  /** Returns a new state and leaves the given one unchanged. */
  readonly run: (state: PipelineState, params: RenderParams) => PipelineState;
};

/**
 * The stages, and the other timed steps: `analyze` the picture before tuning, `measure` a
 * candidate, `encode`; in a stream, `shrink` a frame to the working raster and `smooth` its noise.
 */
export type StepName = StageName | "analyze" | "measure" | "encode" | "shrink" | "smooth";

/** Called around every stage and every other step: the one hook for timing, spans and progress. */
export type Watch = <Result>(name: StepName, work: () => Result) => Result;

/** Runs the work and observes nothing. */
export const unwatched: Watch = (_name, work) => work();

/**
 * Work that pauses between two steps. During a pause the caller may do other work, or abandon the
 * rest.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs the remaining steps. */
export const finish = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
