import { type ErrorCode, Refusal } from "@lumiglyph/contract";
import type { RenderOutcome } from "../render/operation.ts";
import type { PointCounter } from "./point-counter.ts";
import { MAX_COST, MIN_COST, renderCost } from "./render-cost.ts";
import { createSpending, type PointStanding, type Spending } from "./spending.ts";
import { createUnderWay } from "./under-way.ts";

/** What one client may have: points to spend in a window, renders under way at once. 0 is no limit. */
export type Shares = { readonly points: number; readonly atOnce: number };

/** How a client stands with each limit; null where the limit is off, or was not looked at. */
export type Standing = {
  readonly points: PointStanding | null;
  readonly atOnce: { readonly limit: number; readonly left: number } | null;
  /** Where the client was refused, seconds after which it is worth trying again. */
  readonly waitSeconds: number | null;
};

/**
 * Does a client's render within its share, or refuses it with `rate_limited` before `work` begins. One point is taken at
 * the door and the rest of the cost when it is known, so that a client's last render may overdraw its account but nobody
 * uploads in vain. `tell` hears how the client stands once all is over, a refusal too.
 */
export type FairShare = <Outcome extends Costly>(
  client: string,
  work: () => Promise<Outcome>,
  tell: (standing: Standing) => void,
) => Promise<Outcome>;

/** What of a render tells its cost. */
type Costly = Pick<RenderOutcome, "source" | "evidence">;

export const createFairShare = ({ points, atOnce }: Shares, counter: PointCounter): FairShare => {
  const underWay = createUnderWay();
  const atOnceStanding = (client: string): Standing["atOnce"] =>
    atOnce === 0 ? null : { limit: atOnce, left: Math.max(0, atOnce - underWay.count(client)) };
  return async (client, work, tell) => {
    if (atOnceStanding(client)?.left === 0) {
      tell({ points: null, atOnce: atOnceStanding(client), waitSeconds: SHORT_WAIT_SECONDS });
      throw new Refusal("rate_limited", tooManyAtOnce(atOnce));
    }
    const leave = underWay.enter(client);
    const spending = points === 0 ? null : createSpending(client, points, counter);
    let waitSeconds: number | null = null;
    try {
      await spending?.begin().catch((error) => {
        waitSeconds = spending.standing()?.resetSeconds ?? null;
        throw error;
      });
      return await (spending === null ? work() : paid(spending, work));
    } finally {
      leave();
      tell({ points: spending?.standing() ?? null, atOnce: atOnceStanding(client), waitSeconds });
    }
  };
};

/** Seconds until a render under way is probably done. */
const SHORT_WAIT_SECONDS = 1;

const paid = async <Outcome extends Costly>(spending: Spending, work: () => Promise<Outcome>): Promise<Outcome> => {
  const outcome = await work().catch(async (error) => {
    await spending.charge(costOfFailure(error));
    throw error;
  });
  await spending.charge(costOf(outcome));
  return outcome;
};

const costOf = ({ source, evidence: { grid } }: Costly): number =>
  renderCost(source.width * source.height, grid.columns * grid.rows);

/** Failures behind which a decoder may have worked its hardest, without saying on how many pixels: they cost the most. */
const UNMEASURED: ReadonlySet<ErrorCode> = new Set(["image_unreadable", "render_deadline"]);

const costOfFailure = (error: unknown): number =>
  error instanceof Refusal && UNMEASURED.has(error.code) ? MAX_COST : MIN_COST;

const tooManyAtOnce = (limit: number): string =>
  `This client has ${limit} ${limit === 1 ? "render" : "renders"} under way, which is its limit. Wait until one is done.`;
