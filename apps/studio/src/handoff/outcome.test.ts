import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Handoff, Phase, Wish } from "./handoff.ts";
import { outcomeOf } from "./stream-tool.ts";

const wish: Wish = { mode: "webcam-stream", traceId: "a".repeat(32), by: "agent" };
const frame: Wish = { ...wish, mode: "latest-frame" };
const never = new AbortController().signal;

/** A handoff that only knows its phase. */
const asking = (about: Wish = wish) => {
  const phase = signal<Phase>({ name: "asking", wish: about });
  const decline = (): void => {
    phase.value = { name: "idle" };
  };
  return { handoff: { phase, decline } as unknown as Handoff, phase };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each<[Wish, Phase, string]>([
  [wish, { name: "live", wish }, "streaming"],
  [wish, { name: "paused", wish }, "streaming"],
  [frame, { name: "ended", wish: frame, reason: "complete" }, "delivered"],
  [wish, { name: "idle" }, "declined"],
  [wish, { name: "ended", wish, reason: "person" }, "declined"],
  [wish, { name: "asking", wish: { ...wish, traceId: "b".repeat(32) } }, "declined"],
  [wish, { name: "failed", wish, code: "popup_blocked" }, "blocked"],
  [wish, { name: "failed", wish, code: "receiver_timeout" }, "receiver_timeout"],
])("of %j in %j there comes %s", async (about, next, outcome) => {
  const { handoff, phase } = asking(about);
  const coming = outcomeOf(handoff, about, never);
  phase.value = { name: "connecting", wish: about };
  phase.value = next;
  expect(await coming).toBe(outcome);
});

test("one frame is not delivered because a stream to it is open", async () => {
  const { handoff, phase } = asking(frame);
  const coming = outcomeOf(handoff, frame, never);
  phase.value = { name: "live", wish: frame };
  const winner = await Promise.race([coming, Promise.resolve("still open")]);
  expect(winner).toBe("still open");
});

test("a person who does not answer within a minute has declined, and the question is gone", async () => {
  const { handoff, phase } = asking();
  const coming = outcomeOf(handoff, wish, never);
  vi.advanceTimersByTime(59_900);
  expect(phase.value.name).toBe("asking");
  vi.advanceTimersByTime(200);
  expect([await coming, phase.value.name]).toEqual(["declined", "idle"]);
});

test("a minute does not end what was allowed", async () => {
  const { handoff, phase } = asking();
  const coming = outcomeOf(handoff, wish, never);
  phase.value = { name: "connecting", wish };
  vi.advanceTimersByTime(70_000);
  expect(phase.value.name).toBe("connecting");
  phase.value = { name: "live", wish };
  expect(await coming).toBe("streaming");
});

test("an agent that asks no more takes its question back", async () => {
  const { handoff, phase } = asking();
  const leaving = new AbortController();
  const coming = outcomeOf(handoff, wish, leaving.signal);
  leaving.abort();
  expect([await coming, phase.value.name]).toEqual(["declined", "idle"]);
});
