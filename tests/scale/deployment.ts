import type { Arrangement } from "../../scripts/scale/crowding.ts";
import type { RedisServer } from "../redis/support/redis-server.ts";
import { type Haproxy, startHaproxy } from "../reliability/haproxy.ts";
import { type ServiceProcess, startServiceProcess } from "../reliability/service-process.ts";

/** Instances behind haproxy, on one Redis. */
export type Deployment = Arrangement & {
  readonly services: readonly ServiceProcess[];
  readonly haproxy: Haproxy;
  /** Ends all but Redis, and tells how the services have ended. */
  readonly stop: () => Promise<readonly (number | null)[]>;
};

type Env = { readonly [name: string]: string };

/** Starts instances, and waits until haproxy has found all of them. */
export const startDeployment = async (
  { instances, workers }: Arrangement,
  redis: RedisServer,
  env: Env = {},
): Promise<Deployment> => {
  const settings = { SERVICE_WORKERS: String(workers), SERVICE_REDIS_URL: redis.url, ...env };
  const services: ServiceProcess[] = [];
  for (let started = 0; started < instances; started++) services.push(await startServiceProcess(settings));
  return inFrontOf(services, workers);
};

/** haproxy in front of services that are there already. */
export const inFrontOf = async (services: readonly ServiceProcess[], workers: number): Promise<Deployment> => {
  const haproxy = await startHaproxy(
    services.map(({ port }) => port),
    "leastconn",
  );
  await haproxy.counts(services.length);
  const stop = async () => {
    await haproxy.stop();
    const ends = await Promise.all(services.map((service) => service.stop()));
    return ends.map(({ code }) => code);
  };
  return { instances: services.length, workers, services, haproxy, stop };
};
