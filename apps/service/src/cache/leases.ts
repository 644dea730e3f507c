import { randomUUID } from "node:crypto";
import type { RedisLink } from "../shared/redis-link.ts";

/** Which instance draws an output that is in no cache: one of all, and the others wait for it. */
export type Leases = {
  /**
   * Takes the lease of a key, if nobody has it. `held`: another instance is drawing. `void`: another tried and has
   * nothing to hand over, so everybody draws for themselves. Rejects if Redis is unavailable.
   */
  readonly take: (key: string) => Promise<Lease | "held" | "void">;
  /** Whether an instance is drawing. */
  readonly isHeld: (key: string) => Promise<boolean>;
};

/** How a lease ends: with an output in the cache, with one that is too large for it, or with none. */
export type Ending = "stored" | "too large" | "failed";

/** A lease that this process holds. It lasts until it is ended, or shortly after the process has died. */
export type Lease = {
  /** Never rejects. */
  readonly end: (ending: Ending) => Promise<void>;
};

/** Milliseconds that a lease outlives its holder, and between renewals. */
const LEASE_MS = 2000;
const RENEW_MS = 500;

/** Milliseconds during which an output that could not be handed over is drawn by whoever wants it. */
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

/** In place of a holder. */
const VOID = "void";

/** Returns the holder's id, which is the given one if nobody held it. */
const TAKE = `
local holder = redis.call("GET", KEYS[1])
if holder then return holder end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
return ARGV[1]`;

const RENEW = `
if redis.call("GET", KEYS[1]) == ARGV[1] then redis.call("PEXPIRE", KEYS[1], ARGV[2]) end`;

/** Removes the lease, or leaves word that there is nothing to wait for. */
const END = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return end
if ARGV[2] == "" then redis.call("DEL", KEYS[1]) else redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3]) end`;
