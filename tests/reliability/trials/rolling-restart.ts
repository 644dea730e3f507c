import { freePort } from "../../redis/support/redis-server.ts";
import { atLeast, figure, milliseconds, none, whole } from "../findings.ts";
import { startHaproxy } from "../haproxy.ts";
import { percentile } from "../percentile.ts";
import { type ServiceProcess, startListening } from "../service-process.ts";
import { startRenders } from "../steady-renders.ts";
import { defineTrial } from "../trial.ts";

/** Concurrent clients. */
const CALLERS = 4;

/** Two services behind a load balancer are restarted one after the other, as for an update. No client notices. */
export const rollingRestart = defineTrial({
  name: "rolling-restart",
  does: "two services behind haproxy, four callers at once; SIGTERM to one, a new one in its place, then the other",
  quick: { restarts: 2 },
  full: { restarts: 20 },
  run: async ({ restarts }, say) => {
    const ports = [await freePort(), await freePort()];
    const start = (at: number): Promise<ServiceProcess> => startListening({ SERVICE_PORT: String(ports[at]) });
    const services = [await start(0), await start(1)];
    const haproxy = await startHaproxy(ports);
    await haproxy.counts(2);
    const renders = startRenders(haproxy.port, CALLERS);
    await renders.reached(CALLERS);
    const [exits, codes, meanwhile]: [number[], (number | null)[], number[]] = [[], [], []];
    for (let restart = 0; restart < restarts; restart++) {
      const at = restart % 2;
      const before = renders.done();
      const stopped = await services[at]?.stop();
      exits.push(stopped?.ms ?? Number.NaN);
      codes.push(stopped?.code ?? null);
      services[at] = await start(at);
      await haproxy.counts(2);
      meanwhile.push(renders.done() - before);
      await renders.reached(renders.done() + CALLERS);
      if ((restart + 1) % 5 === 0) say(`${restart + 1} of ${restarts} restarts`);
    }
    const { done, failed } = await renders.stop();
    await haproxy.stop();
    await Promise.all(services.map((service) => service.stop()));
    return [
      none("renders that failed or were drawn otherwise", failed),
      atLeast("renders while one of both was away", Math.min(...meanwhile), 1),
      figure("renders in all", whole(done)),
      none("exit codes other than 0", codes.filter((code) => code !== 0).length),
      figure("from the signal to the end", `${milliseconds(percentile(exits, 0.5))} median`),
    ];
  },
});
