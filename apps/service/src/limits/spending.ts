import { Refusal } from "@lumiglyph/contract";
import { type Account, type PointCounter, WINDOW_SECONDS } from "./point-counter.ts";
import { MIN_COST } from "./render-cost.ts";

/** A client's points: how many it has in a window, how many are left, and seconds until it has all of them again. */
export type PointStanding = {
  readonly quota: number;
  readonly windowSeconds: number;
  readonly left: number;
  readonly resetSeconds: number;
};

/** What one render spends of its client's points. */
export type Spending = {
  /** Takes the point that every render costs; refused where the client has none left. */
  readonly begin: () => Promise<void>;
  /** Takes the rest of the cost, whether that much is left or not. */
  readonly charge: (cost: number) => Promise<void>;
  /** How the client stood at the last of these; null before. */
  readonly standing: () => PointStanding | null;
};

export const createSpending = (client: string, quota: number, counter: PointCounter): Spending => {
  let account: Account | null = null;
  const spend = async (points: number) => {
    if (points > 0) account = await counter.spend(client, points);
    return account;
  };
  return {
    begin: async () => {
      const now = await spend(MIN_COST);
      if (now !== null && now.spent > quota) throw new Refusal("rate_limited", spentUp(quota, resetSeconds(now)));
    },
    charge: async (cost) => {
      await spend(cost - MIN_COST);
    },
    standing: () => account && standingOf(account, quota),
  };
};

const standingOf = (account: Account, quota: number): PointStanding => ({
  quota,
  windowSeconds: WINDOW_SECONDS,
  left: Math.max(0, quota - account.spent),
  resetSeconds: resetSeconds(account),
});

const resetSeconds = ({ msLeft }: Account): number => Math.max(1, Math.ceil(msLeft / 1000));

const spentUp = (quota: number, seconds: number): string =>
  `This client has spent its ${quota} points for this minute. Wait ${seconds} s; large pictures and outputs cost more than small ones.`;
