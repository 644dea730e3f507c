import type { FeedStats } from "../darkroom/live.ts";

/** Whether a machine keeps up with a source. */
export type Pace = {
  /** Frames are left out, and motion suffers from it. */
  readonly isSlow: boolean;
  /** That for so long that something should be done about it. */
  readonly isBehind: boolean;
};

/** Judges the last second whenever there is news; `now` is in milliseconds that never run backwards. */
export const createPace = (): ((stats: FeedStats, now: number) => Pace) => {
  let recent: readonly { readonly stats: FeedStats; readonly at: number }[] = [];
  let slowSince: number | null = null;
  return (stats, now) => {
    recent = [...recent.filter(({ at }) => now - at <= SECOND), { stats, at: now }];
    const isSlow = stats.fps < SMOOTH && leftOut(recent[0]!.stats, stats) > BEHIND;
    slowSince = isSlow ? (slowSince ?? now) : null;
    return { isSlow, isBehind: slowSince !== null && now - slowSince >= PATIENCE };
  };
};

/** Frames a second below which motion is no longer smooth. */
const SMOOTH = 20;

/** Share of frames that are left out from which it is the machine that is slow, and not the source. */
const BEHIND = 0.2;

/** Milliseconds. */
const SECOND = 1100;
const PATIENCE = 3000;

/** Share of the frames between two news that were left out. */
const leftOut = (from: FeedStats, to: FeedStats): number => {
  const dropped = to.dropped - from.dropped;
  return dropped / Math.max(1, dropped + to.shown - from.shown);
};
