import type { ReceivedFrame } from "@lumiglyph/handoff";

/** What has come so far. Times are in milliseconds. */
export type Figures = {
  readonly frames: number;
  /** Numbers that were left out: sent, and never come. */
  readonly lost: number;
  /** Frames within the last second. */
  readonly fps: number;
  /** From the studio to here, of the last frames: half of them were faster, and 95 of 100. */
  readonly median: number | null;
  readonly late: number | null;
  readonly size: { readonly columns: number; readonly rows: number } | null;
};

/** Counts frames, and takes their times. */
export type Meter = {
  readonly count: (frame: ReceivedFrame, now: number) => void;
  readonly figures: (now: number) => Figures;
};

/** Frames whose latency is kept: a minute of them, where they come as fast as they do. */
const KEPT = 3600;

export const createMeter = (): Meter => {
  const latencies = new Float64Array(KEPT);
  let [frames, lost, last] = [0, 0, -1];
  let recent: number[] = [];
  let size: Figures["size"] = null;
  return {
    count({ seq, drawnAt, columns, rows }, now) {
      latencies[frames++ % KEPT] = now - drawnAt;
      lost += seq - last - 1;
      last = seq;
      recent.push(now);
      size = { columns, rows };
    },
    figures(now) {
      recent = recent.filter((at) => at > now - 1000);
      const sorted = latencies.slice(0, Math.min(frames, KEPT)).sort();
      const share = (part: number): number | null => sorted[Math.floor(part * sorted.length)] ?? null;
      return { frames, lost, fps: recent.length, median: share(0.5), late: share(0.95), size };
    },
  };
};
