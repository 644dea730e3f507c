import { type Signal, signal } from "@preact/signals";
import { beforeEach, expect, test } from "vitest";
import { createStudio } from "../app/create-studio.ts";
import { createTestHost, createTestWorker } from "../app/testing.ts";
import type { LiveSource } from "../state/source.ts";
import type { Studio } from "../state/studio.ts";
import type { FeedStats } from "../worker/live-feed.ts";
import { fewerColumns, keepUp } from "./keep-up.ts";

let studio: Studio;
let now: number;
let stats: Signal<FeedStats | null>;

/** Simulates a feed for some seconds with this many frames per second shown and dropped. */
const goOn = (seconds: number, shown: number, dropped: number): void => {
  for (let quarter = 0; quarter < seconds * 4; quarter++) {
    now += 250;
    const last = stats.peek() ?? { shown: 0, dropped: 0 };
    stats.value = {
      ...{ size: { columns: 120, rows: 45 }, flicker: 0, bareFlicker: null, ms: {}, fps: shown },
      shown: last.shown + shown / 4,
      dropped: last.dropped + dropped / 4,
    };
  }
};

const columns = (): number => studio.params.all.value.columns;

const begin = (query = ""): void => {
  stats = signal<FeedStats | null>(null);
  now = 0;
  const worker = { ...createTestWorker().worker, stats };
  studio = createStudio({ worker, host: createTestHost(query).host });
  const live = signal({ isPlaying: signal(true) } as unknown as LiveSource);
  keepUp({ ...studio, live }, () => now);
};

beforeEach(() => begin());

test("nothing happens if the machine keeps up or the source itself is slow", () => {
  goOn(10, 25, 5);
  goOn(10, 12, 0);
  expect([columns(), studio.notice.value]).toEqual([120, null]);
});

test("columns drop one step after three seconds of falling behind, with a toast", () => {
  goOn(2.5, 12, 18);
  expect(columns()).toBe(120);
  goOn(1, 12, 18);
  expect([columns(), studio.notice.value?.words]).toEqual([96, "Reduced to 96 columns to keep up"]);
});

test("they drop further if that was not enough", () => {
  goOn(3.5, 8, 22);
  goOn(3.5, 12, 18);
  expect(columns()).toBeLessThan(96);
});

test("the toast's Undo disables it", () => {
  goOn(3.5, 12, 18);
  studio.notice.value?.action?.go();
  expect(columns()).toBe(120);
  goOn(10, 12, 18);
  expect(columns()).toBe(120);
});

test("undo in the history disables it as well", () => {
  goOn(3.5, 12, 18);
  studio.history.undo();
  goOn(10, 12, 18);
  expect(columns()).toBe(120);
});

test("columns that the user chose stay", () => {
  begin("?columns=200");
  goOn(10, 5, 25);
  expect([columns(), studio.notice.value]).toEqual([200, null]);
});

test("there is always a step down, to 48 columns", () => {
  expect([400, 200, 120, 100, 49, 48].map(fewerColumns)).toEqual([200, 160, 96, 96, 48, null]);
});
