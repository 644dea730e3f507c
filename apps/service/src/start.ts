import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { readSettings } from "./config/read-settings.ts";
import { createDrain } from "./drain.ts";
import { baseUrl } from "./http/base-url.ts";
import { metricsHost } from "./metrics/metrics-server.ts";
import { openLibc } from "./render/pool/libc.ts";
import { createService, type Service } from "./service.ts";
import { isSecret, isWildcard, SETTING_NAMES, SETTINGS, type Settings } from "./tables/settings.ts";

/** Milliseconds that accepted requests have to finish once the process is asked to stop. */
const GRACE_MS = 8000;

const run = async (settings: Settings, warnings: readonly string[]): Promise<void> => {
  const drain = createDrain();
  const app = createService(settings, { logTo: process.stderr, drain });
  for (const warning of warnings) app.log.warn(warning);
  const stop = async () => {
    if (drain.draining()) process.exit(1);
    drain.begin();
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref();
    await drain.idle();
    await app.close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  stopWithShell(stop);
  await app.startWorkers().catch(({ message }: Error) => fail([message]));
  const place = { host: settings.SERVICE_HOST, port: settings.SERVICE_PORT };
  await app.listen(place).catch((error) => fail([listenFault(error, place, "SERVICE")]));
  await listenForMetrics(app, settings);
  const address = app.server.address();
  const url = baseUrl(settings, typeof address === "object" ? address?.port : undefined);
  if (isWildcard(settings.SERVICE_HOST) && settings.SERVICE_BASE_URL === null) {
    app.log.warn(`SERVICE_BASE_URL is not set: links in responses will start with ${url}.`);
  }
  process.stdout.write(`Lumiglyph listens on ${url}\n`);
};

/**
 * Stops the service when its shell is gone. npx starts a shell in between, which ends on a signal
 * without forwarding it: the service would run on with nothing to stop it.
 */
const stopWithShell = (stop: () => void): void => {
  const { npm_lifecycle_event: startedBy } = process.env;
  if (startedBy === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    stop();
  }, 500).unref();
};

/** Opens the metrics port, if one is set. */
const listenForMetrics = async ({ metricsServer, log }: Service, settings: Settings): Promise<void> => {
  if (metricsServer === null) return;
  const place = { host: metricsHost(settings), port: settings.SERVICE_METRICS_PORT ?? 0 };
  metricsServer.listen(place);
  await once(metricsServer, "listening").catch((error) => fail([listenFault(error, place, "SERVICE_METRICS")]));
  const { port } = metricsServer.address() as AddressInfo;
  log.info(`Metrics are at http://${place.host.includes(":") ? `[${place.host}]` : place.host}:${port}/metrics.`);
};

const fail = (sentences: readonly string[]): never => {
  process.stderr.write(sentences.map((sentence) => `${sentence}\n`).join(""));
  process.exit(1);
};

/** The expected address of a listener. */
type Place = { readonly host: string; readonly port: number };

/** Explains why the service could not listen and what to set instead. */
const listenFault = (error: unknown, { host, port }: Place, settings: string): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken. Set ${settings}_PORT to another one, or to 0 for any free one.`;
    case "EACCES":
      return `Port ${port} may not be opened by this user. Set ${settings}_PORT to 1024 or above.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is not an address of this machine. Set ${settings}_HOST=127.0.0.1, or 0.0.0.0 for every interface.`;
    default:
      return `Cannot listen on ${host} port ${port}${code === "" ? "" : ` (${code})`}. Check ${settings}_HOST and ${settings}_PORT.`;
  }
};

/**
 * Removes the secrets from this process's environment, and protects its memory from other processes
 * of the same user. A worker shares that user, and could otherwise read both if it were exploited
 * and not sealed.
 */
const hideSecrets = (): void => {
  const libc = openLibc();
  if ("missing" in libc) return;
  libc.eraseEnvironment(SETTING_NAMES.filter((name) => isSecret(SETTINGS[name]) && process.env[name] !== undefined));
  libc.hideMemory();
};

const reading = readSettings(process.env);
hideSecrets();
if ("problems" in reading) fail([...reading.problems, ...reading.warnings]);
else await run(reading.settings, reading.warnings);
