import type { Clock } from "../clock.ts";

/** Length of the sliding window in seconds: a client spends no more than its points in any window. */
export const WINDOW_SECONDS = 60;

/** Minimum cost of a render in points, charged before anything of the request is read. */
export const MIN_COST = 1;

/** What a client has left, and milliseconds until it has more. */
export type Account = { readonly left: number; readonly msLeft: number };

/** Whether a client had the points. `isExact` is false if Redis was unreachable: a retry may soon succeed. */
export type Taken = Account & { readonly isTaken: boolean; readonly isExact: boolean };

/** Counts what clients spend, in this process or in a shared store. */
export type PointCounter = {
  /**
   * Spends a render's minimum cost if the client has the points. Otherwise spends nothing, so that a client that
   * retries too often is not locked out forever. Never rejects.
   */
  readonly take: (client: string) => Promise<Taken>;
  /** Spends more points, even beyond those left in `before`. Does not wait for Redis. */
  readonly charge: (client: string, points: number, before: Account) => Account;
};

/**
 * Points by the second in which they expire. A point counts for at least a window and a second, because the render that
 * it paid for may start a second late. Expiry is rounded up to whole seconds, so that an account stays small.
 */
export type Spends = Map<number, number>;

/** Maximum seconds that a point counts. */
export const KEPT_SECONDS = WINDOW_SECONDS + 2;

export const addSpend = (spends: Spends, now: number, points: number): void => {
  const until = Math.floor(now / 1000) + KEPT_SECONDS;
  // drop expired points here: this account may never be read again
  if (spends.size > KEPT_SECONDS) sumOf(spends, now);
  spends.set(until, (spends.get(until) ?? 0) + points);
};

/** The sum of the points that still count. Drops expired ones. */
export const sumOf = (spends: Spends, now: number): number => {
  let sum = 0;
  for (const [until, points] of spends) {
    if (until * 1000 <= now) spends.delete(until);
    else sum += points;
  }
  return sum;
};

/** The points left of a limit, and the milliseconds until there are more. */
export const accountOf = (spends: Spends, now: number, limit: number): Account => {
  const spent = sumOf(spends, now);
  let toFree = Math.max(1, spent - limit + 1);
  for (const [until, points] of [...spends].sort(([one], [other]) => one - other)) {
    toFree -= points;
    if (toFree <= 0) return { left: Math.max(0, limit - spent), msLeft: until * 1000 - now };
  }
  return { left: Math.max(0, limit - spent), msLeft: 0 };
};

/** Maximum accounts in memory, about 800 bytes each: more clients than one process can serve in a window. */
const MAX_ACCOUNTS = 20_000;

/**
 * Values by client, up to a maximum: the least recently used one is dropped. A per-address limit would not stop a
 * client with that many addresses anyway.
 */
export const createAccounts = <Value>(create: () => Value, maxAccounts: number = MAX_ACCOUNTS) => {
  const values = new Map<string, Value>();
  return {
    values,
    of: (client: string): Value => {
      const value = values.get(client) ?? create();
      values.delete(client);
      values.set(client, value);
      const [oldest] = values.keys();
      if (values.size > maxAccounts && oldest !== undefined) values.delete(oldest);
      return value;
    },
  };
};

/** A counter in this process. */
export const createMemoryCounter = (limit: number, clock: Clock, maxAccounts?: number): PointCounter => {
  const accounts = createAccounts((): Spends => new Map(), maxAccounts);
  return {
    take: async (client) => {
      const spends = accounts.of(client);
      const isTaken = sumOf(spends, clock()) + MIN_COST <= limit;
      if (isTaken) addSpend(spends, clock(), MIN_COST);
      return { ...accountOf(spends, clock(), limit), isTaken, isExact: true };
    },
    charge: (client, points) => {
      const spends = accounts.of(client);
      addSpend(spends, clock(), points);
      return accountOf(spends, clock(), limit);
    },
  };
};
