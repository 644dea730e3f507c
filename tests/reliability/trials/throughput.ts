import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { figure, milliseconds, percent, whole } from "../findings.ts";
import { load } from "../load/start-load.ts";
import { poolOverhead } from "../pool-overhead.ts";
import { startServiceProcess } from "../service-process.ts";
import { defineTrial } from "../trial.ts";

const BARE = fileURLToPath(new URL("../load/bare-renders.ts", import.meta.url));

/** What HTTP, the queue and processes of their own cost beside the render itself. */
export const throughput = defineTrial({
  name: "throughput",
  does: "whole renders over HTTP, and in turn with them bare decoding and drawing in as many plain processes as workers",
  // figures alone, and none that a busy machine would leave alone
  quick: null,
  full: { rounds: 5, "seconds a turn": 4, "renders of the pool alone": 500 },
  run: async ({ rounds, "seconds a turn": seconds, "renders of the pool alone": count }, say) => {
    const service = await startServiceProcess();
    const { workers } = await service.load();
    const bare = Array.from({ length: workers }, () => fork(BARE, { execArgv: ["--conditions=@lumiglyph/source"] }));
    const served = async () => {
      const { accepted, seconds: passed } = await load(
        { port: service.port, target: "render", pace: { atOnce: workers * 2 } },
        seconds,
      );
      return accepted.count / passed;
    };
    await bareRate(bare, seconds);
    await served();
    let [bareRates, servedRates] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      bareRates += await bareRate(bare, seconds);
      servedRates += await served();
      say(`${round + 1} of ${rounds} rounds: ${percent(servedRates / bareRates)}`);
    }
    for (const child of bare) child.disconnect();
    await service.stop();
    const { wall, besides } = await poolOverhead(count);
    return [
      figure("bare renders a second", whole(bareRates / rounds)),
      figure("renders a second over HTTP, the caller's own work included", whole(servedRates / rounds)),
      figure("of the bare engine's", percent(servedRates / bareRates)),
      figure("between handing a job to a worker and having its result", `${milliseconds(wall)} on average`),
      figure("of that, besides the worker's own time", `${milliseconds(besides)}, ${percent(besides / wall)}`),
    ];
  },
});

/** Renders a second of all processes together. */
const bareRate = async (children: readonly ChildProcess[], seconds: number): Promise<number> => {
  const counts = children.map(async (child) => {
    child.send(seconds * 1000);
    const [count] = await once(child, "message");
    return count as number;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0) / seconds;
};
