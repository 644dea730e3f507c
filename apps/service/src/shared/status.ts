/** Where something is stored: nowhere, in this process, or in the shared store. */
type Backend = "off" | "memory" | "redis";

/** State of the connection to Redis. */
export type RedisStatus = {
  /**
   * `off` if none is configured. While `resting`, requests do not wait for it: it failed, and is being reconnected in
   * the background.
   */
  readonly state: "off" | "connecting" | "up" | "resting";
  /** The last failure in one word, such as `ECONNREFUSED`, `TIMEOUT` or `WRONGPASS`; null if there was none. */
  readonly lastError: string | null;
};

/** Figures of the client limits since startup. */
export type LimiterStats = {
  /** `off` if no limit is set. */
  readonly backend: Backend;
  readonly allowed: number;
  readonly refused: number;
  /** How often points were counted locally because Redis was unavailable. */
  readonly fallbacks: number;
  /** Instances that share the limits through Redis; 0 while this one counts alone. */
  readonly instances: number;
};

/** Figures of the output cache since startup. */
export type CacheStats = {
  readonly backend: Backend;
  readonly hits: number;
  readonly misses: number;
  /** Stored outputs, and their compressed bytes. */
  readonly stored: number;
  readonly storedBytes: number;
  /** Bytes held by this process; 0 if Redis holds them. */
  readonly heldBytes: number;
  /** Damaged or foreign values and failed lookups; each also counts as a miss. */
  readonly errors: number;
};

/** Figures of shared state for status and metrics; cheap to read. */
export type SharedStatus = {
  readonly redis: RedisStatus;
  readonly limiter: LimiterStats;
  readonly cache: CacheStats;
};
