import type { Clock } from "../clock.ts";
import type { RedisLink } from "../shared/redis-link.ts";

/** Stores sealed values. Both calls may reject if the store is unreachable. */
export type ValueStore = {
  readonly get: (key: string) => Promise<Uint8Array | null>;
  readonly set: (key: string, value: Buffer) => Promise<unknown>;
  /** Bytes this process holds for it. */
  readonly held: () => number;
};

/** How long an output is cached, in seconds. */
const KEPT_SECONDS = 3600;

/** Maximum bytes held in memory. */
const MAX_BYTES = 64 * 1024 ** 2;

/** Approximate memory per entry besides its value and key. */
const OVERHEAD = 256;

/** In-memory store. Evicts the least recently used values first. */
export const createMemoryStore = (clock: Clock, maxBytes: number = MAX_BYTES): ValueStore => {
  // in order of last use
  const entries = new Map<string, Entry>();
  let held = 0;
  const remove = (key: string) => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    held -= sizeOf(key, entry);
    entries.delete(key);
  };
  return {
    get: async (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      if (clock() >= entry.until) {
        remove(key);
        return null;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set: async (key, value) => {
      remove(key);
      const entry = { value, until: clock() + KEPT_SECONDS * 1000 };
      if (sizeOf(key, entry) > maxBytes) return;
      entries.set(key, entry);
      held += sizeOf(key, entry);
      for (const oldest of entries.keys()) {
        if (held <= maxBytes) break;
        remove(oldest);
      }
    },
    held: () => held,
  };
};

type Entry = { readonly value: Buffer; readonly until: number };

const sizeOf = (key: string, { value }: Entry): number => value.length + 2 * key.length + OVERHEAD;

/** Store in the Redis that instances share. Redis evicts by its own policy. */
export const createRedisStore = ({ run }: Pick<RedisLink, "run">): ValueStore => ({
  get: (key) => run((redis) => redis.get(key)),
  set: (key, value) => run((redis) => redis.set(key, value, KEPT_SECONDS)),
  held: () => 0,
});
