import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { MEMORY_FLAGS } from "../../../apps/service/src/render/pool/command.ts";
import { figure, milliseconds, percent, whole } from "../findings.ts";
import { load } from "../load/start-load.ts";
import { poolOverhead } from "../pool-overhead.ts";
import { startServiceProcess } from "../service-process.ts";
import { defineTrial } from "../trial.ts";

const BARE = fileURLToPath(new URL("../load/bare-renders.ts", import.meta.url));

/** What HTTP, the queue and processes of their own cost beside the render itself. */
export const throughput = defineTrial({
  name: "throughput",
  does: "whole renders over HTTP, and in turn with them bare decoding and drawing in as many processes as workers: with the workers' own flags for memory, and with none",
  // figures alone, and none that a busy machine would leave alone
  quick: null,
  full: { rounds: 5, "seconds a turn": 4, "renders of the pool alone": 500 },
  run: async ({ rounds, "seconds a turn": seconds, "renders of the pool alone": count }, say) => {
    const service = await startServiceProcess();
    const { workers } = await service.load();
    const tuned = startBare(workers, MEMORY_FLAGS);
    const plain = startBare(workers, []);
    const served = async () => {
      const { accepted, seconds: passed } = await load(
        { port: service.port, target: "render", pace: { atOnce: workers * 2 } },
        seconds,
      );
      return accepted.count / passed;
    };
    const turns = [() => bareRate(plain, seconds), () => bareRate(tuned, seconds), served];
    for (const turn of turns) await turn();
    const sums = turns.map(() => 0);
    for (let round = 0; round < rounds; round++) {
      for (const [at, turn] of turns.entries()) sums[at] = sums[at]! + (await turn());
      say(`${round + 1} of ${rounds} rounds: ${sums.map((sum) => whole(sum / (round + 1))).join(", ")} a second`);
    }
    for (const child of [...tuned, ...plain]) child.disconnect();
    await service.stop();
    const { wall, besides } = await poolOverhead(count);
    const [plainRate, tunedRate, servedRate] = sums.map((sum) => sum / rounds) as [number, number, number];
    return [
      figure("bare renders a second, before and after tuning", `${whole(plainRate)}, ${whole(tunedRate)}`),
      figure("renders a second over HTTP, the caller's own work included", whole(servedRate)),
      figure("of the bare engine's, as tuned", percent(servedRate / tunedRate)),
      figure("of the bare engine's, before tuning", percent(servedRate / plainRate)),
      figure("between handing a job to a worker and having its result", `${milliseconds(wall)} on average`),
      figure("of that, besides the worker's own time", `${milliseconds(besides)}, ${percent(besides / wall)}`),
    ];
  },
});

const startBare = (count: number, flags: readonly string[]): readonly ChildProcess[] =>
  Array.from({ length: count }, () => fork(BARE, { execArgv: ["--conditions=@lumiglyph/source", ...flags] }));

/** Renders a second of all processes together. */
const bareRate = async (children: readonly ChildProcess[], seconds: number): Promise<number> => {
  const counts = children.map(async (child) => {
    child.send(seconds * 1000);
    const [count] = await once(child, "message");
    return count as number;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0) / seconds;
};
