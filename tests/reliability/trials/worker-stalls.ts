import { setTimeout } from "node:timers/promises";
import { atLeast, figure, none, wellWithin, whole } from "../findings.ts";
import { startServiceProcess } from "../service-process.ts";
import { STEADY_BYTES, startRenders } from "../steady-renders.ts";
import { defineTrial } from "../trial.ts";
import { createWorkerHunt } from "../worker-hunt.ts";

/** The render deadline in milliseconds: the default would only make the trial longer. */
const DEADLINE_MS = 1500;

/** Workers are suspended while they render, as by a decoder that never ends. */
export const workerStalls = defineTrial({
  name: "worker-stalls",
  does: `SIGSTOP of a worker in the middle of a render, with a deadline of ${DEADLINE_MS} ms`,
  quick: { stalls: 3 },
  full: { stalls: 20 },
  run: async ({ stalls }, say) => {
    const service = await startServiceProcess({ SERVICE_RENDER_DEADLINE_MS: String(DEADLINE_MS) });
    const { workers } = await service.load();
    const hunt = createWorkerHunt(service, STEADY_BYTES);
    const renders = startRenders(service.port, workers);
    await renders.reached(10);
    const ends: number[] = [];
    for (let stall = 0; stall < stalls; stall++) {
      const [pid = 0] = await hunt.atWork(1);
      process.kill(pid, "SIGSTOP");
      const begun = performance.now();
      while (service.workers().includes(pid)) await setTimeout(5);
      ends.push(performance.now() - begun);
      await renders.reached(renders.done() + 5);
      say(`${stall + 1} of ${stalls} stalls, the last one ended after ${ends.at(-1)!.toFixed(0)} ms`);
    }
    const { done, failed, slowest } = await renders.stop();
    await service.quiet();
    const there = (await service.load()).workers;
    const { code } = await service.stop();
    const late = failed.filter((what) => /"code":"render_deadline"/.test(what));
    return [
      none(
        "answers other than 200, or 503 with render_deadline",
        failed.filter((what) => !late.includes(what)),
      ),
      none("answers of 503 beyond one for each stalled worker", Math.max(0, late.length - stalls)),
      wellWithin("the slowest answer of all", slowest, DEADLINE_MS + 1000),
      wellWithin("a stalled worker is gone after, at most", Math.max(...ends), DEADLINE_MS + 1000),
      none("workers missing at the end", workers - there),
      atLeast("requests", done, stalls * 5),
      figure("callers who met the deadline", whole(late.length)),
      none("exit code", code ?? 1),
    ];
  },
});
