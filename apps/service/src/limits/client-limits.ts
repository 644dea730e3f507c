import { Refusal } from "@lumiglyph/contract";
import { OPERATOR } from "./client.ts";
import { type Account, MIN_COST, type PointCounter, WINDOW_SECONDS } from "./point-counter.ts";

/** Limits of one client: points per window and concurrent renders. 0 means no limit. */
export type ClientQuota = { readonly points: number; readonly atOnce: number };

/** A client's points: the quota per window, how many are left, and the seconds until there are more. */
type PointStatus = {
  readonly quota: number;
  readonly windowSeconds: number;
  readonly left: number;
  readonly resetSeconds: number;
};

/** A client's position within each limit; null if the limit is off or was not checked. */
export type LimitStatus = {
  readonly points: PointStatus | null;
  readonly atOnce: { readonly limit: number; readonly left: number } | null;
  /** After a refusal, seconds until a retry makes sense. */
  readonly waitSeconds: number | null;
};

/** The limits of each client. */
export type ClientLimits = {
  /**
   * Admits a client's render, or throws `rate_limited`. One point is charged here and the rest once
   * the cost is known: a client's last render may overdraw its points, so that no upload is wasted.
   * `onStatus` is called once, on refusal or when the render ends.
   */
  readonly admit: (client: string, onStatus: (status: LimitStatus) => void) => Promise<Admission>;
  /** Counts a response as one of its client's concurrent renders until it is sent. */
  readonly hold: (client: string, whenSent: WhenSent) => void;
};

/** A render that was admitted. */
type Admission = {
  /** Charges the rest of the render's cost, even if it exceeds the points left. */
  readonly charge: (cost: number) => void;
  /** Ends the render. It counts as concurrent until its response is sent, which the service holds until then. */
  readonly leave: (whenSent?: WhenSent) => void;
};

/** Calls back when a response was sent or its client has gone. */
export type WhenSent = (end: () => void) => void;

/** Called for each request with whether its client's limits let it in. */
export type OnDecision = (isAdmitted: boolean) => void;

export const createClientLimits = (
  { points, atOnce }: ClientQuota,
  counter: PointCounter,
  onDecision: OnDecision = () => {},
): ClientLimits => {
  const running = createRunningCounts();
  const atOnceStanding = (client: string, ending = 0): LimitStatus["atOnce"] =>
    atOnce === 0 ? null : { limit: atOnce, left: Math.max(0, atOnce - running.count(client) + ending) };
  return {
    hold: (client, whenSent) => {
      if (client !== OPERATOR) whenSent(running.enter(client));
    },
    admit: async (client, onStatus) => {
      if (client === OPERATOR) return NO_LIMIT;
      const report = (account: Account | null, waitSeconds: number | null, ending = 0): void => {
        onDecision(waitSeconds === null);
        onStatus({
          points: account && pointStanding(account, points),
          atOnce: atOnceStanding(client, ending),
          waitSeconds,
        });
      };
      if (atOnceStanding(client)?.left === 0) {
        report(null, SHORT_WAIT_SECONDS);
        throw new Refusal("rate_limited", tooManyAtOnce(atOnce));
      }
      const endRunning = running.enter(client);
      let account: Account | null = null;
      if (points > 0) {
        const taken = await counter.take(client);
        account = taken;
        if (!taken.isTaken) {
          endRunning();
          const seconds = resetSeconds(taken);
          report(taken, seconds);
          throw new Refusal("rate_limited", taken.isExact ? outOfPoints(points, seconds) : notCounted(seconds));
        }
      }
      return {
        charge: (cost) => {
          if (account !== null && cost > MIN_COST) account = counter.charge(client, cost - MIN_COST, account);
        },
        leave: (whenSent = (end) => end()) => {
          report(account, null, 1);
          whenSent(endRunning);
        },
      };
    },
  };
};

const NO_LIMIT: Admission = { charge: () => {}, leave: () => {} };

/** Seconds until a running render has probably finished. */
const SHORT_WAIT_SECONDS = 1;

const pointStanding = (account: Account, quota: number): PointStatus => ({
  quota,
  windowSeconds: WINDOW_SECONDS,
  left: account.left,
  resetSeconds: resetSeconds(account),
});

const resetSeconds = ({ msLeft }: Account): number => Math.max(1, Math.ceil(msLeft / 1000));

const outOfPoints = (quota: number, seconds: number): string =>
  `This client has spent its ${quota} points for this minute. Wait ${seconds} s; large pictures and outputs cost more than small ones.`;

/**
 * While Redis is unreachable, a client with points left may be refused, because the exact number is
 * unknown.
 */
const notCounted = (seconds: number): string =>
  `Rate limiting is degraded: one render at a time per client. Try again in ${seconds} s.`;

const tooManyAtOnce = (limit: number): string =>
  `This client has ${limit} ${limit === 1 ? "render" : "renders"} under way, which is its limit. Wait until one is done, and read its answer.`;

/** Counts running renders per client. Uses memory only for clients that have one. */
const createRunningCounts = () => {
  const counts = new Map<string, number>();
  const count = (client: string) => counts.get(client) ?? 0;
  const leave = (client: string) => {
    const rest = count(client) - 1;
    if (rest === 0) counts.delete(client);
    else counts.set(client, rest);
  };
  return {
    count,
    /** Counts a render in. The returned function counts it out again. */
    enter: (client: string) => {
      counts.set(client, count(client) + 1);
      return () => leave(client);
    },
  };
};
