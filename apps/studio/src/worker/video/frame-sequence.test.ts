import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atRate, excerpt } from "./frame-sequence.ts";
import { sampleOf } from "./sample.ts";
import { cellFrame, played, sequenceOf } from "./testing.ts";

const clip = (count: number, fps = 25) =>
  sequenceOf(
    Array.from({ length: count }, (_, i) => cellFrame(i / fps, [String.fromCharCode(33 + (i % 90)), "x"])),
    count / fps,
  );

const rounded = (value: number): number => Number(value.toFixed(6));

describe("an excerpt", () => {
  it("starts at 0 with the frame shown at its start, and ends on time", async () => {
    const part = excerpt(clip(25), { from: 0.1, to: 0.3 });
    const frames = await played(part.frames());
    expect(frames.map(({ time, duration }) => [rounded(time), rounded(duration)])).toEqual([
      [0, 0.02],
      [0.02, 0.04],
      [0.06, 0.04],
      [0.1, 0.04],
      [0.14, 0.04],
      [0.18, 0.02],
    ]);
    expect([rounded(part.seconds), part.count]).toEqual([0.2, 5]);
  });

  it("never goes beyond the sequence", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        fc.double({ min: 0.1, max: 9, noNaN: true }),
        async (from, length) => {
          const part = excerpt(clip(25), { from, to: from + length });
          const frames = await played(part.frames());
          const last = frames.at(-1)!;
          expect(frames[0]!.time).toBe(0);
          expect(last.time + last.duration).toBeCloseTo(part.seconds, 9);
          expect(part.seconds).toBeLessThanOrEqual(1 - from + 1e-9);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("a lower rate", () => {
  it("keeps frames in even steps, and their time", async () => {
    const frames = await played(atRate(clip(50), 10).frames());
    expect(frames.length).toBe(20);
    expect(frames.map(({ time }) => rounded(time)).slice(0, 4)).toEqual([0, 0.12, 0.2, 0.32]);
    expect(rounded(frames.at(-1)!.time + frames.at(-1)!.duration)).toBe(2);
  });

  it("changes nothing if there are no more", async () => {
    expect(await played(atRate(clip(20), 30).frames())).toEqual(await played(clip(20).frames()));
  });
});

describe("a sample", () => {
  it("of a short sequence is all of it: the estimate is exact", async () => {
    const sample = await sampleOf(clip(60));
    expect(await sample.estimate(async ({ count }) => 100 + 7 * count)).toBe(100 + 7 * 60);
  });

  it("of a long one is four seconds, and the container counts once", async () => {
    const sample = await sampleOf(clip(25 * 60));
    const counts: number[] = [];
    const bytes = await sample.estimate(async (sequence) => {
      counts.push((await played(sequence.frames())).length);
      return 8000 + 10 * sequence.count;
    });
    expect(counts).toEqual([100, 1]);
    expect(bytes).toBe(8000 + 10 * 1500);
  });
});
