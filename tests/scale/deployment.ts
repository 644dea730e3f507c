import { writeFileSync } from "node:fs";
import type { Arrangement, LimitCount, Turn } from "../../bench/scale/figures.ts";
import { type RedisServer, startRedis } from "../redis/support/redis-server.ts";
import { type Haproxy, startHaproxy } from "../reliability/haproxy.ts";
import type { LoadFigures } from "../reliability/load/load.ts";
import { machineSeconds, processSeconds } from "../reliability/machine-share.ts";
import { type ServiceProcess, startListening, startServiceProcess } from "../reliability/service-process.ts";
import { allowedWithRedis } from "../reliability/shared-limit.ts";
import { PROBED } from "../reliability/shared-redis.ts";
import { peakMemory } from "../reliability/worker-processes.ts";
import { isRunning } from "../support/child-processes.ts";
import { createTypicalLoad, type TypicalLoad } from "./typical.ts";

type Deployment = Arrangement & { readonly services: readonly ServiceProcess[]; readonly haproxy: Haproxy };

const inFrontOf = async (services: readonly ServiceProcess[]): Promise<Haproxy> => {
  const ports = services.map(({ port }) => port);
  const haproxy = await startHaproxy(ports, "leastconn");
  await haproxy.counts(services.length);
  return haproxy;
};

const deploy = async ({ instances, workers }: Arrangement, redis: RedisServer): Promise<Deployment> => {
  const env = {
    SERVICE_WORKERS: String(workers),
    SERVICE_REDIS_URL: redis.url,
    SERVICE_RATE_POINTS: "1000000",
  };
  const services: ServiceProcess[] = [];
  for (let started = 0; started < instances; started++) services.push(await startServiceProcess(env));
  return { instances, workers, services, haproxy: await inFrontOf(services) };
};

/** CPU seconds of a service, and of all its workers including ended ones. */
export const serviceSeconds = ({ pid, workers }: ServiceProcess) => {
  const { own, ended } = processSeconds(pid);
  const running = workers().filter(isRunning);
  return { services: own, workers: running.reduce((sum, worker) => sum + processSeconds(worker).own, ended) };
};

/** The peak MiB of the largest of these processes. */
export const peakMiB = (pids: readonly number[]): number => Math.round(Math.max(...pids.map(peakMemory)) / 1024 ** 2);

/** Resets the peak memory of processes (Linux, proc(5)). */
export const resetPeaks = (pids: readonly number[]): void => {
  // a worker may just have been replaced
  for (const pid of pids.filter(isRunning)) writeFileSync(`/proc/${pid}/clear_refs`, "5");
};

/**
 * Renders per second and CPU time of each arrangement. They take turns, forward and backward, while all of them keep running:
 * slow phases of the machine then affect all.
 */
export const measureTurns = async (
  arrangements: readonly Arrangement[],
  { rounds, seconds, warmUpSeconds }: Readonly<Record<"rounds" | "seconds" | "warmUpSeconds", number>>,
): Promise<readonly Turn[]> => {
  const typical = await createTypicalLoad();
  const redis = await startRedis();
  const deployments: Deployment[] = [];
  for (const arrangement of arrangements) deployments.push(await deploy(arrangement, redis));
  for (const deployment of deployments) await takeTurn(deployment, redis, typical, warmUpSeconds);
  const turns: Turn[] = [];
  for (let round = 1; round <= rounds; round++) {
    for (const deployment of round % 2 === 1 ? deployments : deployments.toReversed())
      turns.push({ round, ...(await takeTurn(deployment, redis, typical, seconds)) });
  }
  for (const { haproxy, services } of deployments) {
    await haproxy.stop();
    await Promise.all(services.map((service) => service.stop()));
  }
  await redis.stop();
  typical.end();
  return turns;
};

/** Clients per worker: one being rendered, one waiting. */
const CALLERS = 2;

const takeTurn = async (deployment: Deployment, redis: RedisServer, typical: TypicalLoad, seconds: number) => {
  const { instances, workers, services, haproxy } = deployment;
  const [servicePids, workerPids] = [services.map(({ pid }) => pid), () => services.flatMap((each) => each.workers())];
  resetPeaks([...servicePids, ...workerPids()]);
  const before = busySoFar(deployment, redis);
  const figures = await typical.send(haproxy.port, { atOnce: CALLERS * instances * workers }, seconds);
  return {
    instances,
    workers,
    seconds: short(figures.seconds),
    inTime: figures.accepted.count - figures.unfinished,
    renders: figures.accepted.count,
    faults: figures.sent - figures.accepted.count,
    busy: busyBetween(before, busySoFar(deployment, redis), figures),
    serviceMiB: peakMiB(servicePids),
    workerMiB: peakMiB(workerPids()),
  };
};

const busySoFar = ({ services, haproxy }: Deployment, redis: RedisServer) => {
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

type SoFar = ReturnType<typeof busySoFar>;

const busyBetween = (before: SoFar, after: SoFar, { ownSeconds, startSeconds }: LoadFigures): Turn["busy"] => {
  const of = (party: keyof SoFar): number => short(after[party] - before[party]);
  const [workers, services, haproxy, redis] = [of("workers"), of("services"), of("haproxy"), of("redis")];
  const callers = short(ownSeconds + of("here"));
  // the generator started before the first request
  const known = workers + services + haproxy + redis + callers + startSeconds;
  return { workers, services, haproxy, redis, callers, others: short(Math.max(0, of("machine") - known)) };
};

const short = (value: number): number => Number(value.toFixed(2));

/** Counts how many of these concurrent requests are allowed through haproxy, for each number of instances. */
export const measureLimits = async (counts: readonly number[], hits: number): Promise<readonly LimitCount[]> => {
  const points = 100;
  const redis = await startRedis();
  const env = {
    ...PROBED,
    SERVICE_WORKERS: "1",
    SERVICE_REDIS_URL: redis.url,
    SERVICE_RATE_POINTS: String(points),
    SERVICE_CACHE: "redis",
    SERVICE_QUEUE: String(2 * hits),
  };
  const services = await Promise.all(Array.from({ length: Math.max(...counts) }, () => startListening(env)));
  const found: LimitCount[] = [];
  for (const instances of counts) {
    const some = services.slice(0, instances);
    const haproxy = await inFrontOf(some);
    found.push({ instances, hits, points, allowed: await allowedWithRedis(services, [haproxy.port], hits) });
    await haproxy.stop();
  }
  await Promise.all(services.map((service) => service.stop()));
  await redis.stop();
  return found;
};
