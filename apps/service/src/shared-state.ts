import { createRedisLeases } from "./cache/leases.ts";
import { createOutputCache, type OutputCache } from "./cache/output-cache.ts";
import { createSeal } from "./cache/sealed-value.ts";
import { createMemoryStore, createRedisStore } from "./cache/value-store.ts";
import type { Clock } from "./clock.ts";
import { type ClientLimits, createClientLimits } from "./limits/client-limits.ts";
import { createMemoryCounter } from "./limits/point-counter.ts";
import { createSharedCounter } from "./limits/shared-counter.ts";
import { platformKeys } from "./security/keys.ts";
import type { RedisLink } from "./shared/redis-link.ts";
import { createKeyedHash, type KeyedHash } from "./shared/shared-settings.ts";
import type { LimiterStats, SharedStatus } from "./shared/status.ts";
import type { Settings } from "./tables/settings.ts";

/** What instances may share: client limits and cached outputs. */
export type SharedState = {
  readonly limits: ClientLimits;
  /** Null if nothing is cached. */
  readonly cache: OutputCache | null;
  /** Current stats; cheap to read. */
  readonly state: () => SharedStatus;
  /** From now on calls `listener` for each Redis command with the milliseconds that its caller waited. */
  readonly onRedisWait: RedisLink["onWait"];
  /** Stops telling the other instances that this one is alive. */
  readonly close: () => void;
};

/** Creates the state from the settings. Without a link it is all local to this process. */
export const createSharedState = (settings: Settings, clock: Clock, link: RedisLink | null): SharedState => {
  const [secret = null] = platformKeys(settings);
  const hash = createKeyedHash(secret);
  const limits = createLimits(settings, clock, link, hash);
  const cache = createCache(settings, clock, link, hash);
  return {
    limits: limits.limits,
    cache,
    state: () => ({
      redis: link?.status() ?? { state: "off", lastError: null },
      limiter: limits.status(),
      cache: { backend: cache === null ? "off" : settings.SERVICE_CACHE, ...(cache?.stats() ?? NOTHING_CACHED) },
    }),
    onRedisWait: link?.onWait ?? (() => {}),
    close: limits.close,
  };
};

/** Milliseconds between signs of life. */
const BEAT_MS = 500;

const createLimits = (settings: Settings, clock: Clock, link: RedisLink | null, hash: KeyedHash) => {
  const { SERVICE_RATE_POINTS: points, SERVICE_CLIENT_CONCURRENCY: atOnce } = settings;
  const counts = { allowed: 0, refused: 0, fallbacks: 0 };
  const onFallback = () => void counts.fallbacks++;
  const shared =
    link === null || points === 0 ? null : createSharedCounter({ limit: points, link, hash, clock, onFallback });
  const backend = points === 0 && atOnce === 0 ? "off" : shared === null ? "memory" : "redis";
  const status = (): LimiterStats => ({ backend, ...counts, instances: shared?.instances() ?? 0 });
  const count = (isAdmitted: boolean) => void counts[isAdmitted ? "allowed" : "refused"]++;
  const counter = shared ?? createMemoryCounter(() => points, clock);
  const limits = createClientLimits({ points, atOnce }, counter, backend === "off" ? undefined : count);
  const beat = shared === null ? undefined : setInterval(shared.enlist, BEAT_MS).unref();
  return { limits, status, close: () => clearInterval(beat) };
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
