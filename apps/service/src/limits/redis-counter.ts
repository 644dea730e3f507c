import { RateLimiterRedis } from "rate-limiter-flexible";
import type { KeyedHash } from "../shared/keyed-hash.ts";
import type { RedisLink } from "../shared/redis-link.ts";
import { counterOn, type PointCounter, WINDOW_SECONDS } from "./point-counter.ts";

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
