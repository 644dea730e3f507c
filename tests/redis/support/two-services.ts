import { startProcess } from "../../support/http-process.ts";

type Env = { readonly [name: string]: string };

/** A machine that is busy with other tests must not make a render late. */
const PATIENT = { SERVICE_RENDER_DEADLINE_MS: "60000" };

/** Service processes with the same settings, as a load balancer would have them behind it. */
export const startServices = async (env: Env, count = 2) => {
  const services = await Promise.all(
    Array.from({ length: count }, () => startProcess({ ...PATIENT, SERVICE_PORT: "0", SERVICE_WORKERS: "1", ...env })),
  );
  for (const { pid } of services) running.add(pid);
  return {
    urls: services.map(({ url }) => url),
    ports: services.map(({ url }) => Number(new URL(url).port)),
    /** Ends all of them; their exit codes. */
    stop: async () => {
      for (const { pid } of services) running.delete(pid);
      return { codes: await Promise.all(services.map(({ stop }) => stop())) };
    },
  };
};

/** Those that a test which failed has left; their workers end with them. */
const running = new Set<number>();
process.once("exit", () => {
  for (const pid of running) process.kill(pid, "SIGKILL");
});
