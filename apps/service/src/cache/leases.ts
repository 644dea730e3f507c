import { randomUUID } from "node:crypto";
import type { RedisLink } from "../shared/redis-link.ts";

/** Decides which instance renders an output that is not cached; the others wait for it. */
export type Leases = {
  /**
   * Takes the lease of a key if it is free. `held`: another instance is rendering. `void`: another
   * instance tried and has nothing to share, so each instance renders for itself. Rejects if Redis
   * is unavailable.
   */
  readonly take: (key: string) => Promise<Lease | "held" | "void">;
  /** Whether an instance holds the lease. */
  readonly isHeld: (key: string) => Promise<boolean>;
};

/** How a lease ends: with the output in the cache, with an output too large for it, or with none to share. */
export type Ending = "stored" | "too large" | "failed";

/** A lease that this process holds. It lasts until it is ended, or expires shortly after the process dies. */
export type Lease = {
  /** Never rejects. */
  readonly end: (ending: Ending) => Promise<void>;
};

/** Milliseconds that a lease outlives its holder, and between renewals. */
const LEASE_MS = 2000;
const RENEW_MS = 500;

/** Milliseconds during which each instance renders an output that its holder could not share. */
const VOID_MS = { failed: 1000, "too large": 60_000 };

/** Leases in the Redis that instances share. */
export const createRedisLeases = ({ run }: Pick<RedisLink, "run">): Leases => {
  const ask = (script: string, key: string, ...given: string[]): Promise<unknown> =>
    run((redis) => redis.eval(script, { keys: [`${key}:lease`], arguments: given }));
  return {
    take: async (key) => {
      const id = randomUUID();
      const holder = await ask(TAKE, key, id, String(LEASE_MS));
      if (holder === VOID) return "void";
      if (holder !== id) return "held";
      const renewal = setInterval(() => void ask(RENEW, key, id, String(LEASE_MS)).catch(() => {}), RENEW_MS).unref();
      return {
        end: async (ending) => {
          clearInterval(renewal);
          const left = ending === "stored" ? [""] : [VOID, String(VOID_MS[ending])];
          await ask(END, key, id, ...left).catch(() => {});
        },
      };
    },
    isHeld: async (key) => {
      const holder = await run((redis) => redis.get(`${key}:lease`));
      return holder !== null && String(holder) !== VOID;
    },
  };
};

/** Stored instead of a holder's id. */
const VOID = "void";

/** Returns the id of the holder: the given one if the lease was free. */
const TAKE = `
local holder = redis.call("GET", KEYS[1])
if holder then return holder end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
return ARGV[1]`;

const RENEW = `
if redis.call("GET", KEYS[1]) == ARGV[1] then redis.call("PEXPIRE", KEYS[1], ARGV[2]) end`;

/** Deletes the lease, or marks it void so that nobody waits for it. */
const END = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return end
if ARGV[2] == "" then redis.call("DEL", KEYS[1]) else redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3]) end`;
