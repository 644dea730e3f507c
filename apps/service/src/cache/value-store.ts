import type { Clock } from "../clock.ts";
import type { RedisLink } from "../shared/redis-link.ts";

/** Where sealed values lie. Both may reject where the store cannot be asked. */
export type ValueStore = {
  readonly get: (key: string) => Promise<Uint8Array | null>;
  readonly set: (key: string, value: Buffer) => Promise<unknown>;
  /** Bytes that this process holds for it. */
  readonly held: () => number;
};

/** Seconds that an output is kept. */
const KEPT_SECONDS = 3600;

/** Most bytes that are held. */
const MAX_BYTES = 64 * 1024 ** 2;

/** What a value takes besides its bytes and its key's, about. */
const OVERHEAD = 256;

/** Values in this process: those that were not asked for longest make room. */
export const createMemoryStore = (clock: Clock, maxBytes: number = MAX_BYTES): ValueStore => {
  // in the order in which they were last asked for
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

/** Values in the Redis that instances share, which makes room by its own policy. */
export const createRedisStore = ({ ask }: Pick<RedisLink, "ask">): ValueStore => ({
  get: (key) => ask((redis) => redis.get(key)),
  set: (key, value) => ask((redis) => redis.set(key, value, KEPT_SECONDS)),
  held: () => 0,
});
