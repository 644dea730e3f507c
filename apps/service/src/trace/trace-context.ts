import { acceptTracestate } from "./tracestate.ts";
import { trimBlanks } from "./trim-blanks.ts";

/** Every value received under each of the two names, in order, none joined: `request.headersDistinct`, or a message's `_meta`. */
export type TraceHeaders = { readonly traceparent: readonly string[]; readonly tracestate: readonly string[] };

/** A source of `bytes` random bytes fit for identifiers. */
export type RandomBytes = (bytes: number) => Uint8Array;

/** The trace that a request belongs to, and our own span in it. Identifiers are lower-case hex and never all zero. */
export type TraceContext = {
  /** 32 digits: the caller's, or a fresh one. */
  readonly traceId: string;
  /** 16 digits, always fresh. */
  readonly spanId: string;
  /** The caller's span, or null in a trace that starts here. */
  readonly parentSpanId: string | null;
  /** The caller's flag. False in a trace that starts here, until whoever records it says otherwise. */
  readonly sampled: boolean;
  /** Whether the trace id is known to be random: the caller's flag, true in a trace that starts here. */
  readonly random: boolean;
  /** Other parties' state to pass on, empty when there is none. */
  readonly tracestate: string;
  /** Whether the caller's trace goes on. */
  readonly continued: boolean;
};

/** Continues the caller's trace where its `traceparent` is valid, else starts one and drops `tracestate` (W3C Trace Context level 2). */
export const acceptTrace = (headers: TraceHeaders, random: RandomBytes): TraceContext => {
  const spanId = freshId(8, random);
  const parent = headers.traceparent.length === 1 ? readTraceparent(headers.traceparent[0] ?? "") : null;
  if (parent === null) return startTrace(freshId(16, random), spanId);
  return { ...parent, spanId, tracestate: acceptTracestate(headers.tracestate), continued: true };
};

/** The `traceparent` to send: always version 00, with our span as the parent of what follows. */
export const formatTraceparent = (context: TraceContext): string => {
  const flags = (context.sampled ? SAMPLED : 0) | (context.random ? RANDOM : 0);
  return `00-${context.traceId}-${context.spanId}-0${flags}`;
};

const SAMPLED = 1;
const RANDOM = 2;

/** Length of a version 00 value. */
const EXACT_LENGTH = 55;

/** The four fields; what later versions append begins with a dash. */
const FIELDS = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

type Parent = Pick<TraceContext, "traceId" | "parentSpanId" | "sampled" | "random">;

const readTraceparent = (header: string): Parent | null => {
  const value = trimBlanks(header);
  const [, version = "ff", traceId = "", parentSpanId = "", flags = ""] = FIELDS.exec(value) ?? [];
  if (version === "ff" || (version === "00" && value.length !== EXACT_LENGTH)) return null;
  if (isZero(traceId) || isZero(parentSpanId)) return null;
  const bits = Number.parseInt(flags, 16);
  return { traceId, parentSpanId, sampled: (bits & SAMPLED) !== 0, random: (bits & RANDOM) !== 0 };
};

const startTrace = (traceId: string, spanId: string): TraceContext => ({
  traceId,
  spanId,
  parentSpanId: null,
  sampled: false,
  random: true,
  tracestate: "",
  continued: false,
});

const isZero = (id: string): boolean => /^0*$/.test(id);

/** Hex of fresh bytes. All zero means "invalid", so the one draw in 2⁶⁴ that gives it becomes 1. */
export const freshId = (bytes: number, random: RandomBytes): string => {
  const id = Buffer.from(random(bytes)).toString("hex");
  return isZero(id) ? "1".padStart(bytes * 2, "0") : id;
};
