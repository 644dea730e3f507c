import type { ReceivedFrame } from "@lumiglyph/handoff";

/** Statistics so far, times in milliseconds. */
export type Figures = {
  readonly frames: number;
  /** Sequence numbers that never arrived. */
  readonly lost: number;
  /** Frames within the last second. */
  readonly fps: number;
  /** Latency from the studio to here, over recent frames: median and 95th percentile. */
  readonly median: number | null;
  readonly late: number | null;
  readonly size: { readonly columns: number; readonly rows: number } | null;
};

/** Counts frames and measures their latency. */
export type HandoffMeter = {
  readonly count: (frame: ReceivedFrame, now: number) => void;
  readonly figures: (now: number) => Figures;
};

/** Number of latencies kept: a minute at full frame rate. */
const KEPT = 3600;

export const createHandoffMeter = (): HandoffMeter => {
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
