// Long because the Redis scripts are next to the code that calls them.
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { RedisLink } from "../shared/redis-link.ts";
import type { KeyedHash } from "../shared/shared-settings.ts";
import {
  accountOf,
  addSpend,
  createAccounts,
  KEPT_SECONDS,
  MIN_COST,
  type PointCounter,
  type Spends,
  sumOf,
  type Taken,
} from "./point-counter.ts";

/**
 * A counter that instances share in Redis. Whatever happens to Redis, in any window all instances together admit a
 * client at most as often as its limit allows, plus once for each instance. (The cost of a render beyond its first
 * point is charged afterwards and may overdraw.) That holds because
 *
 * - Redis adds up what all instances spend, and one that cannot reach it grants each client one point per window;
 * - Redis lists the instances. It reserves a share of every limit for one that has been silent for `ABSENT_MS`; once
 *   the share has been reserved for a window, that instance starts to grant it;
 * - an instance reports what it granted alone before it is listed again;
 * - each instance remembers what it granted in the last window. If Redis has lost its data, it decides nothing until
 *   all instances have reported that again, or a window has passed.
 *
 * An instance that is cut off does not know of instances that start meanwhile, and one that never reached Redis counts
 * alone, with the whole limit.
 */
export type SharedCounter = PointCounter & {
  /** Reports to Redis what it does not know yet, and that this instance is alive. `keepListed` calls it repeatedly. */
  readonly enlist: () => Promise<void>;
  /** Instances that share the limit, including those cut off recently; 0 while this one counts alone. */
  readonly instances: () => number;
  /** Takes this instance off the list, so that Redis reserves nothing for it. */
  readonly leave: () => Promise<void>;
};

export type SharedCounterParts = {
  readonly limit: number;
  readonly link: Pick<RedisLink, "run">;
  readonly hash: KeyedHash;
  readonly clock: Clock;
  /** Called each time that this instance counts without Redis. */
  readonly onFallback?: () => void;
};

/** Redis keys: the prefix of accounts, which a client's hash follows, and the keys that all accounts share. */
const PREFIX = "lumiglyph:limit:2";
const SHARED_KEYS = [`${PREFIX}:instances`, `${PREFIX}:recovery`, `${PREFIX}:epoch`];

/** Bytes of a client's hash to use: enough to avoid collisions. */
const HASH_BYTES = 16;

/** Milliseconds after which Redis ignores a command, and this process ignores a reply. */
const LATE_MS = 1000;

/** Milliseconds of silence after which Redis reserves an instance's share, and after which it forgets the instance. */
const ABSENT_MS = 10_000;
const FORGOTTEN_MS = 300_000;

const KEPT_MS = KEPT_SECONDS * 1000;

/** Milliseconds from its last command until an instance grants its share: Redis has reserved it for a window. */
const SHARE_AFTER_MS = LATE_MS + ABSENT_MS + KEPT_MS;

/** Redis is usually back within a second. */
const RETRY_MS = 1000;

/** Spends in one report: they take Redis a few milliseconds. */
const TOLD_AT_ONCE = 400;

/** A client as this instance knows it. */
type Known = {
  /** What it spent through this instance, and how much of that without Redis. */
  readonly here: Spends;
  readonly alone: Spends;
  /** Redis said that it has no points until then, so it is not asked before. */
  emptyUntil: number;
  /** Requests that wait for Redis's reply to earlier ones of this client, then go to Redis together. */
  readonly waiting: ((taken: Taken) => void)[];
  isAsking: boolean;
};

export const createSharedCounter = (parts: SharedCounterParts): SharedCounter => {
  const { limit, link, hash, clock, onFallback = () => {} } = parts;
  const id = randomUUID();
  const clients = createAccounts(
    (): Known => ({ here: new Map(), alone: new Map(), emptyUntil: 0, waiting: [], isAsking: false }),
  );
  const untold = createAccounts((): Spends => new Map());
  let isListed = false;
  /** When Redis may have last counted this instance as present. */
  let lastListed = 0;
  /** Instances on the list when it was last seen; 0 if it never was. */
  let instances = 0;
  /** What Redis said last: its time, the epoch of its data, and how far its clock is ahead of ours. */
  const redis = { seen: 0, epoch: 0, aheadMs: 0 };

  const keyOf = (client: string): string => `${PREFIX}:${hash(client).subarray(0, HASH_BYTES).toString("base64url")}`;

  /** Runs a script and returns its numbers. Rejects if Redis is unreachable or no longer knows this instance. */
  const call = async (script: string, keys: readonly string[], ...args: readonly (string | number)[]) => {
    const sent = clock();
    const reply = await link.run((commands) => commands.eval(script, { keys: [...keys], arguments: args.map(String) }));
    if (!Array.isArray(reply) || clock() - sent > LATE_MS) throw new Error("Redis did not decide");
    return reply.map(Number);
  };

  const deadline = (): number => Math.floor(clock() + redis.aheadMs + LATE_MS);

  const lose = (): void => {
    if (isListed) lastListed = clock();
    isListed = false;
  };

  const spend = async (client: string, points: number, isCharge: boolean) => {
    const keys = [keyOf(client), ...SHARED_KEYS];
    const args = [id, redis.seen, deadline(), points, limit, isCharge ? 1 : 0];
    const [spent = 0, left = 0, msLeft = 0, seen = 0, total = 0] = await call(SPEND, keys, ...args);
    [redis.seen, instances] = [seen, total];
    return { spent, left, msLeft };
  };

  const spendAlone = (client: string, points: number): void => {
    addSpend(clients.of(client).alone, clock(), points);
    addSpend(untold.of(client), clock(), points);
  };

  /** Decides without Redis. */
  const takeAlone = (client: string): Taken => {
    onFallback();
    const { here, alone } = clients.of(client);
    const now = clock();
    const isOnly = instances <= 1;
    const isSharing = now >= lastListed + SHARE_AFTER_MS;
    const [spends, most] = isOnly ? [here, limit] : isSharing ? [alone, Math.ceil(limit / instances)] : [alone, 1];
    const isTaken = sumOf(spends, now) + MIN_COST <= most && sumOf(here, now) + MIN_COST <= limit;
    if (isTaken) {
      addSpend(here, now, MIN_COST);
      spendAlone(client, MIN_COST);
    }
    const account = accountOf(spends, now, most);
    return isOnly || isSharing
      ? { ...account, isTaken, isExact: true }
      : { left: account.left, msLeft: RETRY_MS, isTaken, isExact: false };
  };

  /** Sends a client's waiting requests to Redis in batches until none is left: each waits for two replies at most. */
  const askFor = async (client: string, known: Known): Promise<void> => {
    known.isAsking = true;
    while (known.waiting.length > 0) {
      const batch = known.waiting.splice(0);
      const reply = isListed ? await spend(client, batch.length * MIN_COST, false).catch(() => null) : null;
      if (reply === null) {
        lose();
        for (const resolve of batch) resolve(takeAlone(client));
        continue;
      }
      const { spent, left, msLeft } = reply;
      if (spent > 0) addSpend(known.here, clock(), spent);
      if (spent < batch.length) known.emptyUntil = clock() + msLeft;
      for (const [at, resolve] of batch.entries())
        resolve({ isTaken: at < spent, isExact: true, left: left + Math.max(0, spent - at - 1), msLeft });
    }
    known.isAsking = false;
  };

  /** Reports what was granted alone. A report that is repeated because its reply was lost counts twice. */
  const tell = async (): Promise<void> => {
    while (untold.values.size > 0) {
      const now = clock();
      const batch: [client: string, points: Spends][] = [];
      for (let room = TOLD_AT_ONCE; room > 0; ) {
        const [first] = untold.values;
        if (first === undefined) break;
        const [client, points] = first;
        untold.values.delete(client);
        if (sumOf(points, now) === 0) continue;
        batch.push([client, points]);
        room -= points.size;
      }
      if (batch.length === 0) return;
      const spends = batch.flatMap(([, points]) => [
        points.size,
        ...[...points].flatMap(([until, spent]) => [Math.ceil(until * 1000 - now), spent]),
      ]);
      const keys = batch.map(([client]) => keyOf(client));
      await call(TELL, keys, deadline(), ...spends).catch((error) => {
        for (const [client, points] of batch) merge(untold.of(client), points);
        throw error;
      });
    }
  };

  /** Asks whether Redis has lost data, and for its epoch. Null: ask again, now that the time of Redis is known. */
  const greet = async () => {
    const args = [id, redis.seen, redis.epoch, instances, deadline()];
    const [now = 0, isLost, epoch = 0] = await call(GREET, SHARED_KEYS, ...args);
    redis.aheadMs = now - clock();
    return isLost === undefined ? null : { isLost: isLost === 1, epoch };
  };

  const enlist = async (): Promise<void> => {
    const greeting = (await greet()) ?? (await greet());
    if (greeting === null) return;
    const { isLost, epoch } = greeting;
    if (isLost) {
      lose();
      untold.values.clear();
      for (const [client, { here }] of clients.values) {
        if (sumOf(here, clock()) > 0) merge(untold.of(client), here);
      }
    }
    await tell();
    // from here on Redis may count this instance as present, so it must not grant its share
    if (!isListed) lastListed = clock();
    const args = [id, deadline(), isLost ? 1 : 0, epoch];
    const [seen = 0, total = 0, isRecovering = 0] = await call(LIST, SHARED_KEYS, ...args);
    [redis.seen, redis.epoch, instances] = [seen, epoch, total];
    lastListed = clock();
    isListed = isRecovering === 0;
  };

  return {
    take: async (client) => {
      const known = clients.of(client);
      const msLeft = known.emptyUntil - clock();
      if (msLeft > 0) return { isTaken: false, isExact: true, left: 0, msLeft };
      if (!isListed) return takeAlone(client);
      return new Promise((resolve) => {
        known.waiting.push(resolve);
        if (!known.isAsking) void askFor(client, known);
      });
    },
    charge: (client, points, { left, msLeft }) => {
      const known = clients.of(client);
      addSpend(known.here, clock(), points);
      // this charge may postpone the client's next point
      known.emptyUntil = 0;
      const chargeAlone = () => {
        onFallback();
        spendAlone(client, points);
      };
      if (!isListed) chargeAlone();
      else
        spend(client, points, true).catch(() => {
          lose();
          chargeAlone();
        });
      // overdrawn: how soon it has points again depends on what it spent elsewhere
      return points > left ? { left: 0, msLeft: KEPT_MS } : { left: left - points, msLeft };
    },
    enlist: () => enlist().catch(lose),
    instances: () => (isListed ? instances : 0),
    leave: async () => {
      if (!isListed || untold.values.size > 0) return;
      isListed = false;
      await call(LEAVE, SHARED_KEYS, id).catch(() => {});
    },
  };
};

const merge = (into: Spends, more: Spends): void => {
  for (const [until, points] of more) into.set(until, (into.get(until) ?? 0) + points);
};

/** Milliseconds between signs of life, and between attempts to reach Redis again. */
const LISTED_EVERY_MS = 1000;
const LOOK_EVERY_MS = 50;

/** Keeps an instance on the list until the returned function is called. */
export const keepListed = ({ enlist, instances, leave }: Omit<SharedCounter, keyof PointCounter>) => {
  const ending = new AbortController();
  const keep = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await enlist();
      const delay = instances() > 0 ? LISTED_EVERY_MS : LOOK_EVERY_MS;
      await setTimeout(delay, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  };
  const kept = keep();
  return async (): Promise<void> => {
    ending.abort();
    await kept;
    await leave();
  };
};

/*
 * The scripts. An account is a hash with the entries of `Spends`. The list is a sorted set of instances by the time
 * they were last heard of. While the key `recovery` exists, Redis has lost its data, and the list has a `?` for each
 * instance that has not reported yet what it granted; the epoch is the time when the list was made.
 */

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** ARGV: id, time last heard of, deadline, points, limit, and 1 to spend all of them or 0 to spend what is left. */
const SPEND = `${NOW}
local account, instances, recovery = KEYS[1], KEYS[2], KEYS[3]
local points, limit = tonumber(ARGV[4]), tonumber(ARGV[5])
local seen = tonumber(redis.call('ZSCORE', instances, ARGV[1]) or -1)
if now > tonumber(ARGV[3]) or seen < tonumber(ARGV[2]) or redis.call('EXISTS', recovery) == 1 then return false end
seen = math.max(seen, now)
redis.call('ZADD', instances, seen, ARGV[1])

local total = redis.call('ZCARD', instances)
local absent = redis.call('ZCOUNT', instances, 0, now - ${ABSENT_MS})
limit = limit - absent * (math.ceil(limit / total) - 1)

local spends, untils, spent = {}, {}, 0
local fields = redis.call('HGETALL', account)
for i = 1, #fields, 2 do
  local till = tonumber(fields[i])
  if till * 1000 <= now then
    redis.call('HDEL', account, fields[i])
  else
    spends[till] = tonumber(fields[i + 1])
    untils[#untils + 1] = till
    spent = spent + spends[till]
  end
end

if ARGV[6] == '0' then points = math.max(0, math.min(points, limit - spent)) end
if points > 0 then
  spent = spent + points
  local till = math.floor(now / 1000) + ${KEPT_SECONDS}
  if not spends[till] then untils[#untils + 1] = till end
  spends[till] = redis.call('HINCRBY', account, till, points)
  redis.call('PEXPIRE', account, ${KEPT_MS})
end

table.sort(untils)
local toFree, msLeft = math.max(1, spent - limit + 1), 0
for _, till in ipairs(untils) do
  toFree = toFree - spends[till]
  msLeft = till * 1000 - now
  if toFree <= 0 then break end
end
return { points, math.max(0, limit - spent), msLeft, seen, total }
`;

/** ARGV: deadline; for each account the number of its spends, then each spend's remaining milliseconds and points. */
const TELL = `${NOW}
if now > tonumber(ARGV[1]) then return false end
local at = 2
for _, account in ipairs(KEYS) do
  for _ = 1, tonumber(ARGV[at]) do
    redis.call('HINCRBY', account, math.ceil((now + ARGV[at + 1]) / 1000), ARGV[at + 2])
    at = at + 2
  end
  at = at + 1
  redis.call('PEXPIRE', account, ${KEPT_MS + 1000})
end
return { 1 }
`;

/** ARGV: id, time last heard of, epoch of the list that this instance was on, instances on it, deadline. */
const GREET = `${NOW}
if now > tonumber(ARGV[5]) then return { now } end
local instances, recovery, epochs = KEYS[1], KEYS[2], KEYS[3]
redis.call('SET', epochs, now, 'PX', ${FORGOTTEN_MS}, 'NX')
local epoch = redis.call('GET', epochs)
local seen = tonumber(redis.call('ZSCORE', instances, ARGV[1]) or ARGV[2])
if ARGV[3] == '0' or (ARGV[3] == epoch and seen >= tonumber(ARGV[2])) then return { now, 0, tonumber(epoch) } end
local isOver = ARGV[3] ~= epoch and now - epoch > ${KEPT_MS}
if redis.call('EXISTS', recovery) == 0 and not isOver then
  redis.call('DEL', instances)
  for each = 1, ARGV[4] do redis.call('ZADD', instances, now - ${ABSENT_MS}, '?' .. each) end
  redis.call('SET', recovery, 1, 'PX', ${KEPT_MS})
  epoch = math.max(now, epoch + 1)
  redis.call('SET', epochs, epoch, 'PX', ${FORGOTTEN_MS})
end
return { now, 1, tonumber(epoch) }
`;

/** ARGV: id, deadline, 1 if data was lost and a `?` stands for this instance, epoch in which it reported its points. */
const LIST = `${NOW}
local instances, recovery, epochs = KEYS[1], KEYS[2], KEYS[3]
if now > tonumber(ARGV[2]) or redis.call('GET', epochs) ~= ARGV[4] then return false end
redis.call('ZREMRANGEBYSCORE', instances, 0, now - ${FORGOTTEN_MS})
local missing = {}
for _, instance in ipairs(redis.call('ZRANGE', instances, 0, -1)) do
  if string.sub(instance, 1, 1) == '?' then missing[#missing + 1] = instance end
end
local seen = tonumber(redis.call('ZSCORE', instances, ARGV[1]) or 0)
if ARGV[3] == '1' and seen == 0 and #missing > 0 then redis.call('ZREM', instances, table.remove(missing)) end
if #missing == 0 then redis.call('DEL', recovery) end
seen = math.max(now, seen)
redis.call('ZADD', instances, seen, ARGV[1])
redis.call('PEXPIRE', instances, ${FORGOTTEN_MS})
redis.call('PEXPIRE', epochs, ${FORGOTTEN_MS})
local total = redis.call('ZCARD', instances)
return { seen, total, redis.call('EXISTS', recovery) }
`;

const LEAVE = `redis.call('ZREM', KEYS[1], ARGV[1]) return { 1 }`;
