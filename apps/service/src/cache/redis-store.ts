import type { RedisLink } from "../shared/redis-link.ts";
import { KEPT_SECONDS, type ValueStore } from "./value-store.ts";

/** Values in the Redis that instances share, which makes room by its own policy. */
export const createRedisStore = ({ ask }: Pick<RedisLink, "ask">): ValueStore => ({
  get: (key) => ask((redis) => redis.get(key)),
  set: (key, value) => ask((redis) => redis.set(key, value, KEPT_SECONDS)),
  held: () => 0,
});
