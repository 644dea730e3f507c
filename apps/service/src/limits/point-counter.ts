import { setLatest } from "@lumiglyph/engine";
import type { Clock } from "../clock.ts";

/** Seconds in which a client that has spent all its points gets them back, one by one. */
export const WINDOW_SECONDS = 60;

/** Minimum cost of a render in points, charged before anything of the request is read. */
export const MIN_COST = 1;

/**
 * Maximum clients in memory: more than one process can serve in a minute. Beyond it the one that
 * came longest ago is forgotten: limits for each address do not stop a client with so many anyway.
 */
export const MAX_CLIENTS = 20_000;

/** The points that a client has left, and the milliseconds until it has one more. */
export type Account = { readonly left: number; readonly msLeft: number };

/** Whether a client had the point, and its account afterwards. */
type Taken = Account & { readonly isTaken: boolean };

/** Counts what clients spend. */
export type PointCounter = {
  /**
   * Spends a render's minimum cost if the client has it, otherwise nothing, so that a client that
   * retries too often is not locked out forever. Never rejects.
   */
  readonly take: (client: string) => Promise<Taken>;
  /** Spends more points, even beyond those left in `before`. Does not wait for Redis. */
  readonly charge: (client: string, points: number, before: Account) => Account;
};

/**
 * The generic cell rate algorithm (GCRA), in whole microseconds. A client's account is one number,
 * the time at which it will have all its points back. Each point spent moves that time by `point`.
 * A client may be `burst` behind, which is all its points. Overdrawing puts it at most `most` behind,
 * so that it never waits for more than a minute.
 */
export const rateOf = (limit: number) => {
  const point = Math.floor((WINDOW_SECONDS * 1e6) / limit);
  return { point, burst: point * limit, most: point * (2 * limit - 1) };
};

/** An account that has all its points back in `behind` microseconds. */
export const accountOf = (behind: number, { point, burst }: ReturnType<typeof rateOf>): Account => {
  const left = Math.max(0, Math.floor((burst - behind) / point));
  return { left, msLeft: Math.max(0, behind - burst + (left + 1) * point) / 1000 };
};

/** Counts in this process. The limit may change from call to call. */
export const createMemoryCounter = (limit: () => number, clock: Clock): PointCounter => {
  const fullAt = new Map<string, number>();
  const spend = (client: string, points: number, isForced: boolean): Taken => {
    const rate = rateOf(limit());
    const now = Math.floor(clock() * 1000);
    const before = Math.min(Math.max(now, fullAt.get(client) ?? 0), now + rate.most);
    const after = before + points * rate.point;
    if (!isForced && after - now > rate.burst) return { isTaken: false, ...accountOf(before - now, rate) };
    const kept = Math.min(after, now + rate.most);
    setLatest(fullAt, client, kept, MAX_CLIENTS);
    return { isTaken: true, ...accountOf(kept - now, rate) };
  };
  return {
    take: async (client) => spend(client, MIN_COST, false),
    charge: (client, points) => spend(client, points, true),
  };
};
