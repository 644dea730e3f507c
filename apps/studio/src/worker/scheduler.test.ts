import type { Steps } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import { createScheduler, URGENCY } from "./scheduler.ts";

const never = new AbortController().signal;

/** Work of several steps that logs each of them. */
function* work(name: string, steps: number, log: string[]): Steps<string> {
  for (let step = 1; step < steps; step++) {
    log.push(`${name}${step}`);
    yield;
  }
  log.push(`${name}${steps}`);
  return `${name} done`;
}

/** A scheduler in whose n-th turn something happens. */
const schedulerWith = (happenings: { readonly [turn: number]: () => void } = {}) => {
  let turns = 0;
  return createScheduler(async () => happenings[++turns]?.());
};

test("a task runs step by step, with a turn before each", async () => {
  const log: string[] = [];
  const happenings = Object.fromEntries([1, 2, 3].map((turn) => [turn, () => log.push("turn")]));
  expect(await schedulerWith(happenings)(URGENCY.view, work("a", 3, log), never)).toBe("a done");
  expect(log).toEqual(["turn", "a1", "turn", "a2", "turn", "a3"]);
});

test("more urgent tasks run first, and started ones continue after them", async () => {
  const log: string[] = [];
  let urgent: Promise<string> | undefined;
  const schedule = schedulerWith({
    3: () => {
      urgent = schedule(URGENCY.view, work("view", 2, log), never);
    },
  });
  await schedule(URGENCY.thumbnail, work("look", 4, log), never);
  await urgent;
  expect(log).toEqual(["look1", "look2", "view1", "view2", "look3", "look4"]);
});

test("equally urgent tasks run in order of arrival", async () => {
  const log: string[] = [];
  const schedule = schedulerWith();
  await Promise.all([
    schedule(URGENCY.request, work("a", 2, log), never),
    schedule(URGENCY.request, work("b", 1, log), never),
  ]);
  expect(log).toEqual(["a1", "a2", "b1"]);
});

test("an aborted task rejects with the reason and stops", async () => {
  const log: string[] = [];
  const stop = new AbortController();
  const reason = new Error("no longer wanted");
  const schedule = schedulerWith({ 3: () => stop.abort(reason) });
  await expect(schedule(URGENCY.request, work("a", 5, log), stop.signal)).rejects.toBe(reason);
  await schedule(URGENCY.request, work("b", 1, log), never);
  expect(log).toEqual(["a1", "a2", "b1"]);
});

test("a task aborted before it was added does not start", async () => {
  const log: string[] = [];
  const schedule = schedulerWith();
  await expect(schedule(URGENCY.request, work("a", 1, log), AbortSignal.abort("gone"))).rejects.toBe("gone");
  expect(log).toEqual([]);
});

test("a failing task rejects with its error, and others continue", async () => {
  const log: string[] = [];
  const schedule = schedulerWith();
  const broken = (function* (): Steps<never> {
    yield;
    throw new Error("broken");
  })();
  const other = schedule(URGENCY.request, work("b", 3, log), never);
  await expect(schedule(URGENCY.view, broken, never)).rejects.toThrow("broken");
  expect(await other).toBe("b done");
});

test("an idle scheduler starts again", async () => {
  const log: string[] = [];
  const schedule = schedulerWith();
  await schedule(URGENCY.request, work("a", 1, log), never);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await schedule(URGENCY.request, work("b", 1, log), never)).toBe("b done");
});
