import { createHmac } from "node:crypto";
import type { Settings } from "../tables/settings.ts";

/** Problems with the settings of shared state, each a sentence for the operator. Never repeats the URL. */
export const sharedProblems = ({ SERVICE_REDIS_URL: url, SERVICE_CACHE: cache }: Settings): readonly string[] => {
  if (url === null) return cache === "redis" ? [NO_REDIS] : [];
  try {
    checkRedisUrl(url);
    return [];
  } catch (error) {
    return [`SERVICE_REDIS_URL cannot be used: ${error instanceof Error ? error.message : String(error)}`];
  }
};

/** Warnings about likely mistakes. */
export const sharedWarnings = (settings: Settings): readonly string[] =>
  settings.SERVICE_REDIS_URL !== null && redisInUse(settings) === null ? [UNUSED] : [];

/** The URL of Redis, or null if nothing uses it. */
export const redisInUse = (settings: Settings): string | null =>
  settings.SERVICE_RATE_POINTS > 0 || settings.SERVICE_CACHE === "redis" ? settings.SERVICE_REDIS_URL : null;

const NO_REDIS =
  "SERVICE_CACHE=redis needs an address. Set for example SERVICE_REDIS_URL=redis://localhost:6379, or SERVICE_CACHE=memory.";

const UNUSED =
  "SERVICE_REDIS_URL is set, but nothing uses it: set SERVICE_RATE_POINTS for limits that instances share, or SERVICE_CACHE=redis.";

/** Throws a message for the operator, which does not repeat the value, if it is not a Redis URL. */
const checkRedisUrl = (text: string): void => {
  const url = URL.parse(text);
  const rest = url === null ? "" : `${url.search}${url.hash}`;
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === "" || rest !== "" || !isDatabase(url)) {
    throw new Error(WANTED);
  }
  if ([url.username, url.password].some((part) => !isEncoded(part))) throw new Error(WANTED);
};

const WANTED =
  "it must be redis://[user:password@]host:port[/database], or rediss:// for TLS. Percent-encode special characters in the password.";

const isDatabase = ({ pathname }: URL): boolean => /^(\/\d{0,4})?$/.test(pathname);

const isEncoded = (part: string): boolean => {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
};

/** HMAC-SHA-256 of several length-prefixed parts. */
export type KeyedHash = (...parts: readonly (string | Uint8Array)[]) => Buffer;

/**
 * A hash keyed with a secret that all instances share and Redis does not know. Without a secret it does not stop
 * someone with access to Redis from trying every address or forging values.
 */
export const createKeyedHash =
  (secret: string | null): KeyedHash =>
  (...parts) => {
    const hmac = createHmac("sha256", secret ?? "");
    for (const part of parts) hmac.update(`${part.length}:`).update(part);
    return hmac.digest();
  };
