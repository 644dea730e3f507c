import type { Settings } from "@lumiglyph/contract";
import { createMemoryStore } from "../cache/memory-store.ts";
import { createOutputCache, type OutputCache } from "../cache/output-cache.ts";
import { createRedisStore } from "../cache/redis-store.ts";
import { createSeal } from "../cache/sealed-value.ts";
import type { Clock } from "../clock.ts";
import { countedShare } from "../limits/counted-share.ts";
import { createFairShare, type FairShare } from "../limits/fair-share.ts";
import { insuredCounter } from "../limits/insured-counter.ts";
import { createMemoryCounter } from "../limits/memory-counter.ts";
import { createRedisCounter } from "../limits/redis-counter.ts";
import { createKeyedHash, type KeyedHash } from "./keyed-hash.ts";
import type { RedisLink } from "./redis-link.ts";
import type { LimiterStanding, SharedStanding } from "./state.ts";

/** What instances may share: the limits per client, and the outputs that are kept. */
export type SharedState = {
  readonly fairShare: FairShare;
  /** Null where nothing is kept. */
  readonly cache: OutputCache | null;
  /** Plain figures: asking for them costs nothing. */
  readonly state: () => SharedStanding;
};

/** State as the settings say. Without a link all of it is this process's own. */
export const createSharedState = (settings: Settings, clock: Clock, link: RedisLink | null): SharedState => {
  const hash = createKeyedHash(settings.SERVICE_API_KEY);
  const limits = createLimits(settings, link, hash);
  const cache = createCache(settings, clock, link, hash);
  return {
    fairShare: limits.fairShare,
    cache,
    state: () => ({
      redis: link?.standing() ?? { state: "off", lastError: null },
      limiter: limits.standing(),
      cache: { backend: cache === null ? "off" : settings.SERVICE_CACHE, ...(cache?.figures() ?? NOTHING_KEPT) },
    }),
  };
};

const createLimits = (settings: Settings, link: RedisLink | null, hash: KeyedHash) => {
  const { SERVICE_RATE_POINTS: points, SERVICE_CLIENT_CONCURRENCY: atOnce } = settings;
  const counts = { allowed: 0, refused: 0, fallbacks: 0 };
  const own = createMemoryCounter(points);
  const counter =
    link === null ? own : insuredCounter(createRedisCounter(points, link, hash), own, () => counts.fallbacks++);
  const tally = { allowed: () => counts.allowed++, refused: () => counts.refused++ };
  const share = createFairShare({ points, atOnce }, counter);
  const backend = points === 0 && atOnce === 0 ? "off" : points > 0 && link !== null ? "redis" : "memory";
  const standing = (): LimiterStanding => ({ backend, ...counts });
  return { fairShare: backend === "off" ? share : countedShare(share, tally), standing };
};

const createCache = (settings: Settings, clock: Clock, link: RedisLink | null, hash: KeyedHash): OutputCache | null => {
  const { SERVICE_CACHE: backend } = settings;
  if (backend === "off" || (backend === "redis" && link === null)) return null;
  const store = backend === "redis" && link !== null ? createRedisStore(link) : createMemoryStore(clock);
  return createOutputCache(store, createSeal(hash));
};

const NOTHING_KEPT = { hits: 0, misses: 0, stored: 0, storedBytes: 0, heldBytes: 0, errors: 0 };
