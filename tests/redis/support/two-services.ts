import { startProcess } from "../../support/http-process.ts";

type Env = { readonly [name: string]: string };

/** Service processes with the same settings, as behind a load balancer. */
export const startServices = async (env: Env, count = 2) => {
  const services = await Promise.all(
    Array.from({ length: count }, () => startProcess({ SERVICE_PORT: "0", SERVICE_WORKERS: "1", ...env })),
  );
  for (const { pid } of services) running.add(pid);
  return {
    urls: services.map(({ url }) => url),
    ports: services.map(({ url }) => Number(new URL(url).port)),
    /** Stops all of them and returns their exit codes. */
    stop: async () => {
      for (const { pid } of services) running.delete(pid);
      return { codes: await Promise.all(services.map(({ stop }) => stop())) };
    },
  };
};

/** Kills processes that a failed test has left; their workers end with them. */
const running = new Set<number>();
process.once("exit", () => {
  for (const pid of running) process.kill(pid, "SIGKILL");
});
