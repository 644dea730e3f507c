import { randomUUID } from "node:crypto";
import { setLatest } from "@lumiglyph/engine";
import type { Clock } from "../clock.ts";
import type { RedisLink } from "../shared/redis-link.ts";
import type { KeyedHash } from "../shared/shared-settings.ts";
import {
  accountOf,
  createMemoryCounter,
  MAX_CLIENTS,
  MIN_COST,
  type PointCounter,
  rateOf,
  WINDOW_SECONDS,
} from "./point-counter.ts";

/**
 * A counter that instances share in Redis. While Redis is away, each instance grants a client its
 * share of the limit, by the number of instances that Redis last told it, less what the instance
 * granted before. One that never reached Redis counts alone, with the whole limit.
 */
export type SharedCounter = PointCounter & {
  /** Tells Redis that this instance is alive, and counts the others. */
  readonly enlist: () => Promise<void>;
  /** Instances that share the limit; 0 while this one counts alone. */
  readonly instances: () => number;
};

export type SharedCounterParts = {
  readonly limit: number;
  readonly link: Pick<RedisLink, "run">;
  readonly hash: KeyedHash;
  readonly clock: Clock;
  /** Called each time that this instance counts without Redis. */
  readonly onFallback?: () => void;
};

/** Redis keys: the prefix of accounts, which a client's hash follows, and the list of instances. */
const ACCOUNT = "lumiglyph:limit:3:";
const INSTANCES = "lumiglyph:instances";

/** Bytes of a client's hash to use: enough to avoid collisions. */
const HASH_BYTES = 16;

/** A client as this instance knows it: Redis's last account, and until when Redis refuses it. */
type Known = { fullAt: number; refusedUntil: number };

export const createSharedCounter = (parts: SharedCounterParts): SharedCounter => {
  const { limit, link, hash, clock, onFallback = () => {} } = parts;
  const id = randomUUID();
  const rate = rateOf(limit);
  const clients = new Map<string, Known>();
  /** Instances when Redis last replied. */
  let instances = 0;
  let isListed = false;
  const alone = createMemoryCounter(() => Math.ceil(limit / Math.max(1, instances)), clock);

  const run = async (script: string, key: string, ...args: readonly (string | number)[]) => {
    const given = { keys: [key], arguments: args.map(String) };
    return (await link.run((redis) => redis.eval(script, given))) as readonly number[];
  };

  const knownOf = (client: string): Known => {
    const known = clients.get(client) ?? { fullAt: 0, refusedUntil: 0 };
    setLatest(clients, client, known, MAX_CLIENTS);
    return known;
  };

  const spend = async (client: string, points: number, most: number) => {
    const known = knownOf(client);
    const key = ACCOUNT + hash(client).subarray(0, HASH_BYTES).toString("base64url");
    const reply = await run(SPEND, key, points * rate.point, most, rate.most, known.fullAt);
    const [isTaken = 0, behind = 0, fullAt = 0] = reply;
    const account = { isTaken: isTaken === 1, ...accountOf(behind, rate) };
    known.fullAt = fullAt;
    if (account.isTaken) alone.charge(client, points, account);
    else known.refusedUntil = clock() + account.msLeft;
    return account;
  };

  return {
    take: async (client) => {
      const msLeft = knownOf(client).refusedUntil - clock();
      if (msLeft > 0) return { isTaken: false, left: 0, msLeft };
      return spend(client, MIN_COST, rate.burst).catch(() => {
        onFallback();
        return alone.take(client);
      });
    },
    charge: (client, points, { left, msLeft }) => {
      // this charge may postpone the client's next point
      knownOf(client).refusedUntil = 0;
      spend(client, points, Number.MAX_SAFE_INTEGER).catch(() => {
        onFallback();
        alone.charge(client, points, { left, msLeft });
      });
      const overdrawn = Math.max(0, points - left);
      return { left: Math.max(0, left - points), msLeft: msLeft + (overdrawn * rate.point) / 1000 };
    },
    enlist: async () => {
      const reply = await run(ENLIST, INSTANCES, id).catch(() => null);
      isListed = reply !== null;
      instances = reply?.[0] ?? instances;
    },
    instances: () => (isListed ? instances : 0),
  };
};

/**
 * GCRA on Redis's clock: an account is the time at which the client has all its points back.
 * `ARGV[4]` is that time as the caller knows it, in case Redis has lost its data. ARGV: the cost
 * and the most that a client may be behind afterwards and before, in microseconds; the known time.
 */
const SPEND = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local before = math.max(now, redis.call('GET', KEYS[1]) or 0, ARGV[4])
before = math.min(before, now + ARGV[3])
local after = before + ARGV[1]
if after - now > tonumber(ARGV[2]) then return { 0, before - now, before } end
after = math.min(after, now + ARGV[3])
redis.call('SET', KEYS[1], after, 'PX', math.ceil((after - now) / 1000))
return { 1, after - now, after }
`;

/** Seconds of silence after which an instance is no longer counted. */
const FORGOTTEN_S = 5;

const ENLIST = `
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], time[1], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, time[1] - ${FORGOTTEN_S})
redis.call('EXPIRE', KEYS[1], ${WINDOW_SECONDS})
return { redis.call('ZCARD', KEYS[1]) }
`;
