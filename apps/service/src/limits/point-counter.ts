import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { RedisLink } from "../shared/redis-link.ts";
import type { KeyedHash } from "../shared/shared-settings.ts";

/** Seconds of a window. A client's begins with its first render and is over for good at its end. */
export const WINDOW_SECONDS = 60;

/** What a client has spent in its window, and the milliseconds until that is forgotten. */
export type Account = { readonly spent: number; readonly msLeft: number };

/** Counts what clients spend: in this process, or in a store that instances share. */
export type PointCounter = {
  /** Adds points to a client's account, however full that is, and tells how it stands then. */
  readonly spend: (client: string, points: number) => Promise<Account>;
};

/** The counter on any limiter of the library: in memory, on Redis, on Valkey. */
const counterOn = (limiter: RateLimiterAbstract): PointCounter => ({
  spend: async (client, points) => {
    const { consumedPoints, msBeforeNext } = await limiter.consume(client, points).catch(standing);
    return { spent: consumedPoints, msLeft: msBeforeNext };
  },
});

/** The library throws an account that is overdrawn: to us it is one like any other. */
const standing = (thrown: unknown): RateLimiterRes => {
  if (thrown instanceof RateLimiterRes) return thrown;
  throw thrown;
};

/** Accounts that are kept at once, some 800 bytes each: of more clients than one process can render for in a window. */
const MAX_ACCOUNTS = 20_000;

/**
 * A counter in this process, of bounded size: where more clients come within a window, the one whose window began first is
 * forgotten and starts anew. Whoever can come from that many addresses is not held by a limit per address anyway.
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

/** What the keys of accounts begin with in Redis. */
const PREFIX = "lumiglyph:limit:1";

/** A counter that all instances share, exact among them; rejects where Redis cannot be asked. No address is stored there. */
export const createRedisCounter = (points: number, { ask }: Pick<RedisLink, "ask">, hash: KeyedHash): PointCounter => {
  const limiter = new RateLimiterRedis({
    storeClient: { eval: (script: string, given: Given) => ask((redis) => redis.eval(script, given)) },
    useRedisPackage: true,
    keyPrefix: PREFIX,
    points,
    duration: WINDOW_SECONDS,
  });
  const counter = counterOn(limiter);
  return { spend: (client, spent) => counter.spend(hash(client).subarray(0, HASH_BYTES).toString("base64url"), spent) };
};

/** What the library's script is called with, in the manner of this client. */
type Given = { readonly keys: string[]; readonly arguments: string[] };

/** Of a client's hash: enough that no two of them meet. */
const HASH_BYTES = 16;

/** Counts where the first one does, or where the second does whenever the first cannot; `onFallback` hears of each time. */
export const insuredCounter = (first: PointCounter, second: PointCounter, onFallback: () => void): PointCounter => ({
  spend: (client, points) =>
    first.spend(client, points).catch(() => {
      onFallback();
      return second.spend(client, points);
    }),
});
