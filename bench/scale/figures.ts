import { readFileSync } from "node:fs";
import type { FormatId } from "@lumiglyph/contract";

/** What `npm run bench -- scale` measured, as it is committed. Nothing in it is computed from something else in it. */
export type ScaleFigures = {
  readonly machine: {
    readonly date: string;
    readonly cores: number;
    readonly processor: string;
    readonly node: string;
  };
  readonly costs: readonly Cost[];
  /** Most MiB that a worker held while it rendered a PNG with transparency, the worst case. */
  readonly peaks: readonly { readonly megapixels: number; readonly peakMiB: number }[];
  /** CPU milliseconds of a typical render that was found in the cache. */
  readonly hit: { readonly renders: number; readonly serviceMs: number };
  /** CPU seconds that Redis took to count so many points. */
  readonly redis: { readonly scripts: number; readonly redisSeconds: number };
  readonly turns: readonly Turn[];
  readonly waits: readonly Wait[];
  readonly limits: readonly LimitCount[];
};

/** The kind of a render. */
export type Kind = {
  readonly input: "jpeg" | "png" | "webp";
  readonly megapixels: number;
  readonly columns: number;
  readonly format: FormatId;
  readonly color: boolean;
  readonly director: boolean;
};

/** Renders of one kind, one after another, on one worker: medians of several passes, in CPU milliseconds. */
export type Cost = Kind & {
  readonly sentBytes: number;
  readonly bodyBytes: number;
  readonly workerMs: number;
  readonly serviceMs: number;
};

/** Instances behind haproxy, each with so many workers. */
export type Arrangement = { readonly instances: number; readonly workers: number };

/** A few seconds of typical renders, enough at once to keep all workers busy. */
export type Turn = Arrangement & {
  readonly round: number;
  readonly seconds: number;
  /** Answered within these seconds, and in all. */
  readonly inTime: number;
  readonly renders: number;
  /** Answers other than a render. */
  readonly faults: number;
  /** CPU seconds by process; `others` is everything else on the machine. */
  readonly busy: Readonly<Record<"workers" | "services" | "haproxy" | "redis" | "callers" | "others", number>>;
  readonly serviceMiB: number;
  readonly workerMiB: number;
};

/** Poisson arrivals at a share of what one instance can do, without haproxy. Times are milliseconds until the answer. */
export type Wait = {
  readonly workers: number;
  readonly share: number;
  readonly sent: number;
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
};

/** Hits at once on all instances, and how many were let in where the limit was `points`. */
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

/** Where the figures are committed. */
export const SCALE_FILE = new URL("../../docs/explanation/scale.json", import.meta.url);

/** Reads the committed figures. */
export const readScale = (): ScaleFigures => JSON.parse(readFileSync(SCALE_FILE, "utf8"));
