import { type Arrangement, rateOf, renderMs } from "../../scripts/scale/crowding.ts";
import type { Busy, Turn } from "../../scripts/scale/measured.ts";
import { type RedisServer, startRedis } from "../redis/support/redis-server.ts";
import type { LoadFigures } from "../reliability/load/load.ts";
import { machineSeconds, processSeconds } from "../reliability/machine-share.ts";
import type { Say } from "../reliability/trial.ts";
import { type Deployment, startDeployment } from "./deployment.ts";
import { forgetPeaks, peakMiB, serviceSeconds } from "./service-time.ts";
import { createTypicalLoad, type TypicalLoad } from "./typical-load.ts";

type TurnSize = { readonly rounds: number; readonly seconds: number; readonly warmUpSeconds: number };

/** One worker and as many as there are cores, twice as many each time; then one, two and four instances of one. */
export const arrangementsFor = (cores: number): readonly Arrangement[] => [
  ...doublings(cores).map((workers) => ({ instances: 1, workers })),
  ...[2, 4].map((instances) => ({ instances, workers: 1 })),
];

const doublings = (most: number): readonly number[] => {
  const below = Array.from({ length: Math.ceil(Math.log2(most)) }, (_, power) => 2 ** power);
  return [...below, most];
};

/**
 * Renders a second of each arrangement and what they took, in turns: who comes first in one round comes last in the next.
 * All are there all the time, so that a machine that is slower for a while is so for all; who has no turn is at rest.
 */
export const measureTurns = async (
  arrangements: readonly Arrangement[],
  { rounds, seconds, warmUpSeconds }: TurnSize,
  say: Say,
): Promise<readonly Turn[]> => {
  const typical = await createTypicalLoad();
  const redis = await startRedis();
  const deployments: Deployment[] = [];
  for (const arrangement of arrangements)
    deployments.push(await startDeployment(arrangement, redis, { SERVICE_RATE_POINTS: "1000000" }));
  for (const deployment of deployments) await takeTurn(deployment, redis, typical, warmUpSeconds);
  const turns: Turn[] = [];
  for (let round = 1; round <= rounds; round++) {
    for (const deployment of round % 2 === 1 ? deployments : deployments.toReversed()) {
      const turn = { round, ...(await takeTurn(deployment, redis, typical, seconds)) };
      turns.push(turn);
      say(
        `round ${round}, ${turn.instances} × ${turn.workers}: ${rateOf(turn).toFixed(1)}/s, ${renderMs(turn).toFixed(1)} ms of a core each`,
      );
    }
  }
  for (const deployment of deployments) await deployment.stop();
  await redis.stop();
  typical.end();
  return turns;
};

/** Callers for each worker: one whose picture is drawn, one whose picture is there when it is done. */
const CALLERS = 2;

const takeTurn = async (deployment: Deployment, redis: RedisServer, typical: TypicalLoad, seconds: number) => {
  const { instances, workers, services, haproxy } = deployment;
  const pids = { services: services.map(({ pid }) => pid), workers: services.flatMap((service) => service.workers()) };
  forgetPeaks([...pids.services, ...pids.workers]);
  const before = busySoFar(deployment, redis);
  const figures = await typical.ask(haproxy.port, { atOnce: CALLERS * instances * workers }, seconds);
  const after = busySoFar(deployment, redis);
  return {
    instances,
    workers,
    seconds: short(figures.seconds),
    inTime: figures.accepted.count - figures.unfinished,
    renders: figures.accepted.count,
    faults: figures.sent - figures.accepted.count,
    busy: busyBetween(before, after, figures),
    serviceMiB: peakMiB(pids.services),
    workerMiB: peakMiB(services.flatMap((service) => service.workers())),
  };
};

type SoFar = Omit<Busy, "callers" | "others"> & { readonly machine: number; readonly here: number };

const busySoFar = ({ services, haproxy }: Deployment, redis: RedisServer): SoFar => {
  const each = services.map(serviceSeconds);
  return {
    workers: each.reduce((sum, { workers }) => sum + workers, 0),
    services: each.reduce((sum, one) => sum + one.services, 0),
    haproxy: processSeconds(haproxy.pid).own,
    redis: processSeconds(redis.pid()).own,
    machine: machineSeconds(),
    here: processSeconds(process.pid).own,
  };
};

const busyBetween = (before: SoFar, after: SoFar, { ownSeconds, startSeconds }: LoadFigures): Busy => {
  const of = (party: keyof SoFar): number => short(after[party] - before[party]);
  const [workers, services, haproxy, redis] = [of("workers"), of("services"), of("haproxy"), of("redis")];
  const callers = short(ownSeconds + of("here"));
  // the generator was started before anything was asked
  const known = workers + services + haproxy + redis + callers + startSeconds;
  return { workers, services, haproxy, redis, callers, others: short(Math.max(0, of("machine") - known)) };
};

const short = (value: number): number => Number(value.toFixed(2));
