/** All received values of both headers in order, not joined: from `request.headersDistinct` or a message's `_meta`. */
export type TraceHeaders = { readonly traceparent: readonly string[]; readonly tracestate: readonly string[] };

/** Returns `bytes` random bytes that are fit for identifiers. */
export type RandomBytes = (bytes: number) => Uint8Array;

/** The trace of a request, and our own span in it. Identifiers are lower-case hex and never all zero. */
export type TraceContext = {
  /** 32 digits: the client's, or a new one. */
  readonly traceId: string;
  /** 16 digits, always new. */
  readonly spanId: string;
  /** The client's span, or null in a trace that starts here. */
  readonly parentSpanId: string | null;
  /** The client's flag. False in a trace that starts here, until it is sampled. */
  readonly sampled: boolean;
  /** Whether the trace id is known to be random: the client's flag, or true in a trace that starts here. */
  readonly random: boolean;
  /** Other vendors' state to pass on; may be empty. */
  readonly tracestate: string;
  /** Whether this continues the client's trace. */
  readonly continued: boolean;
};

/**
 * Continues the client's trace if its `traceparent` is valid, otherwise starts a new one and drops `tracestate` (W3C
 * Trace Context level 2).
 */
export const acceptTrace = (headers: TraceHeaders, random: RandomBytes): TraceContext => {
  const spanId = freshId(8, random);
  const parent = headers.traceparent.length === 1 ? readTraceparent(headers.traceparent[0] ?? "") : null;
  if (parent === null) return startTrace(freshId(16, random), spanId);
  return { ...parent, spanId, tracestate: acceptTracestate(headers.tracestate), continued: true };
};

/** The `traceparent` to send: always version 00, with our span as parent. */
export const formatTraceparent = (context: TraceContext): string => {
  const flags = (context.sampled ? SAMPLED : 0) | (context.random ? RANDOM : 0);
  return `00-${context.traceId}-${context.spanId}-0${flags}`;
};

const SAMPLED = 1;
const RANDOM = 2;

/** Length of a version 00 value. */
const EXACT_LENGTH = 55;

/** The four fields; later versions append more after a dash. */
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

/** Random hex. All zero means "invalid", so that one case in 2⁶⁴ becomes 1. */
export const freshId = (bytes: number, random: RandomBytes): string => {
  const id = Buffer.from(random(bytes)).toString("hex");
  return isZero(id) ? "1".padStart(bytes * 2, "0") : id;
};

/**
 * The `tracestate` to pass on, from all headers of that name in order; empty if there is none or it is malformed (W3C
 * Trace Context level 2, section 3.3). Of members with the same key the first, which is the newest, is kept.
 */
export const acceptTracestate = (headers: readonly string[]): string => {
  const members = readMembers(headers);
  const withoutLong = shed(members, (member) => member.length > LONG_MEMBER);
  return shed(withoutLong, () => true).join(",");
};

/** Maximum members; a longer list is malformed. */
const MAX_MEMBERS = 32;

/** Maximum characters to pass on: what every receiver must accept. */
const MAX_LENGTH = 512;

/** Members longer than this are dropped first if the list is too long. */
const LONG_MEMBER = 128;

/** Key and value of a trimmed member: the value is printable ASCII without `,` and `=`. */
const MEMBER = /^([a-z0-9][a-z0-9_\-*/@]{0,255})=[ -+\--<>-~]{1,256}$/;

/** Members by distinct key, or none if any of them is invalid: a list is accepted as a whole or not at all. */
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

/** Trimmed members in order, without the empty ones that the grammar allows. */
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

/** Trims spaces and tabs (RFC 9110's OWS). A loop, because the pattern `[ \t]+$` takes quadratic time. */
const trimBlanks = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
};

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;
