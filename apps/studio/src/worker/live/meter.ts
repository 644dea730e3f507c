import type { StepName, Watch } from "@lumiglyph/engine";
import type { FeedStats } from "../live-feed.ts";

/** A timed step of a frame. */
type LiveStep = keyof FeedStats["ms"];

/** Measures frame times and statistics of the last second. */
export type Meter = {
  /** Times a step of the current frame. */
  readonly time: <Result>(step: LiveStep, work: () => Result) => Result;
  /** The same for the stream's own steps; work between frames does not count. */
  readonly watch: Watch;
  /** Adds a time measured elsewhere. */
  readonly add: (step: LiveStep, ms: number) => void;
  /** The current frame has been shown. */
  readonly shown: (frame: { readonly flicker: number | null; readonly isBare: boolean }) => void;
  /** The current frame was a repetition and does not count. */
  readonly again: () => void;
  readonly read: () => Pick<FeedStats, "fps" | "shown" | "flicker" | "bareFlicker" | "ms">;
};

/** Milliseconds over which means are taken. */
const SPAN = 1000;

export const createMeter = (clock: () => number): Meter => {
  let recent: Shown[] = [];
  let under: Times | null = null;
  let count = 0;
  let bare: number | null = null;

  const add = (step: LiveStep, ms: number): void => {
    under ??= {};
    under[step] = (under[step] ?? 0) + ms;
  };
  const time: Meter["time"] = (step, work) => {
    const begun = clock();
    const result = work();
    add(step, clock() - begun);
    return result;
  };
  return {
    time,
    watch: (name: StepName, work) => (under === null ? work() : time(name, work)),
    add,
    shown: ({ flicker, isBare }) => {
      count++;
      recent.push({ at: clock(), flicker, isBare, ms: under ?? {} });
      under = null;
    },
    again: () => {
      under = null;
    },
    read: () => {
      const since = clock() - SPAN;
      recent = recent.filter(({ at }) => at > since);
      const isBare = recent.at(-1)?.isBare ?? false;
      const flicker = mean(recent.filter((one) => one.isBare === isBare).flatMap((one) => one.flicker ?? [])) ?? 0;
      if (isBare) bare = flicker;
      return { fps: recent.length, shown: count, flicker, bareFlicker: bare, ms: means(recent.map(({ ms }) => ms)) };
    },
  };
};

type Times = { [Step in LiveStep]?: number };

/** Flicker is null if there is no previous frame to compare with. */
type Shown = {
  readonly at: number;
  readonly flicker: number | null;
  readonly isBare: boolean;
  readonly ms: Times;
};

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean of each step over all frames; a skipped step counts as 0. */
const means = (frames: readonly Times[]): Times => {
  const sums: Times = {};
  for (const frame of frames) {
    for (const [step, ms] of Object.entries(frame) as [LiveStep, number][]) sums[step] = (sums[step] ?? 0) + ms;
  }
  for (const step of Object.keys(sums) as LiveStep[]) sums[step]! /= frames.length;
  return sums;
};
