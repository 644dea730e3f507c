import { setTimeout } from "node:timers/promises";
import { type RedisServer, startRedis } from "../redis/support/redis-server.ts";
import { type SlowProxy, startSlowProxy } from "../redis/support/slow-proxy.ts";
import { createKeptConnections } from "./load/kept-connections.ts";
import { renderRequests } from "./load/reference-requests.ts";
import { type ServiceProcess, startServiceProcess } from "./service-process.ts";

/** A Redis and a proxy to it that can delay replies. */
export type SharedRedis = { readonly redis: RedisServer; readonly way: SlowProxy; readonly stop: () => Promise<void> };

export const startSharedRedis = async (): Promise<SharedRedis> => {
  const redis = await startRedis();
  const way = await startSlowProxy(redis.port);
  const stop = async () => {
    await way.close();
    await redis.stop();
  };
  return { redis, way, stop };
};

/** Two services on one Redis. */
export const startPair = ({ way }: SharedRedis, env: { readonly [name: string]: string }): Promise<ServiceProcess[]> =>
  Promise.all(
    [1, 2].map(() =>
      startServiceProcess({
        ...PROBED,
        SERVICE_WORKERS: "1",
        SERVICE_REDIS_URL: `redis://127.0.0.1:${way.port}`,
        ...env,
      }),
    ),
  );

const CREDENTIAL = "a-credential-for-figures-only-of-no-use-elsewhere";

/** Settings of services that report how they share limits, and that take a request's client from its header. */
export const PROBED = { SERVICE_API_KEY: CREDENTIAL, SERVICE_TRUSTED_PROXIES: "127.0.0.0/8" };

const metricsOf = async ({ url }: ServiceProcess): Promise<string> =>
  (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${CREDENTIAL}` } })).text();

/** Waits until all these services share their limits with each other. */
export const allListed = async (services: readonly ServiceProcess[]): Promise<void> => {
  const until = performance.now() + PATIENCE_MS;
  for (const service of services) {
    while (!(await metricsOf(service)).includes(`\nlumiglyph_limiter_instances ${services.length}\n`)) {
      if (performance.now() > until) throw new Error("a service does not share its limits");
      await setTimeout(LOOK_MS);
    }
  }
};

/** Waits until every service stores and finds outputs in Redis; returns the milliseconds. */
export const allShare = async (services: readonly ServiceProcess[]): Promise<number> => {
  const begun = performance.now();
  await Promise.all(services.map(({ port }) => shares(port)));
  return performance.now() - begun;
};

/** Milliseconds between two polls, and in all. */
const LOOK_MS = 50;
const PATIENCE_MS = 30_000;

const shares = async (port: number): Promise<void> => {
  const client = createKeptConnections(port);
  const request = renderRequests(undefined, "columns=16")();
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const outcome = await client.ask(request);
    if (outcome.status === 200 && /cache;desc=hit/.test(outcome.head)) break;
    if (performance.now() > until) throw new Error(`a service does not find its way to Redis (${outcome.status})`);
    await setTimeout(LOOK_MS);
  }
  client.close();
};
