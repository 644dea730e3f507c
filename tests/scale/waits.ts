import { median } from "../../bench/statistics/averages.ts";
import type { WaitSample } from "../../scripts/scale/measured.ts";
import { startServiceProcess } from "../reliability/service-process.ts";
import type { Say } from "../reliability/trial.ts";
import { createTypicalLoad } from "./typical-load.ts";

type WaitSize = { readonly passes: number; readonly seconds: number; readonly warmUpSeconds: number };

/**
 * How long callers wait who come by chance, as many as keep an instance busy for each of these shares of the time. What it can
 * do at most is measured first. There is no haproxy before it, which would ask again where it is refused.
 */
export const measureWaits = async (
  shares: readonly number[],
  workers: number,
  { passes, seconds, warmUpSeconds }: WaitSize,
  say: Say,
): Promise<readonly WaitSample[]> => {
  const { ask, end } = await createTypicalLoad();
  const { port, stop } = await startServiceProcess({ SERVICE_WORKERS: String(workers) });
  await ask(port, { atOnce: 2 * workers }, warmUpSeconds);
  const all: Pass[] = [];
  for (let pass = 1; pass <= passes; pass++) {
    const { accepted: alone } = await ask(port, { atOnce: 1 }, seconds / 2);
    const full = await ask(port, { atOnce: 2 * workers }, seconds / 2);
    const most = (full.accepted.count - full.unfinished) / full.seconds;
    for (const share of shares) {
      const { sent, accepted, answers } = await ask(port, { perSecond: share * most, byChance: true }, seconds);
      all.push({ share, sent, refused: answers["503 overloaded"] ?? 0, aloneMs: alone.p50, ...accepted });
      say(`${share} of ${most.toFixed(1)}/s: ${JSON.stringify(answers)}, 99 % within ${accepted.p99.toFixed(0)} ms`);
    }
  }
  await stop();
  end();
  return shares.map((share) => ({ workers, ...together(all.filter((pass) => pass.share === share)) }));
};

type Pass = Omit<WaitSample, "workers">;

const together = (passes: readonly Pass[]): Pass => {
  const sum = (of: "sent" | "refused"): number => passes.reduce((all, pass) => all + pass[of], 0);
  const middle = (of: "aloneMs" | "p50" | "p99"): number => Math.round(median(passes.map((pass) => pass[of])));
  return {
    share: passes[0]!.share,
    sent: sum("sent"),
    refused: sum("refused"),
    aloneMs: middle("aloneMs"),
    p50: middle("p50"),
    p99: middle("p99"),
  };
};
