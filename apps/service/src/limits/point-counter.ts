import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { RedisLink } from "../shared/redis-link.ts";
import type { KeyedHash } from "../shared/shared-settings.ts";

/** Length of a window in seconds. A client's window begins with its first render. */
export const WINDOW_SECONDS = 60;

/** Points a client has spent in its window, and milliseconds until the window ends. */
export type Account = { readonly spent: number; readonly msLeft: number };

/** Counts what clients spend, in this process or in a shared store. */
export type PointCounter = {
  /** Adds points to a client's account, even beyond its limit, and returns the new total. */
  readonly spend: (client: string, points: number) => Promise<Account>;
};

/** A counter on any limiter of the library: memory, Redis or Valkey. */
const counterOn = (limiter: RateLimiterAbstract): PointCounter => ({
  spend: async (client, points) => {
    const { consumedPoints, msBeforeNext } = await limiter.consume(client, points).catch(resultOf);
    return { spent: consumedPoints, msLeft: msBeforeNext };
  },
});

/** The library throws the result for an overdrawn account; we treat it like any other. */
const resultOf = (thrown: unknown): RateLimiterRes => {
  if (thrown instanceof RateLimiterRes) return thrown;
  throw thrown;
};

/** Maximum accounts in memory, about 800 bytes each: more clients than one process can serve in a window. */
const MAX_ACCOUNTS = 20_000;

/**
 * An in-memory counter of bounded size. If more clients come within a window, the oldest account is dropped. A client
 * with that many addresses is not stopped by a per-address limit anyway.
 */
export const createMemoryCounter = (points: number, maxAccounts: number = MAX_ACCOUNTS): PointCounter => {
  const limiter = new RateLimiterMemory({ points, duration: WINDOW_SECONDS, keyPrefix: "" });
  const counter = counterOn(limiter);
  // in the order in which their windows began
  const clients = new Set<string>();
  return {
    spend: async (client, spent) => {
      const account = await counter.spend(client, spent);
      const isNew = account.spent === spent;
      if (isNew) clients.delete(client);
      if (isNew) clients.add(client);
      const [first] = clients;
      if (clients.size > maxAccounts && first !== undefined) {
        clients.delete(first);
        await limiter.delete(first);
      }
      return account;
    },
  };
};

/** Key prefix of accounts in Redis. */
const PREFIX = "lumiglyph:limit:1";

/** A counter shared by all instances. Rejects if Redis is unavailable. Stores hashes, never addresses. */
export const createRedisCounter = (points: number, { run }: Pick<RedisLink, "run">, hash: KeyedHash): PointCounter => {
  const limiter = new RateLimiterRedis({
    storeClient: { eval: (script: string, args: ScriptArguments) => run((redis) => redis.eval(script, args)) },
    useRedisPackage: true,
    keyPrefix: PREFIX,
    points,
    duration: WINDOW_SECONDS,
  });
  const counter = counterOn(limiter);
  return { spend: (client, spent) => counter.spend(hash(client).subarray(0, HASH_BYTES).toString("base64url"), spent) };
};

/** The script arguments in this client library's format. */
type ScriptArguments = { readonly keys: string[]; readonly arguments: string[] };

/** Bytes of a client's hash to use: enough to avoid collisions. */
const HASH_BYTES = 16;

/** Uses the first counter, or the second if the first fails; `onFallback` is called each time. */
export const fallbackCounter = (first: PointCounter, second: PointCounter, onFallback: () => void): PointCounter => ({
  spend: (client, points) =>
    first.spend(client, points).catch(() => {
      onFallback();
      return second.spend(client, points);
    }),
});
