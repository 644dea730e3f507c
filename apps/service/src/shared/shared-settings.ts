import type { Settings } from "@lumiglyph/contract";
import { checkRedisUrl } from "./redis-url.ts";

/** What is wrong with the settings of shared state, each a sentence for the operator. The address is never repeated. */
export const sharedProblems = ({ SERVICE_REDIS_URL: url, SERVICE_CACHE: cache }: Settings): readonly string[] => {
  if (url === null) return cache === "redis" ? [NO_REDIS] : [];
  try {
    checkRedisUrl(url);
    return [];
  } catch (error) {
    return [`SERVICE_REDIS_URL cannot be used: ${error instanceof Error ? error.message : String(error)}`];
  }
};

/** What an operator may have meant otherwise. */
export const sharedWarnings = (settings: Settings): readonly string[] =>
  settings.SERVICE_REDIS_URL !== null && redisInUse(settings) === null ? [UNUSED] : [];

/** The address of Redis, or null where nothing of the service asks it. */
export const redisInUse = (settings: Settings): string | null =>
  settings.SERVICE_RATE_POINTS > 0 || settings.SERVICE_CACHE === "redis" ? settings.SERVICE_REDIS_URL : null;

const NO_REDIS =
  "SERVICE_CACHE=redis needs an address. Set for example SERVICE_REDIS_URL=redis://localhost:6379, or SERVICE_CACHE=memory.";

const UNUSED =
  "SERVICE_REDIS_URL is set, but nothing uses it: set SERVICE_RATE_POINTS for limits that instances share, or SERVICE_CACHE=redis.";
