import { BOMBS } from "../bombs/bombs.ts";
import { HEADER_MS, runBombs } from "../bombs/run.ts";
import { atLeast, figure, memory, milliseconds, none, within } from "../findings.ts";
import { startLoad } from "../load/start-load.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";
import { defineTrial } from "../trial.ts";
import { peakMemory } from "../worker-processes.ts";

/** Files that are small to send and large to open. */
export const bombs = defineTrial({
  name: "bombs",
  does: "decompression bombs, polyglots and what only looks like a picture, one after another",
  quick: { files: BOMBS.length },
  full: { files: BOMBS.length },
  run: async () => {
    const service = await startServiceProcess();
    const peak = watchPeak(service);
    const probes = startLoad({ port: service.port, target: "health", pace: { perSecond: 20 } });
    const { statuses, outcomes, faults, worstFromHeaderMs, worstMs } = await runBombs(service.url);
    const health = await probes.stop();
    const bytes = peak();
    const ended = service.log(40);
    const { code } = await service.stop();
    const wrong = outcomes
      .filter(({ status }) => status < 400 || status > 499)
      .map(({ name, status }) => `${status}: ${name}`);
    return [
      atLeast("files", outcomes.length, 20),
      none("answers other than 4xx", wrong),
      // its time is reported below
      none(
        "answers other than the right code",
        faults.filter((fault) => !/ ms$/.test(fault)),
      ),
      within("refused by the header, at most", worstFromHeaderMs, HEADER_MS),
      figure("refused otherwise, at most", milliseconds(worstMs)),
      memory("the most memory that a worker has held", bytes, 512),
      none("health probes without an answer of 200", health.sent - health.accepted.count),
      within("health meanwhile, 99 % in", health.accepted.p99, 50),
      none("workers that ended, and other warnings", ended),
      none("exit code", code ?? 1),
      figure("statuses", JSON.stringify(statuses)),
    ];
  },
});

/** Polls the workers, since a worker's peak is lost when it ends; returns the highest of all. */
const watchPeak = (service: ServiceProcess): (() => number) => {
  let highest = 0;
  const look = () => {
    highest = Math.max(highest, ...service.workers().map(peakMemory));
  };
  const timer = setInterval(look, 50);
  return () => {
    clearInterval(timer);
    look();
    return highest;
  };
};
