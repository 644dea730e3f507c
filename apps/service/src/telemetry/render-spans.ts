import { Refusal, statusOf } from "@lumiglyph/contract";
import { PIPELINE } from "@lumiglyph/engine";
import type { WorkerStep } from "../render/observer.ts";
import { SPANS, type TraceAttributes } from "../tables/tracing.ts";
import type { TraceContext } from "../trace/trace-context.ts";
import { closedAttributes, type StepRecord } from "./render-record.ts";
import type { SpanLink, SpanRecord } from "./trace-export.ts";
/** The root span of a render or call, without its kind. */
export type RootSpan = {
  readonly trace: TraceContext;
  readonly parentIsRemote: boolean;
  readonly name: keyof typeof SPANS;
  readonly begun: number;
  readonly ended: number;
  readonly attributes: TraceAttributes;
  readonly links: readonly SpanLink[];
  readonly failed: boolean;
};

/**
 * Spans of a render: the root, its steps as children, and a worker's own steps below its step. `freshId` creates their
 * ids.
 */
export const renderSpans = (
  options: RootSpan,
  steps: readonly StepRecord[],
  freshId: () => string,
): readonly SpanRecord[] => {
  const { traceId, spanId, parentSpanId } = options.trace;
  const { name, parentIsRemote, begun, ended, attributes, links, failed } = options;
  const { kind } = SPANS[name];
  const root: SpanRecord = {
    ...{ traceId, spanId, parentSpanId, parentIsRemote, name, kind, begun, ended },
    ...{ attributes, links, failed },
  };
  return [root, ...steps.flatMap((step) => stepSpans(root, step, freshId))];
};

const stepSpans = (root: SpanRecord, { step, begun, ended, details }: StepRecord, freshId: () => string) => {
  const attributes = closedAttributes({ "server.address": details.host, ...errorOf(details.failure) });
  const failed = details.failure instanceof Refusal && statusOf(details.failure.code) >= 500;
  const span = childSpan(root, freshId(), { name: step, begun, ended, attributes, failed });
  const own = knownSteps(details.steps);
  const last = Math.max(0, ...own.map(({ at, ms }) => at + ms));
  // a worker has its own clock: align its steps with the end of the step
  const start = Math.max(begun, ended - last);
  const inner = own.map(({ name, at, ms }) =>
    childSpan(span, freshId(), { name, ...clipped(start + at, start + at + ms, span), attributes: {}, failed: false }),
  );
  return [span, ...inner];
};

type ChildSpan = Pick<SpanRecord, "begun" | "ended" | "attributes" | "failed"> & { readonly name: string };

const childSpan = ({ traceId, spanId }: SpanRecord, ownId: string, details: ChildSpan): SpanRecord => ({
  ...details,
  ...{ traceId, spanId: ownId, parentSpanId: spanId, parentIsRemote: false, links: [] },
  kind: details.name === "fetch" ? "client" : "internal",
});

const clipped = (begun: number, ended: number, within: SpanRecord): Pick<SpanRecord, "begun" | "ended"> => ({
  begun: Math.min(begun, within.ended),
  ended: Math.min(ended, within.ended),
});

/** Filters a worker's steps, which are not trusted: only known names and valid times are kept. */
const knownSteps = (steps: readonly WorkerStep[] | undefined): readonly WorkerStep[] =>
  (Array.isArray(steps) ? steps.slice(0, MOST_STEPS) : []).filter(
    (step) => NAMES.has(step?.name) && isTime(step.at) && isTime(step.ms),
  );

/** The most demanding quality target renders and measures eight candidates: about 70 steps. */
const MOST_STEPS = 80;

const NAMES: ReadonlySet<unknown> = new Set([
  ...PIPELINE.map(({ name }) => name),
  "decode",
  "analyze",
  "measure",
  "encode",
]);

const isTime = (ms: unknown): boolean => typeof ms === "number" && ms >= 0 && ms < HOUR;

const HOUR = 3_600_000;

/** Error attribute of a failed step, if the error is in the table. */
const errorOf = (failure: unknown) => (failure instanceof Refusal ? { "error.type": failure.code } : {});
