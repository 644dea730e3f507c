import type { RedisServer } from "../redis/support/redis-server.ts";
import { createKeptConnections } from "./load/kept-connections.ts";
import { renderRequests } from "./load/reference-requests.ts";
import type { ServiceProcess } from "./service-process.ts";
import { allShare } from "./shared-redis.ts";

/**
 * Counts how many concurrent requests, on all these ports in turn, services with a working Redis allow. A try is void if a
 * service loses Redis: on a busy machine Redis may get no core within the timeout.
 */
export const allowedWithRedis = async (
  services: readonly ServiceProcess[],
  redis: RedisServer,
  ports: readonly number[],
  hits: number,
): Promise<number> => {
  const losses = () => services.flatMap((service) => service.log(40)).length;
  for (let tries = 1; ; tries++) {
    await redis.flush();
    await allShare(services);
    // the cost of checking that they do
    await redis.flush();
    const before = losses();
    const allowed = await allowedOf(ports, hits);
    if (losses() === before || tries === MOST_TRIES) return allowed;
  }
};

const MOST_TRIES = 5;

/** Counts how many of these concurrent small renders, on all ports in turn, are allowed. */
export const allowedOf = async (ports: readonly number[], hits: number): Promise<number> => {
  const clients = ports.map((port) => createKeptConnections(port));
  const request = renderRequests(undefined, "columns=8")();
  const outcomes = await Promise.all(
    Array.from({ length: hits }, (_, at) => clients[at % clients.length]?.ask(request)),
  );
  for (const client of clients) client.close();
  return outcomes.filter((outcome) => outcome?.status === 200).length;
};
