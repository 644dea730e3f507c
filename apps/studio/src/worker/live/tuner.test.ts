import type { QualityEvidence } from "@lumiglyph/contract";
import type { LiveFrame, Steps } from "@lumiglyph/engine";
import { expect, test } from "vitest";
import { createScheduler } from "../scheduler.ts";
import { createTuner } from "./tuner.ts";

const frame = (cut = false) => ({ cut }) as LiveFrame;

const evidence = (score: number) => ({ score }) as QualityEvidence;

/** A tuner whose Auto Director takes three steps; records what it did. */
const setUp = () => {
  let now = 0;
  let found: QualityEvidence | null = evidence(1);
  const log: string[] = [];
  const over = new AbortController();
  const tune = function* (): Steps<QualityEvidence | null> {
    for (let step = 1; step < 3; step++) {
      log.push(`step ${step}`);
      yield;
    }
    log.push("step 3");
    return found;
  };
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const tuner = createTuner({
    schedule: createScheduler(turn),
    clock: () => now,
    signal: over.signal,
    tune,
    done: () => log.push("done"),
  });
  return {
    tuner,
    log,
    over,
    find: (what: QualityEvidence | null) => {
      found = what;
    },
    wait: (ms: number) => {
      now += ms;
    },
    turns: async (count: number) => {
      for (let done = 0; done < count; done++) await turn();
    },
  };
};

const WHOLE = ["step 1", "step 2", "step 3", "done"];

test("a scene is tuned once, after it has lasted a moment", async () => {
  const { tuner, log, wait, turns } = setUp();
  tuner.look(frame(true));
  await turns(5);
  expect(log).toEqual([]);
  wait(200);
  tuner.look(frame());
  await turns(9);
  expect(log).toEqual(WHOLE);
  expect(tuner.found()).toEqual(evidence(1));
  wait(5000);
  tuner.look(frame());
  await turns(9);
  expect(log).toEqual(WHOLE);
});

test("rendering the first frame again is not a new scene", async () => {
  const { tuner, log, wait, turns } = setUp();
  const first = frame(true);
  tuner.look(first);
  wait(200);
  tuner.look(first);
  await turns(9);
  expect(log).toEqual(WHOLE);
});

test("new parameters are tuned once they settle, and earlier findings do not apply to them", async () => {
  const { tuner, log, find, wait, turns } = setUp();
  tuner.look(frame(true));
  wait(200);
  tuner.look(frame());
  await turns(9);
  for (let change = 0; change < 5; change++) {
    tuner.changed();
    wait(200);
    tuner.look(frame());
  }
  await turns(9);
  expect([log, tuner.found(), tuner.latest()]).toEqual([WHOLE, null, evidence(1)]);
  find(evidence(2));
  wait(200);
  tuner.look(frame());
  await turns(9);
  expect(log).toEqual([...WHOLE, ...WHOLE]);
  expect([tuner.found(), tuner.latest()]).toEqual([evidence(2), evidence(2)]);
});

test("a cut aborts tuning and restarts it", async () => {
  const { tuner, log, wait, turns } = setUp();
  tuner.look(frame(true));
  wait(200);
  tuner.look(frame());
  await turns(2);
  tuner.look(frame(true));
  await turns(9);
  expect(log.length).toBeLessThan(3);
  expect(tuner.found()).toBeNull();
  log.length = 0;
  wait(200);
  tuner.look(frame());
  await turns(9);
  expect(log).toEqual(WHOLE);
});

test("a finding about a past scene is dropped", async () => {
  const { tuner, log, find, wait, turns } = setUp();
  find(null);
  tuner.look(frame(true));
  wait(200);
  tuner.look(frame());
  await turns(9);
  expect([log, tuner.found()]).toEqual([WHOLE.slice(0, 3), null]);
});

test("the end of the feed aborts tuning", async () => {
  const { tuner, log, over, wait, turns } = setUp();
  tuner.look(frame(true));
  wait(200);
  tuner.look(frame());
  await turns(2);
  over.abort();
  await turns(9);
  expect(log.length).toBeLessThan(3);
});
