import type { Settings } from "@lumiglyph/contract";
import { createRedisLeases } from "./cache/leases.ts";
import { createOutputCache, type OutputCache } from "./cache/output-cache.ts";
import { createSeal } from "./cache/sealed-value.ts";
import { createMemoryStore, createRedisStore } from "./cache/value-store.ts";
import type { Clock } from "./clock.ts";
import { type ClientLimits, createClientLimits } from "./limits/client-limits.ts";
import { createMemoryCounter, createRedisCounter, fallbackCounter } from "./limits/point-counter.ts";
import type { RedisLink } from "./shared/redis-link.ts";
import { createKeyedHash, type KeyedHash } from "./shared/shared-settings.ts";
import type { LimiterStats, SharedStatus } from "./shared/status.ts";

/** What instances may share: client limits and cached outputs. */
export type SharedState = {
  readonly limits: ClientLimits;
  /** Null if nothing is cached. */
  readonly cache: OutputCache | null;
  /** Current stats; cheap to read. */
  readonly state: () => SharedStatus;
};

/** Creates the state from the settings. Without a link it is all local to this process. */
export const createSharedState = (settings: Settings, clock: Clock, link: RedisLink | null): SharedState => {
  const hash = createKeyedHash(settings.SERVICE_API_KEY);
  const limits = createLimits(settings, link, hash);
  const cache = createCache(settings, clock, link, hash);
  return {
    limits: limits.limits,
    cache,
    state: () => ({
      redis: link?.status() ?? { state: "off", lastError: null },
      limiter: limits.status(),
      cache: { backend: cache === null ? "off" : settings.SERVICE_CACHE, ...(cache?.stats() ?? NOTHING_CACHED) },
    }),
  };
};

const createLimits = (settings: Settings, link: RedisLink | null, hash: KeyedHash) => {
  const { SERVICE_RATE_POINTS: points, SERVICE_CLIENT_CONCURRENCY: atOnce } = settings;
  const counts = { allowed: 0, refused: 0, fallbacks: 0 };
  const own = createMemoryCounter(points);
  const counter =
    link === null ? own : fallbackCounter(createRedisCounter(points, link, hash), own, () => counts.fallbacks++);
  const backend = points === 0 && atOnce === 0 ? "off" : points > 0 && link !== null ? "redis" : "memory";
  const status = (): LimiterStats => ({ backend, ...counts });
  const count = (isAdmitted: boolean) => void counts[isAdmitted ? "allowed" : "refused"]++;
  const limits = createClientLimits({ points, atOnce }, counter, backend === "off" ? undefined : count);
  return { limits, status };
};

const createCache = (settings: Settings, clock: Clock, link: RedisLink | null, hash: KeyedHash): OutputCache | null => {
  const { SERVICE_CACHE: backend } = settings;
  if (backend === "off" || (backend === "redis" && link === null)) return null;
  const seal = createSeal(hash);
  if (backend === "redis" && link !== null)
    return createOutputCache(createRedisStore(link), seal, createRedisLeases(link));
  return createOutputCache(createMemoryStore(clock), seal);
};

const NOTHING_CACHED = { hits: 0, misses: 0, stored: 0, storedBytes: 0, heldBytes: 0, errors: 0 };
