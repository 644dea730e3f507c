import { effect, untracked } from "@preact/signals";
import { isGridHeld } from "../state/params-model.ts";
import { runningExports } from "../state/recording.ts";
import type { Studio } from "../state/studio.ts";
import type { FeedStats } from "../worker/live-feed.ts";

type Parts = Pick<Studio, "worker" | "live" | "params" | "toast">;

/**
 * Lowers the columns while frames are being dropped, unless the user has chosen them, and announces
 * it. Stops after the user undoes it. Returns a function that stops it.
 */
export const keepUp = ({ worker, live, params, toast }: Parts, clock = () => performance.now()): (() => void) => {
  const pace = createPace();
  let lowered: number | null = null;
  let isDeclined = false;
  const lower = (): void => {
    const { columns } = params.all.peek();
    const isTheirs = lowered === null ? params.options.peek().columns !== undefined : columns !== lowered;
    const fewer = fewerColumns(columns);
    if (isTheirs) isDeclined = true;
    if (isDeclined || fewer === null) return;
    lowered = fewer;
    params.set("columns", fewer);
    toast(`Reduced to ${fewer} columns to keep up`, {
      label: "Undo",
      go() {
        isDeclined = true;
        params.set("columns", columns);
      },
    });
  };
  return effect(() => {
    const stats = worker.stats.value;
    if (stats === null || isDeclined) return;
    untracked(() => {
      const isBusy = runningExports.peek() > 0 || isGridHeld.peek();
      if (pace(stats, clock()).isBehind && live.peek()?.isPlaying.peek() && !isBusy) lower();
    });
  });
};

/** The next smaller number of columns, or null. */
export const fewerColumns = (columns: number): number | null => STEPS.find((step) => step < columns) ?? null;

/** Column counts to step down through. */
const STEPS = [200, 160, 120, 96, 80, 64, 48];

/** Whether rendering keeps up with a source. */
export type Pace = {
  /** Frames are dropped, and motion visibly suffers. */
  readonly isSlow: boolean;
  /** It has been slow for long enough to act. */
  readonly isBehind: boolean;
};

/** Judges the last second on every update; `now` is in monotonic milliseconds. */
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

/** Frames per second below which motion is not smooth. */
const SMOOTH = 20;

/** Share of dropped frames above which the machine is slow, not the source. */
const BEHIND = 0.2;

/** Milliseconds. */
const SECOND = 1100;
const PATIENCE = 3000;

/** Share of frames dropped between two updates. */
const leftOut = (from: FeedStats, to: FeedStats): number => {
  const dropped = to.dropped - from.dropped;
  return dropped / Math.max(1, dropped + to.shown - from.shown);
};
