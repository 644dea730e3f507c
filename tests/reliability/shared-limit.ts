import { createKeptConnections } from "./load/kept-connections.ts";
import { renderRequests } from "./load/reference-requests.ts";
import type { ServiceProcess } from "./service-process.ts";
import { allListed } from "./shared-redis.ts";

/**
 * Counts the allowed requests of a new client's concurrent burst, on all these ports in turn,
 * through services with a working Redis. A try is void if a service loses Redis: on a busy machine
 * Redis may get no core within the timeout, and then fewer are allowed.
 */
export const allowedWithRedis = async (
  services: readonly ServiceProcess[],
  ports: readonly number[],
  hits: number,
): Promise<number> => {
  const losses = () => services.flatMap((service) => service.log(40)).length;
  for (let tries = 1; ; tries++) {
    await allListed(services);
    const before = losses();
    const allowed = await allowedOf(ports, hits);
    if (losses() === before || tries === MOST_TRIES) return allowed;
  }
};

const MOST_TRIES = 5;

let clients = 0;

/** Counts how many of these concurrent small renders of a new client, on all ports in turn, are allowed. */
export const allowedOf = async (ports: readonly number[], hits: number): Promise<number> => {
  const connections = ports.map((port) => createKeptConnections(port));
  const client = `198.51.100.${++clients}`;
  const request = renderRequests(undefined, "columns=8", () => client)();
  const outcomes = await Promise.all(
    Array.from({ length: hits }, (_, at) => connections[at % connections.length]?.ask(request)),
  );
  for (const connection of connections) connection.close();
  return outcomes.filter((outcome) => outcome?.status === 200).length;
};
