import { Refusal } from "@lumiglyph/contract";
import { OPERATOR } from "./client.ts";
import { type Account, MIN_COST, type PointCounter, WINDOW_SECONDS } from "./point-counter.ts";

/** Limits of one client: points a minute and concurrent renders. 0 means no limit. */
type ClientQuota = { readonly points: number; readonly atOnce: number };

/** A client's position within each limit; null if the limit is off or was not checked. */
export type LimitStatus = {
  readonly points: {
    readonly quota: number;
    readonly windowSeconds: number;
    readonly left: number;
    /** Seconds until the client has one more. */
    readonly resetSeconds: number;
  } | null;
  readonly atOnce: { readonly limit: number; readonly left: number } | null;
  /** After a refusal, seconds until a retry makes sense. */
  readonly waitSeconds: number | null;
};

/** The limits of each client. */
export type ClientLimits = {
  /**
   * Admits a client's render, or throws `rate_limited`. Charges one point now and the rest once the
   * cost is known: a client's last render may overdraw its points, but nobody uploads in vain.
   * Calls `onStatus` once, on refusal or when the render ends.
   */
  readonly admit: (client: string, onStatus: (status: LimitStatus) => void) => Promise<Admission>;
  /** Counts a response as one of its client's concurrent renders until it is sent. */
  readonly hold: (client: string, whenSent: WhenSent) => void;
};

/** A render that was admitted. */
type Admission = {
  /** Charges the rest of the render's cost, even if it exceeds the points left. */
  readonly charge: (cost: number) => void;
  /** Ends the render. It counts as concurrent until its response is sent. */
  readonly leave: (whenSent?: WhenSent) => void;
};

/** Calls back when a response was sent or its client has gone. */
export type WhenSent = (end: () => void) => void;

export const createClientLimits = (
  { points, atOnce }: ClientQuota,
  counter: PointCounter,
  /** Called for each request with whether its client's limits let it in. */
  onDecision: (isAdmitted: boolean) => void = () => {},
): ClientLimits => {
  /** Running renders of the clients that have any. */
  const running = new Map<string, number>();
  const runningOf = (client: string): number => running.get(client) ?? 0;
  const enter = (client: string) => {
    running.set(client, runningOf(client) + 1);
    return () => {
      if (runningOf(client) === 1) running.delete(client);
      else running.set(client, runningOf(client) - 1);
    };
  };
  const decide = (account: Account | null, others: number, waitSeconds: number | null): LimitStatus => {
    onDecision(waitSeconds === null);
    const left = Math.max(0, atOnce - others);
    return {
      points: account && {
        quota: points,
        windowSeconds: WINDOW_SECONDS,
        left: account.left,
        resetSeconds: secondsOf(account),
      },
      atOnce: atOnce === 0 ? null : { limit: atOnce, left },
      waitSeconds,
    };
  };
  return {
    hold: (client, whenSent) => {
      if (client !== OPERATOR) whenSent(enter(client));
    },
    admit: async (client, onStatus) => {
      if (client === OPERATOR) return NO_LIMIT;
      if (atOnce > 0 && runningOf(client) >= atOnce) {
        onStatus(decide(null, atOnce, SHORT_WAIT_SECONDS));
        throw new Refusal("rate_limited", tooManyAtOnce(atOnce));
      }
      const end = enter(client);
      const taken = points > 0 ? await counter.take(client) : null;
      if (taken?.isTaken === false) {
        end();
        const seconds = secondsOf(taken);
        onStatus(decide(taken, runningOf(client), seconds));
        throw new Refusal("rate_limited", outOfPoints(points, seconds));
      }
      let account: Account | null = taken;
      return {
        charge: (cost) => {
          if (account && cost > MIN_COST) account = counter.charge(client, cost - MIN_COST, account);
        },
        leave: (whenSent = (sent) => sent()) => {
          onStatus(decide(account, runningOf(client) - 1, null));
          whenSent(end);
        },
      };
    },
  };
};

const NO_LIMIT: Admission = { charge: () => {}, leave: () => {} };

/** Seconds until a running render has probably finished. */
const SHORT_WAIT_SECONDS = 1;

const secondsOf = ({ msLeft }: Account): number => Math.max(1, Math.ceil(msLeft / 1000));

const outOfPoints = (quota: number, seconds: number): string =>
  `This client has spent its ${quota} points a minute. Wait ${seconds} s; large pictures and outputs cost more than small ones.`;

const tooManyAtOnce = (limit: number): string =>
  `This client has ${limit} ${limit === 1 ? "render" : "renders"} in progress, which is its limit. Wait until one is done, and read its response.`;
