import type { RenderParams } from "@lumiglyph/contract";
import type { Frame } from "./frame.ts";

export type StageName =
  | "luminance"
  | "downscale"
  | "view"
  | "levels"
  | "tone"
  | "denoise"
  | "detail"
  | "structure"
  | "edges"
  | "codebook"
  | "match"
  | "grid";

/** One step of the pipeline. */
export type Stage = {
  readonly name: StageName;
  /** What the stage does, as one phrase for documents. */
  readonly says: string;
  /** False where the parameters leave the stage nothing to do: then it leaves no trace. */
  readonly wanted: (params: RenderParams) => boolean;
  /** Never changes what it was given. */
  readonly run: (frame: Frame, params: RenderParams) => Frame;
};

/**
 * What is done besides the stages: looking at the picture before it is tuned, measuring a page, writing it down; in a stream, bringing a
 * frame to the working raster at once and taking the noise out of it.
 */
export type StepName = StageName | "analyze" | "measure" | "encode" | "shrink" | "smooth";

/** The only seam for time, spans and progress: called around every stage of whole pages and around the other steps. */
export type Watch = <Result>(name: StepName, work: () => Result) => Result;

/** A watch that only lets the work happen. */
export const unwatched: Watch = (_name, work) => work();

/** Work that rests between two steps. Whoever drives it may do something else there, or leave the rest undone. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does all that is left of a piece of work. */
export const finish = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
