import type { RedisServer } from "../redis/support/redis-server.ts";
import { createKeptConnections } from "./load/kept-connections.ts";
import { renderRequests } from "./load/reference-requests.ts";
import type { ServiceProcess } from "./service-process.ts";
import { allShare } from "./shared-redis.ts";

/**
 * How many hits at once, on all these ports in turn, are let in by services with Redis there all the time. A try is void in
 * which a service says that it was not: on a machine this busy Redis gets no core for as long as anybody waits for it.
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
    // what it has cost to see that they do
    await redis.flush();
    const before = losses();
    const allowed = await allowedOf(ports, hits);
    if (losses() === before || tries === MOST_TRIES) return allowed;
  }
};

const MOST_TRIES = 5;

/** How many of so many small renders at once, on all ports in turn, are let in. */
export const allowedOf = async (ports: readonly number[], hits: number): Promise<number> => {
  const clients = ports.map((port) => createKeptConnections(port));
  const request = renderRequests(undefined, "columns=8")();
  const outcomes = await Promise.all(
    Array.from({ length: hits }, (_, at) => clients[at % clients.length]?.ask(request)),
  );
  for (const client of clients) client.close();
  return outcomes.filter((outcome) => outcome?.status === 200).length;
};
