import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSampling, type TraceCandidate } from "./tracing.ts";

const START: TraceCandidate = { continued: false, sampled: false, failed: false, room: true };
const UNWANTED: TraceCandidate = { ...START, continued: true };
const WANTED: TraceCandidate = { ...UNWANTED, sampled: true };

describe("sampling", () => {
  test("samples new traces and those the client sampled, but not those it left unsampled", () => {
    const { decide, counts } = createSampling(() => 0);
    expect([decide(START), decide(WANTED), decide(UNWANTED)]).toEqual([true, true, false]);
    expect(counts()).toEqual({ sampled: 2, unsampled: 1, capped: 0 });
  });

  test("samples a failure even if the client did not", () => {
    expect(createSampling(() => 0).decide({ ...UNWANTED, failed: true })).toBe(true);
  });

  test("samples nothing if the export has no room", () => {
    const { decide, counts } = createSampling(() => 0);
    expect([decide({ ...START, room: false }), decide({ ...START, room: false, failed: true })]).toEqual([
      false,
      false,
    ]);
    expect(counts()).toEqual({ sampled: 0, unsampled: 0, capped: 2 });
  });

  test("reserves four of twenty for failures", () => {
    const { decide } = createSampling(() => 0);
    const times = (count: number, candidate: TraceCandidate) =>
      Array.from({ length: count }, () => decide(candidate)).filter(Boolean).length;
    expect(times(100, WANTED)).toBe(16);
    expect(times(100, { ...WANTED, failed: true })).toBe(4);
    expect(times(100, START)).toBe(0);
  });

  test("never samples more than twenty in any second", () => {
    const arrivals = fc.array(fc.record({ after: fc.integer({ min: 0, max: 200 }), failed: fc.boolean() }), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(arrivals, (some) => {
        let now = 0;
        const { decide } = createSampling(() => now);
        const taken = some.flatMap(({ after, failed }) => {
          now += after;
          return decide({ ...START, failed }) ? [now] : [];
        });
        return taken.every((time) => taken.filter((other) => other >= time && other < time + 1000).length <= 20);
      }),
    );
  });

  test("samples again when the second is over", () => {
    let now = 0;
    const { decide } = createSampling(() => now);
    for (let at = 0; at < 16; at++) decide(START);
    expect(decide(START)).toBe(false);
    now = 1000;
    expect(decide(START)).toBe(true);
  });
});
