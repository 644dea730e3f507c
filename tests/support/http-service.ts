import { randomBytes } from "node:crypto";
import { type AppParts, createApp, createRenderer, type Environment, readSettings } from "@lumiglyph/service";
import { afterAll, beforeAll } from "vitest";

/** A listening service, and everything it has logged so far. */
export type RunningService = {
  readonly url: string;
  readonly port: number;
  /** Every path with its methods in the router. */
  readonly routes: () => readonly (readonly [path: string, methods: readonly string[]])[];
  readonly log: readonly { readonly level: number; readonly msg: string }[];
};

/** Starts a service on a free loopback port, with real renders and no network; the test stops it. */
export const startService = async (env: Environment = {}, parts: Partial<AppParts> = {}) => {
  const lines: string[] = [];
  const app = createApp({ ...partsFor(env, lines), ...parts });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const service: RunningService = {
    url,
    port: Number(new URL(url).port),
    routes: () => routesIn(app.printRoutes({ commonPrefix: false })),
    get log() {
      return lines.map((line) => JSON.parse(line));
    },
  };
  return { service, stop: () => app.close() };
};

/** A service for all tests of a file, stopped after the last one. Usable from the first test on. */
export const serviceForFile = (env: Environment = {}, parts: () => Partial<AppParts> = () => ({})): RunningService => {
  let running: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    running = await startService(env, parts());
  });
  afterAll(() => running.stop());
  return {
    get url() {
      return running.service.url;
    },
    get port() {
      return running.service.port;
    },
    get log() {
      return running.service.log;
    },
    routes: () => running.service.routes(),
  };
};

const partsFor = (env: Environment, lines: string[]): AppParts => {
  const reading = readSettings(env);
  if ("problems" in reading) throw new Error(reading.problems.join("\n"));
  const clock = () => performance.now();
  return {
    settings: reading.settings,
    clock,
    random: randomBytes,
    renderer: createRenderer(clock),
    fetchImage: () => Promise.reject(new Error("this test has no network")),
    logTo: { write: (line) => lines.push(line) },
  };
};

/** Paths and methods of the router's tree: a path with a common prefix is nested below it, four blanks deeper. */
const routesIn = (printed: string) => {
  const above: string[] = [];
  return printed.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods] = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    above[depth] = `${above[depth - 1] ?? ""}${part}`;
    return methods === undefined ? [] : [[above[depth], methods.split(", ")] as const];
  });
};
