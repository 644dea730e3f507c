import { isTraceId } from "./launch.ts";
import {
  HANDOFF_LIMITS,
  HANDOFF_MESSAGES,
  HANDOFF_PROTOCOL,
  type HandoffField,
  type HandoffMessage,
  type HandoffMessageRow,
  type HandoffMessageType,
} from "./messages.ts";
import type { Port } from "./port.ts";
import type { Timing } from "./timing.ts";

/** A validated message with its envelope. */
export type GuardedMessage = {
  readonly message: HandoffMessage;
  readonly session: string | null;
  readonly traceId: string;
};

/**
 * Validates data from the other window: a protocol message from that side, or null. The data is untrusted: only own
 * data properties are read and copied, and all are checked against the table; an unknown or oversized field invalidates
 * the message.
 */
export const readMessage = (data: unknown, from: "sender" | "receiver"): GuardedMessage | null => {
  const given = plainFields(data);
  if (given === null || given.get("protocol") !== HANDOFF_PROTOCOL) return null;
  const type = given.get("type");
  const traceId = given.get("traceId");
  const session = given.get("session") ?? null;
  if (!isType(type) || typeof traceId !== "string" || !isTraceId(traceId)) return null;
  if (type === "boot" ? session !== null : typeof session !== "string" || !SESSION.test(session)) return null;
  const row: HandoffMessageRow = HANDOFF_MESSAGES[type];
  if (row.from !== "both" && row.from !== from) return null;
  const fields = readFields(given, row);
  return fields && { message: { type, ...fields } as HandoffMessage, session: session as string | null, traceId };
};

/** Maximum fields of envelope and message. */
const MOST_FIELDS = 16;

const ENVELOPE = ["protocol", "type", "session", "traceId"];

const SESSION = /^[0-9a-f-]{36}$/;

const isType = (type: unknown): type is HandoffMessageType =>
  typeof type === "string" && Object.hasOwn(HANDOFF_MESSAGES, type);

/** The own data properties of a plain object; null for anything else, including accessors. */
const plainFields = (data: unknown): ReadonlyMap<string, unknown> | null => {
  if (typeof data !== "object" || data === null || Object.getPrototypeOf(data) !== Object.prototype) return null;
  const keys = Reflect.ownKeys(data);
  if (keys.length > MOST_FIELDS) return null;
  const fields = new Map<string, unknown>();
  for (const key of keys) {
    const property = Reflect.getOwnPropertyDescriptor(data, key);
    if (typeof key !== "string" || property === undefined || !("value" in property)) return null;
    fields.set(key, property.value);
  }
  return fields;
};

const readFields = (given: ReadonlyMap<string, unknown>, { fields }: HandoffMessageRow): object | null => {
  for (const name of given.keys()) if (!ENVELOPE.includes(name) && !Object.hasOwn(fields, name)) return null;
  const cells = Number(given.get("cols")) * Number(given.get("rows"));
  if (cells > HANDOFF_LIMITS.cells) return null;
  const read: { [name: string]: unknown } = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = given.get(name);
    if (value === undefined && field.optional) continue;
    if (!holds(field, value, cells)) return null;
    read[name] = value;
  }
  return read;
};

/** Whether a field may have this value, in a frame with so many cells. */
const holds = (field: HandoffField, value: unknown, cells: number): boolean => {
  switch (field.kind) {
    case "integer":
      return Number.isInteger(value) && isWithin(value as number, field.min, field.max);
    case "number":
      return Number.isFinite(value) && isWithin(value as number, field.min, field.max);
    case "text":
      // a code point is at most two units: a longer string is not even counted
      return typeof value === "string" && value.length <= 2 * field.max && isWithin([...value].length, 1, field.max);
    case "choice":
      return field.values.includes(value as never);
    case "choices":
      // unknown values are allowed: the two sides negotiate what they share
      return Array.isArray(value) && isWithin(value.length, 1, 8) && value.every(isShort);
    case "bytes":
      return typeof value === "string"
        ? isBase64(value, cells * field.perCell)
        : byteLengthOf(value) === cells * field.perCell;
  }
};

const isShort = (value: unknown): boolean =>
  Number.isFinite(value) || (typeof value === "string" && isWithin(value.length, 1, 64));

const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max;

const isBase64 = (text: string, bytes: number): boolean =>
  text.length === 4 * Math.ceil(bytes / 3) && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

const { get: intrinsicLength } = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength") as {
  readonly get: () => number;
};

/**
 * A buffer's length by the intrinsic getter, which the buffer's own properties cannot override; −1 for other values.
 */
const byteLengthOf = (value: unknown): number => {
  try {
    return intrinsicLength.call(value as ArrayBuffer);
  } catch {
    return -1;
  }
};

/** Receives validated messages from the other side, up to a maximum rate. */
export const listenGuarded = (
  port: Port,
  from: "sender" | "receiver",
  { now }: Timing,
  handle: (guarded: GuardedMessage) => void,
): (() => void) => {
  let second = 0;
  let received = 0;
  return port.listen((data) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) [second, received] = [current, 0];
    if (++received > HANDOFF_LIMITS.messagesPerSecond) return;
    const guarded = readMessage(data, from);
    if (guarded !== null) handle(guarded);
  });
};
