import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SESSION, TRACE_ID } from "../../../tests/support/two-sides.ts";
import { readMessage } from "./guard.ts";
import { HANDOFF_MESSAGES, HANDOFF_PROTOCOL, type HandoffField } from "./messages.ts";

const frame = (fields: object = {}) => ({
  protocol: HANDOFF_PROTOCOL,
  type: "frame",
  session: SESSION,
  traceId: TRACE_ID,
  seq: 1,
  t: 5,
  cols: 8,
  rows: 2,
  codebook: " .:",
  cells: new ArrayBuffer(16),
  paramsRev: 0,
  ...fields,
});

const isRefused = (data: unknown, from: "sender" | "receiver" = "sender") => readMessage(data, from) === null;

test("accepts a frame from the sender only", () => {
  expect(readMessage(frame(), "sender")).toMatchObject({ message: { type: "frame", cols: 8 }, session: SESSION });
  expect(isRefused(frame(), "receiver")).toBe(true);
});

test.each([
  ["another protocol", { protocol: "service.v2a.a2v.handoff.v2" }],
  ["an unknown type", { type: "shell" }],
  ["an inherited type name", { type: "constructor" }],
  ["no session", { session: undefined }],
  ["a session as an object", { session: {} }],
  ["a trace id of zeros", { traceId: "0".repeat(32) }],
  ["an unknown field", { html: "<b>" }],
  ["too few cells", { cells: new ArrayBuffer(15) }],
  ["too many cells", { cells: new ArrayBuffer(17) }],
  ["a view instead of a buffer", { cells: new Uint8Array(16) }],
  ["base64 of another length", { cells: "AAAA" }],
  ["colors of another length", { rgb: new ArrayBuffer(16) }],
  ["backgrounds of another length", { grounds: new ArrayBuffer(16) }],
  ["rows that are not an integer", { rows: 1.5 }],
  ["more cells than the limit", { cols: 400, rows: 100_000, cells: new ArrayBuffer(16) }],
  ["NaN", { t: Number.NaN }],
  ["Infinity", { t: Number.POSITIVE_INFINITY }],
  ["a number as text", { seq: "1" }],
  ["a long codebook", { codebook: "x".repeat(257) }],
  ["a long codebook beyond the basic plane", { codebook: "\u{1cd00}".repeat(257) }],
])("refuses a frame with %s", (_, fields) => {
  expect(isRefused(frame(fields))).toBe(true);
});

describe("refuses properties with side effects without triggering them:", () => {
  test("getters", () => {
    let touched = false;
    const trap = { enumerable: true, get: () => (touched = true) };
    expect(isRefused(Object.defineProperty(frame(), "seq", trap))).toBe(true);
    expect(touched).toBe(false);
  });

  test("other prototypes", () => {
    expect(isRefused(Object.assign(Object.create({ type: "frame" }), frame()))).toBe(true);
    expect(isRefused(Object.assign(Object.create(null), frame()))).toBe(true);
    expect(isRefused(JSON.parse(`{"__proto__": {"type": "frame"}, "protocol": "${HANDOFF_PROTOCOL}"}`))).toBe(true);
  });

  test("symbols, and more properties than a message has", () => {
    expect(isRefused({ ...frame(), [Symbol.iterator]: 1 })).toBe(true);
    expect(isRefused({ ...frame(), ...Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`x${i}`, i])) })).toBe(
      true,
    );
  });

  test("buffers that lie about their length", () => {
    const short = Object.defineProperty(new ArrayBuffer(2), "byteLength", { value: 16 });
    expect(isRefused(frame({ cells: short }))).toBe(true);
    expect(isRefused(frame({ cells: { byteLength: 16 } }))).toBe(true);
  });
});

/** Values that a field accepts, and others. */
const valueFor = (field: HandoffField): fc.Arbitrary<unknown> => {
  const odd = fc.oneof(
    fc.anything(),
    fc.uint8Array().map(({ buffer }) => buffer),
  );
  switch (field.kind) {
    case "integer":
      return fc.oneof(fc.integer({ min: field.min, max: Math.min(field.max, 2 ** 31 - 1) }), odd);
    case "number":
      return fc.oneof(fc.double({ min: field.min, max: field.max, noNaN: true }), odd);
    case "text":
      return fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), odd);
    case "choice":
      return fc.oneof(fc.constantFrom(...field.values), odd);
    case "choices":
      return fc.oneof(fc.array(fc.constantFrom(...field.values)), odd);
    case "bytes":
      return odd;
  }
};

test("of 10,000 generated messages, none passes that the table forbids, and none throws", () => {
  const anyMessage = fc.constantFrom(...Object.keys(HANDOFF_MESSAGES)).chain((type) => {
    const { fields } = HANDOFF_MESSAGES[type as keyof typeof HANDOFF_MESSAGES];
    const own = Object.fromEntries(
      Object.entries<HandoffField>(fields).map(([name, field]) => [name, valueFor(field)]),
    );
    return fc.record({
      protocol: fc.oneof({ weight: 9, arbitrary: fc.constant(HANDOFF_PROTOCOL) }, fc.string()),
      type: fc.oneof({ weight: 9, arbitrary: fc.constant(type) }, fc.anything()),
      session: fc.oneof({ weight: 9, arbitrary: fc.constant(SESSION) }, fc.anything()),
      traceId: fc.oneof({ weight: 9, arbitrary: fc.constant(TRACE_ID) }, fc.anything()),
      ...own,
    });
  });
  const passed = new Set<string>();
  const property = fc.property(
    fc.oneof(anyMessage, fc.anything()),
    fc.constantFrom("sender", "receiver"),
    (data, from) => {
      const read = readMessage(data, from);
      if (read === null) return;
      const { type, ...fields } = read.message;
      passed.add(type);
      const row = HANDOFF_MESSAGES[type];
      expect([from, "both"]).toContain(row.from);
      for (const name of Object.keys(fields)) expect(Object.keys(row.fields)).toContain(name);
      expect(type).not.toBe("frame");
    },
  );
  fc.assert(property, { seed: 11, numRuns: 10_000 });
  expect(passed.size).toBeGreaterThan(5);
});
