import { effect, untracked } from "@preact/signals";
import { runningExports } from "../state/recording.ts";
import type { Studio } from "../state/studio.ts";
import type { FeedStats } from "../worker/render-worker.ts";

type Parts = Pick<Studio, "worker" | "live" | "params" | "toast">;

/**
 * Goes down with the columns while frames fall behind, as long as the person has not chosen them, and says so. Whoever undoes
 * it is left alone. Gives back what stops it.
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
    toast(`${fewer} columns now, to keep up with the picture`, {
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
      if (pace(stats, clock()).isBehind && live.peek()?.isPlaying.peek() && runningExports.peek() === 0) lower();
    });
  });
};

/** Fewer columns, by one step; null where there is none. */
export const fewerColumns = (columns: number): number | null => STEPS.find((step) => step < columns) ?? null;

/** Numbers of columns to go down by. */
const STEPS = [200, 160, 120, 96, 80, 64, 48];

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
