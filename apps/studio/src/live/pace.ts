import type { News } from "../darkroom/live.ts";

/** Whether a machine keeps up with a source. */
export type Pace = {
  /** Frames are left out, and motion suffers from it. */
  readonly isSlow: boolean;
  /** That for so long that something should be done about it. */
  readonly isBehind: boolean;
};

/** Judges the last second whenever there is news; `now` is in milliseconds that never run backwards. */
export const createPace = (): ((news: News, now: number) => Pace) => {
  let recent: readonly { readonly news: News; readonly at: number }[] = [];
  let slowSince: number | null = null;
  return (news, now) => {
    recent = [...recent.filter(({ at }) => now - at <= SECOND), { news, at: now }];
    const isSlow = news.fps < SMOOTH && leftOut(recent[0]!.news, news) > BEHIND;
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
const leftOut = (from: News, to: News): number => {
  const dropped = to.dropped - from.dropped;
  return dropped / Math.max(1, dropped + to.shown - from.shown);
};
