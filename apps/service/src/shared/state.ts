/** Where something is kept: nowhere, in this process, or in the store that instances share. */
type Backend = "off" | "memory" | "redis";

/** How this instance stands with Redis. */
export type RedisStanding = {
  /** `off` where none is set. While `resting` nobody waits for it: it was silent or gone, and is looked for in the background. */
  readonly state: "off" | "connecting" | "up" | "resting";
  /** What it last failed with, one word such as `ECONNREFUSED`, `TIMEOUT` or `WRONGPASS`; null before any failure. */
  readonly lastError: string | null;
};

/** What the limits per client have come to since the start. */
export type LimiterStanding = {
  /** `off` where no limit is set. */
  readonly backend: Backend;
  readonly allowed: number;
  readonly refused: number;
  /** Times that points were counted in this process because Redis could not be asked. */
  readonly fallbacks: number;
};

/** What the output cache has come to since the start. */
export type CacheStanding = {
  readonly backend: Backend;
  readonly hits: number;
  readonly misses: number;
  /** Outputs that were kept, and their bytes as they are kept, compressed. */
  readonly stored: number;
  readonly storedBytes: number;
  /** Bytes that this process holds at the moment: 0 where Redis has them. */
  readonly heldBytes: number;
  /** Values that were damaged or foreign, and questions that the store did not answer: each was a miss. */
  readonly errors: number;
};

/** Plain figures about what instances may share, for status and metrics: reading them asks nobody. */
export type SharedStanding = {
  readonly redis: RedisStanding;
  readonly limiter: LimiterStanding;
  readonly cache: CacheStanding;
};
