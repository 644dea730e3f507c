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

test("a piece of work is done step by step, with a turn before each", async () => {
  const log: string[] = [];
  const happenings = Object.fromEntries([1, 2, 3].map((turn) => [turn, () => log.push("turn")]));
  expect(await schedulerWith(happenings)(URGENCY.view, work("a", 3, log), never)).toBe("a done");
  expect(log).toEqual(["turn", "a1", "turn", "a2", "turn", "a3"]);
});

test("what is more urgent goes first, and what was begun goes on behind it", async () => {
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

test("of equally urgent work the first that came is done first", async () => {
  const log: string[] = [];
  const schedule = schedulerWith();
  await Promise.all([
    schedule(URGENCY.request, work("a", 2, log), never),
    schedule(URGENCY.request, work("b", 1, log), never),
  ]);
  expect(log).toEqual(["a1", "a2", "b1"]);
});

test("aborted work rejects with the reason, and the rest of it is left undone", async () => {
  const log: string[] = [];
  const stop = new AbortController();
  const reason = new Error("no longer wanted");
  const schedule = schedulerWith({ 3: () => stop.abort(reason) });
  await expect(schedule(URGENCY.request, work("a", 5, log), stop.signal)).rejects.toBe(reason);
  await schedule(URGENCY.request, work("b", 1, log), never);
  expect(log).toEqual(["a1", "a2", "b1"]);
});

test("work that was aborted before it came is not begun", async () => {
  const log: string[] = [];
  const schedule = schedulerWith();
  await expect(schedule(URGENCY.request, work("a", 1, log), AbortSignal.abort("gone"))).rejects.toBe("gone");
  expect(log).toEqual([]);
});

test("work that fails rejects with its error, and others go on", async () => {
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
