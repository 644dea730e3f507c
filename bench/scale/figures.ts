import { readFileSync } from "node:fs";
import type { FormatId } from "@lumiglyph/contract";

/** The committed results of `npm run bench -- scale`. No figure is derived from another. */
export type ScaleFigures = {
  readonly machine: {
    readonly date: string;
    readonly cores: number;
    readonly processor: string;
    readonly node: string;
  };
  readonly costs: readonly Cost[];
  /** Peak MiB of a worker that renders a PNG with transparency, the worst case. */
  readonly peaks: readonly { readonly megapixels: number; readonly peakMiB: number }[];
  /** CPU milliseconds of a typical render served from the cache. */
  readonly hit: { readonly renders: number; readonly serviceMs: number };
  /** CPU seconds of Redis for this many limiter scripts. */
  readonly redis: { readonly scripts: number; readonly redisSeconds: number };
  readonly turns: readonly Turn[];
  readonly waits: readonly Wait[];
  readonly limits: readonly LimitCount[];
};

/** A kind of render. */
export type Kind = {
  readonly input: "jpeg" | "png" | "webp";
  readonly megapixels: number;
  readonly columns: number;
  readonly format: FormatId;
  readonly color: boolean;
  readonly director: boolean;
};

/** Sequential renders of one kind on one worker: medians of several passes, in CPU milliseconds. */
export type Cost = Kind & {
  readonly sentBytes: number;
  readonly bodyBytes: number;
  readonly workerMs: number;
  readonly serviceMs: number;
};

/** Instances behind haproxy, each with this many workers. */
export type Arrangement = { readonly instances: number; readonly workers: number };

/** A few seconds of typical renders at a concurrency that keeps all workers busy. */
export type Turn = Arrangement & {
  readonly round: number;
  readonly seconds: number;
  /** Responses within these seconds, and in all. */
  readonly inTime: number;
  readonly renders: number;
  /** Responses other than a render. */
  readonly faults: number;
  /** CPU seconds by process; `others` is everything else on the machine. */
  readonly busy: Readonly<Record<"workers" | "services" | "haproxy" | "redis" | "callers" | "others", number>>;
  readonly serviceMiB: number;
  readonly workerMiB: number;
};

/** Poisson arrivals at a share of the capacity of one instance, without haproxy. Times are response times in milliseconds. */
export type Wait = {
  readonly workers: number;
  readonly share: number;
  readonly sent: number;
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
};

/** Concurrent requests to all instances, and how many a limit of `points` allowed. */
export type LimitCount = {
  readonly instances: number;
  readonly hits: number;
  readonly points: number;
  readonly allowed: number;
};

/** A phone's photo, scaled down, with default parameters. */
export const TYPICAL: Kind = {
  input: "jpeg",
  megapixels: 2,
  columns: 120,
  format: "text",
  color: false,
  director: true,
};

export const SCALE_FILE = new URL("../../docs/explanation/scale.json", import.meta.url);

export const readScale = (): ScaleFigures => JSON.parse(readFileSync(SCALE_FILE, "utf8"));
