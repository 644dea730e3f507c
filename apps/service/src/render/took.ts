import type { Watch } from "@lumiglyph/engine";
import type { Clock } from "../clock.ts";

/** A step of a render as the service sees it. */
export type RenderStep = "fetch" | "cache" | "join" | "queue" | "worker";

/** A step of a worker: milliseconds since it began with its job, and how long it took. */
export type WorkerStep = { readonly name: Parameters<Watch>[0] | "decode"; readonly at: number; readonly ms: number };

/** What is known of a step besides its time. */
export type AboutStep = {
  /** What it failed with. */
  readonly failure?: unknown;
  /** Of a fetch: the image's host, where the operator's settings spell it out. */
  readonly host?: string | null;
  /** Of a worker: what it did, in its order. */
  readonly steps?: readonly WorkerStep[] | undefined;
};

/** Hears of a step once it is over: when it began and when it ended, in milliseconds of the service's clock. */
export type Took = (step: RenderStep, begun: number, ended: number, about?: AboutStep) => void;

/** For whoever wants to know nothing. */
export const unheard: Took = () => {};

/** Does a step and tells how long it took, however it ends. */
export const timed = <Result>(
  took: Took,
  clock: Clock,
  step: RenderStep,
  work: () => Promise<Result>,
  about: (result: Result) => AboutStep = () => ({}),
): Promise<Result> => {
  const begun = clock();
  return work().then(
    (result) => {
      took(step, begun, clock(), about(result));
      return result;
    },
    (failure: unknown) => {
      took(step, begun, clock(), { failure });
      throw failure;
    },
  );
};
