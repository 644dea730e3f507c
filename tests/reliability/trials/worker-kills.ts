import { setTimeout } from "node:timers/promises";
import { atLeast, figure, milliseconds, none, whole, within } from "../findings.ts";
import { percentile } from "../percentile.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";
import { STEADY_BYTES, startRenders } from "../steady-renders.ts";
import { defineTrial } from "../trial.ts";
import { createWorkerHunt } from "../worker-hunt.ts";

/** Workers are killed while they render. No client notices. */
export const workerKills = defineTrial({
  name: "worker-kills",
  does: "kill -9 of a worker in the middle of a render; then of all that render, at once",
  quick: { requests: 200, kills: 20, "kills of all": 2 },
  full: { requests: 2000, kills: 200, "kills of all": 10 },
  run: async ({ requests, kills, "kills of all": sweeps }, say) => {
    const service = await startServiceProcess();
    const { workers } = await service.load();
    const hunt = createWorkerHunt(service, STEADY_BYTES);
    const renders = startRenders(service.port, workers + 2);
    const absences: number[] = [];
    const respawns: number[] = [];
    for (let killed = 0; killed < kills; killed++) {
      await renders.reached((requests * killed) / kills);
      const wasWhole = await hunt.whole(PATIENCE_MS);
      const without = await millisecondsWithout(service, await hunt.atWork(1), wasWhole ? workers : 0);
      if (wasWhole) absences.push(without);
      if ((killed + 1) % 20 === 0) say(`${killed + 1} of ${kills} kills, ${renders.done()} answers`);
    }
    await renders.reached(requests);
    for (let sweep = 0; sweep < sweeps; sweep++) {
      await hunt.whole(SWEEP_MS);
      respawns.push(await millisecondsWithout(service, await hunt.atWork(workers), workers));
      say(`all killed: back after ${respawns.at(-1)!.toFixed(0)} ms`);
    }
    const { failed, done } = await renders.stop();
    await service.quiet();
    const ended = service.log(40).filter((line) => /^A render worker ended \(SIGKILL\)/.test(line)).length;
    const { code } = await service.stop();
    return [
      none("renders that failed or were drawn otherwise", failed),
      atLeast("requests", done, requests),
      atLeast("workers that ended at work and were replaced", ended, kills + sweeps * workers),
      figure("kills that met all workers there, the spare one too", whole(absences.length)),
      within("after such a kill: fewer workers than there should be, for at most", Math.max(0, ...absences), 500),
      figure("after all are killed: until a new process is ready", `${milliseconds(percentile(respawns, 0.5))} median`),
      none("exit code", code ?? 1),
    ];
  },
});

/** Milliseconds that a kill waits for the previous successor: longer than a start takes on an idle machine. */
const PATIENCE_MS = 2500;
const SWEEP_MS = 4000;

/** Kills these and returns the milliseconds until the service has all its workers again; 0 if it is never seen with fewer. */
const millisecondsWithout = async (service: ServiceProcess, pids: readonly number[], workers: number) => {
  const before = service.workers();
  const begun = performance.now();
  for (const pid of pids) process.kill(pid, "SIGKILL");
  // the service starts a successor when it notices an exit
  while (service.workers().filter((pid) => !before.includes(pid)).length < pids.length) await setTimeout(1);
  let last = 0;
  while ((await service.load()).workers < workers) {
    last = performance.now() - begun;
    await setTimeout(2);
  }
  return last;
};
