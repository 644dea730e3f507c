import type { RenderParams } from "@lumiglyph/contract";
import type { Watch } from "@lumiglyph/engine";
import type { Clock } from "../clock.ts";
import { type LogFields, tenths } from "../http/request-log.ts";
import type { LimitStatus } from "../limits/client-limits.ts";
import type { RenderResponse } from "./response.ts";

/** A step of a render as the service sees it. */
export type RenderStep = "fetch" | "cache" | "join" | "queue" | "worker";

/** A step inside a worker: when it began, in milliseconds since the job started, and how long it took. */
export type WorkerStep = { readonly name: Parameters<Watch>[0] | "decode"; readonly at: number; readonly ms: number };

/** Details of a step besides its time. */
export type StepDetails = {
  /** The error it failed with. */
  readonly failure?: unknown;
  /** For a fetch: the image's host, if the operator's settings name it. */
  readonly host?: string | null;
  /** For a worker: its own steps, in order. */
  readonly steps?: readonly WorkerStep[] | undefined;
};

/** Callbacks by which the log, metrics, traces and response headers observe a render. */
export type RenderObserver = {
  /** Called when the request was parsed. */
  readonly onParsed: (params: RenderParams) => void;
  /** Called when a step has ended, with its start and end by the service's clock. */
  readonly onStep: (step: RenderStep, begun: number, ended: number, details?: StepDetails) => void;
  /** Called with the client's limits once the render is finished or refused. */
  readonly onLimits: (status: LimitStatus) => void;
  /** Called when the render has succeeded. */
  readonly onResponse: (response: RenderResponse) => void;
};

/** Combines several observers into one. */
export const observers = (...all: readonly Partial<RenderObserver>[]): RenderObserver => ({
  onParsed: (params) => {
    for (const one of all) one.onParsed?.(params);
  },
  onStep: (step, begun, ended, details) => {
    for (const one of all) one.onStep?.(step, begun, ended, details);
  },
  onLimits: (status) => {
    for (const one of all) one.onLimits?.(status);
  },
  onResponse: (response) => {
    for (const one of all) one.onResponse?.(response);
  },
});

/** Runs a step and reports it, whether it succeeds or fails. `detailsOf` gets null if it failed. */
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

/** Copies what is observed of a render into log fields. */
export const logObserver = (add: (logFields: LogFields) => void): Partial<RenderObserver> => ({
  onParsed: ({ format, columns }) => add({ format, columns }),
  onLimits: ({ points }) => {
    if (points !== null) add({ pointsLeft: points.left });
  },
  onResponse: ({ source, evidence, timings, bytesIn, shared, cache }) =>
    add({
      bytesIn,
      inputFormat: source.format,
      pixels: source.width * source.height,
      columns: evidence.grid.columns,
      rows: evidence.grid.rows,
      ...Object.fromEntries(Object.entries(timings).map(([step, ms]) => [`${step}Ms`, tenths(ms)])),
      shared,
      ...(cache === null ? {} : { cache }),
    }),
});
