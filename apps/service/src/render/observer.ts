import type { RenderParams } from "@lumiglyph/contract";
import type { Watch } from "@lumiglyph/engine";
import type { Clock } from "../clock.ts";
import type { Standing } from "../limits/client-limits.ts";
import type { RenderResponse } from "./render.ts";

/** A step of a render as the service sees it. */
export type RenderStep = "fetch" | "cache" | "join" | "queue" | "worker";

/** A step of a worker: milliseconds since it began with its job, and how long it took. */
export type WorkerStep = { readonly name: Parameters<Watch>[0] | "decode"; readonly at: number; readonly ms: number };

/** What is known of a step besides its time. */
export type StepDetails = {
  /** What it failed with. */
  readonly failure?: unknown;
  /** Of a fetch: the image's host, if the operator's settings name it. */
  readonly host?: string | null;
  /** Of a worker: its own steps, in order. */
  readonly steps?: readonly WorkerStep[] | undefined;
};

/** What the log, the metrics, the traces and the response headers learn of a render while it is served. */
export type RenderObserver = {
  /** The request has passed the gate. */
  readonly onParsed: (params: RenderParams) => void;
  /** A step is over: when it began and ended, in milliseconds of the service's clock. */
  readonly onStep: (step: RenderStep, begun: number, ended: number, details?: StepDetails) => void;
  /** How the client stands with its limits, once the render is over or refused. */
  readonly onLimits: (standing: Standing) => void;
  /** The render has succeeded. */
  readonly onResponse: (response: RenderResponse) => void;
};

/** One observer that passes everything on to several. */
export const observers = (...all: readonly Partial<RenderObserver>[]): RenderObserver => ({
  onParsed: (params) => {
    for (const one of all) one.onParsed?.(params);
  },
  onStep: (step, begun, ended, details) => {
    for (const one of all) one.onStep?.(step, begun, ended, details);
  },
  onLimits: (standing) => {
    for (const one of all) one.onLimits?.(standing);
  },
  onResponse: (response) => {
    for (const one of all) one.onResponse?.(response);
  },
});

/** Runs a step and reports it, however it ends. `detailsOf` gets null where the step failed. */
export const timed = async <Result>(
  observer: RenderObserver,
  clock: Clock,
  step: RenderStep,
  work: () => Promise<Result>,
  detailsOf: (result: Result | null) => StepDetails,
): Promise<Result> => {
  const begun = clock();
  try {
    const result = await work();
    observer.onStep(step, begun, clock(), detailsOf(result));
    return result;
  } catch (failure) {
    observer.onStep(step, begun, clock(), { ...detailsOf(null), failure });
    throw failure;
  }
};
