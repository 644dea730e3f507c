import { HANDOFF_MESSAGES, HANDOFF_PROTOCOL, type HandoffField } from "@lumiglyph/handoff";
import fc from "fast-check";

type Envelope = { readonly session: string; readonly traceId: string };

/** Nearly valid messages of one side: each belongs to an existing handoff and has one fault. */
export const generatedMessages = (from: "sender" | "receiver", envelope: Envelope, count: number): unknown[] => {
  const rows = Object.entries(HANDOFF_MESSAGES).filter(([, row]) => row.from === from || row.from === "both");
  const nearly = fc.tuple(fc.constantFrom(...rows), faults).chain(([[type, { fields }], fault]) => {
    const own = Object.entries<HandoffField>(fields).map(([name, field]) => [name, valueFor(field)] as const);
    return fc
      .record(Object.fromEntries(own))
      .map((given): unknown => ({ protocol: HANDOFF_PROTOCOL, type, ...envelope, ...given, ...fault }));
  });
  return fc.sample(fc.oneof({ weight: 4, arbitrary: nearly }, { weight: 1, arbitrary: fc.anything() }), {
    numRuns: count,
    seed: 7,
  });
};

/** Faults that invalidate any message. */
const faults = fc.oneof(
  fc.constantFrom(
    { protocol: "service.v2a.a2v.handoff.v2" },
    { protocol: undefined },
    { type: "shell" },
    { type: "__proto__" },
    { traceId: "0".repeat(32) },
    { traceId: "f".repeat(32) },
    { session: "00000000-0000-4000-8000-000000000000" },
    { session: {} },
    { html: "<img src=x onerror=alert(1)>" },
    { constructor: { prototype: {} } },
  ),
  fc.anything().map((extra) => ({ extra })),
);

/** Valid and invalid values for fields. */
const valueFor = (field: HandoffField): fc.Arbitrary<unknown> => {
  switch (field.kind) {
    case "integer":
    case "number":
      return fc.constantFrom<unknown>(field.min, field.min + 1, field.max, -1, Number.NaN, "1", 2 ** 60);
    case "text":
      return fc.constantFrom<unknown>(" .:", "", "x".repeat(10_000), 5);
    case "choice":
      return fc.constantFrom<unknown>(...field.values, "other", null);
    case "choices":
      return fc.constantFrom<unknown>(field.values, [], "other");
    case "bytes":
      return fc.constantFrom<unknown>(new ArrayBuffer(8), new Uint8Array(8), "AAAAAAAAAAA=", 8);
  }
};
