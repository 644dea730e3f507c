import { readFileSync } from "node:fs";
import type { FormatId } from "@lumiglyph/contract";

/** What `npm run test:scale` has measured, as it is committed: nothing in it is computed out of something else in it. */
export type Measured = {
  readonly machine: Machine;
  readonly costs: readonly CostSample[];
  readonly peaks: readonly PeakSample[];
  readonly hit: HitCost;
  readonly redis: ScriptCost;
  readonly turns: readonly Turn[];
  readonly waits: readonly WaitSample[];
  readonly limits: readonly LimitCount[];
};

type Machine = {
  readonly date: string;
  readonly cores: number;
  readonly processor: string;
  readonly node: string;
  readonly lumiglyph: string;
};

/** Formats of pictures that costs are known of. */
export const INPUTS = ["jpeg", "png", "webp"] as const;

export type Input = (typeof INPUTS)[number];

/** All of a render that its cost depends on. Sizes are in pixels and characters, as they are asked for. */
export type Work = {
  readonly input: Input;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly format: FormatId;
  readonly color: boolean;
  /** Whether the Auto Director tries to do better. */
  readonly director: boolean;
  /** Bytes of the picture, and of the answer's body. */
  readonly sentBytes: number;
  readonly bodyBytes: number;
};

/** Renders of one kind, one after another, by a service of one worker; times are medians of several passes. */
export type CostSample = Work & {
  readonly renders: number;
  /** Milliseconds that a render has had a core: in the worker, and in the service that hands it the work. */
  readonly workerMs: number;
  readonly serviceMs: number;
  /** MiB that the worker has held at its most. */
  readonly peakMiB: number;
  /** Whether the fit must do without it, and is judged by it. */
  readonly heldOut: boolean;
};

/** MiB that a worker has held at its most to draw a PNG with transparency, which takes more than anything else. */
export type PeakSample = { readonly megapixels: number; readonly peakMiB: number };

/** Milliseconds of a core that a typical output takes that is found in the cache. */
export type HitCost = { readonly renders: number; readonly serviceMs: number };

/** What Redis does to count points: scripts, and the seconds of its one core that they took. */
export type ScriptCost = { readonly scripts: number; readonly seconds: number; readonly redisSeconds: number };

/** Some seconds of typical renders, as many at once as keep all workers busy, behind haproxy. */
export type Turn = {
  readonly instances: number;
  /** Of each instance. */
  readonly workers: number;
  readonly round: number;
  readonly seconds: number;
  /** Answered in these seconds, and in all; those at the end were still under way. */
  readonly inTime: number;
  readonly renders: number;
  /** Answers other than a render. */
  readonly faults: number;
  /** Seconds of a core, by whom. `others` is what the machine was busy with besides. */
  readonly busy: Busy;
  /** MiB that the largest of the services has held at its most, and the largest of the workers. */
  readonly serviceMiB: number;
  readonly workerMiB: number;
};

export type Busy = {
  readonly workers: number;
  readonly services: number;
  readonly haproxy: number;
  readonly redis: number;
  readonly callers: number;
  readonly others: number;
};

/** Typical renders for callers who come by chance, so many that one instance is busy for a share of the time. */
export type WaitSample = {
  readonly workers: number;
  /** Of the renders a second that it can do at most. */
  readonly share: number;
  readonly sent: number;
  /** Answered with 503 for want of a place. */
  readonly refused: number;
  /**
   * Milliseconds until an answer: half of them where only one caller asks, then half of them and 99 of 100 where they come by
   * chance. Each is the median of several passes.
   */
  readonly aloneMs: number;
  readonly p50: number;
  readonly p99: number;
};

/** Hits at once on all instances, and how many of them were let in where the client's limit was `points`. */
export type LimitCount = {
  readonly instances: number;
  readonly hits: number;
  readonly points: number;
  readonly allowed: number;
};

/** Where it is kept. */
export const MEASURED_FILE = new URL("measured.json", import.meta.url);

export const readMeasured = (): Measured => JSON.parse(readFileSync(MEASURED_FILE, "utf8"));
