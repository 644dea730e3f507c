import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Handoff, HandoffRequest, Phase } from "./handoff.ts";
import { outcomeOf } from "./stream-tool.ts";

const request: HandoffRequest = { mode: "webcam-stream", traceId: "a".repeat(32), by: "agent" };
const frame: HandoffRequest = { ...request, mode: "latest-frame" };
const never = new AbortController().signal;

/** A handoff that has only a phase. */
const asking = (about: HandoffRequest = request) => {
  const phase = signal<Phase>({ name: "asking", request: about });
  const decline = (): void => {
    phase.value = { name: "idle" };
  };
  return { handoff: { phase, decline } as unknown as Handoff, phase };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each<[HandoffRequest, Phase, string]>([
  [request, { name: "live", request }, "streaming"],
  [request, { name: "paused", request }, "streaming"],
  [frame, { name: "ended", request: frame, reason: "complete" }, "delivered"],
  [request, { name: "idle" }, "declined"],
  [request, { name: "ended", request, reason: "person" }, "declined"],
  [request, { name: "asking", request: { ...request, traceId: "b".repeat(32) } }, "declined"],
  [request, { name: "failed", request, code: "popup_blocked" }, "blocked"],
  [request, { name: "failed", request, code: "receiver_timeout" }, "receiver_timeout"],
])("a request %j ends in %j as %s", async (about, next, outcome) => {
  const { handoff, phase } = asking(about);
  const coming = outcomeOf(handoff, about, never);
  phase.value = { name: "connecting", request: about };
  phase.value = next;
  expect(await coming).toBe(outcome);
});

test("an open stream does not count as one delivered frame", async () => {
  const { handoff, phase } = asking(frame);
  const coming = outcomeOf(handoff, frame, never);
  phase.value = { name: "live", request: frame };
  const winner = await Promise.race([coming, Promise.resolve("still open")]);
  expect(winner).toBe("still open");
});

test("no answer within a minute counts as declined and withdraws the question", async () => {
  const { handoff, phase } = asking();
  const coming = outcomeOf(handoff, request, never);
  vi.advanceTimersByTime(59_900);
  expect(phase.value.name).toBe("asking");
  vi.advanceTimersByTime(200);
  expect([await coming, phase.value.name]).toEqual(["declined", "idle"]);
});

test("the one-minute limit does not end an allowed handoff", async () => {
  const { handoff, phase } = asking();
  const coming = outcomeOf(handoff, request, never);
  phase.value = { name: "connecting", request };
  vi.advanceTimersByTime(70_000);
  expect(phase.value.name).toBe("connecting");
  phase.value = { name: "live", request };
  expect(await coming).toBe("streaming");
});

test("an aborted call withdraws its question", async () => {
  const { handoff, phase } = asking();
  const leaving = new AbortController();
  const coming = outcomeOf(handoff, request, leaving.signal);
  leaving.abort();
  expect([await coming, phase.value.name]).toEqual(["declined", "idle"]);
});
