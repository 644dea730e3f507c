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

/**
 * The `tracestate` to pass on, from all headers of that name in their order; empty when there is none or it is malformed
 * (W3C Trace Context level 2, section 3.3). Of members with one key the first, which is the newest, stays.
 */
export const acceptTracestate = (headers: readonly string[]): string => {
  const members = readMembers(headers);
  const withoutLong = shed(members, (member) => member.length > LONG_MEMBER);
  return shed(withoutLong, () => true).join(",");
};

/** Members that a list may hold; a longer list is malformed. */
const MAX_MEMBERS = 32;

/** Characters of the combined header that are passed on: what every receiver has to take. */
const MAX_LENGTH = 512;

/** A member longer than this goes first when the whole is too long. */
const LONG_MEMBER = 128;

/** Key and value of a trimmed member: the value is printable ASCII without `,` and `=`. */
const MEMBER = /^([a-z0-9][a-z0-9_\-*/@]{0,255})=[ -+\--<>-~]{1,256}$/;

/** Members by distinct key, or none where any of them breaks the grammar: a list is believed whole or not at all. */
const readMembers = (headers: readonly string[]): readonly string[] => {
  const byKey = new Map<string, string>();
  let count = 0;
  for (const member of eachMember(headers)) {
    const key = MEMBER.exec(member)?.[1];
    if (key === undefined || ++count > MAX_MEMBERS) return [];
    if (!byKey.has(key)) byKey.set(key, member);
  }
  return [...byKey.values()];
};

/** Trimmed members in order; the grammar allows empty ones, which mean nothing. */
function* eachMember(headers: readonly string[]): Generator<string> {
  for (const header of headers) {
    for (const piece of header.split(",")) {
      const member = trimBlanks(piece);
      if (member !== "") yield member;
    }
  }
}

/** Drops whole droppable members from the end (the oldest) until the rest fits. */
const shed = (members: readonly string[], droppable: (member: string) => boolean): readonly string[] => {
  let length = members.reduce((sum, member) => sum + member.length + 1, -1);
  const kept: string[] = [];
  for (const member of members.toReversed()) {
    if (length > MAX_LENGTH && droppable(member)) length -= member.length + 1;
    else kept.push(member);
  }
  return kept.reverse();
};

/** `text` without the spaces and tabs at its ends (RFC 9110's OWS). A scan, because `[ \t]+$` as a pattern is quadratic. */
const trimBlanks = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
};

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;
