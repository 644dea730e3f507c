import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import { type RedisServer, startRedis } from "../redis/support/redis-server.ts";
import { type SlowProxy, startSlowProxyThread } from "../redis/support/slow-proxy.ts";
import { createKeptConnections } from "./load/kept-connections.ts";
import { renderRequests } from "./load/reference-requests.ts";
import { type ServiceProcess, startListening } from "./service-process.ts";
import { allListed, metricsOf, PROBED } from "./shared-redis.ts";

/** How one client fared during a fault of Redis. */
type Flooded = {
  readonly instances: number;
  readonly fault: string;
  /** Requests, and how many of them were rendered. */
  readonly sent: number;
  readonly rendered: number;
  /** The most renders that certainly began within the same 60 seconds. */
  readonly most: number;
  readonly answers: Readonly<Record<string, number>>;
};

/** Commands to Redis, and those that kept a request waiting for over 100 ms, as the services count them. */
export type Waits = { readonly commands: number; readonly late: number };

export type FloodFigures = { readonly clients: readonly Flooded[]; readonly waits: Waits };

type FloodSize = {
  readonly points: number;
  /** Numbers of instances; each has its own Redis. */
  readonly counts: readonly number[];
  /** Requests in bursts by a client that is active when a fault begins. */
  readonly hits: number;
  /** Seconds for which the last fault keeps Redis killed. */
  readonly longSeconds: number;
};

/**
 * Floods services while their Redis fails in every way, and all cores are busy with other work. Each fault has two new
 * clients, one active when it begins and one that comes during it; both keep sending requests for more than a minute.
 */
export const floodLimits = async ({ counts, ...size }: FloodSize): Promise<FloodFigures> => {
  const groups: Group[] = [];
  for (const count of counts) groups.push(await startGroup(count, size.points));
  const stopBurning = burnAllCores();
  const clients = (await Promise.all(groups.map((group) => floodGroup(group, size)))).flat();
  stopBurning();
  const each = await Promise.all(groups.flatMap(({ services }) => services.map(waitsOf)));
  const waits = {
    commands: each.reduce((sum, { commands }) => sum + commands, 0),
    late: each.reduce((sum, { late }) => sum + late, 0),
  };
  for (const group of groups) await stopGroup(group);
  return { clients, waits };
};

type Group = {
  readonly redis: RedisServer;
  readonly services: readonly ServiceProcess[];
  /** Each service has its own way to Redis. */
  readonly ways: readonly SlowProxy[];
};

const startGroup = async (count: number, points: number): Promise<Group> => {
  const redis = await startRedis();
  const ways = await Promise.all(Array.from({ length: count }, () => startSlowProxyThread(redis.port)));
  const env = {
    ...PROBED,
    SERVICE_WORKERS: "1",
    SERVICE_RATE_POINTS: String(points),
    SERVICE_QUEUE: "2000",
    SERVICE_RENDER_DEADLINE_MS: "60000",
  };
  const services = await Promise.all(
    ways.map(({ port }) => startListening({ ...env, SERVICE_REDIS_URL: `redis://127.0.0.1:${port}` })),
  );
  await allListed(services);
  return { redis, services, ways };
};

const stopGroup = async ({ redis, services, ways }: Group): Promise<void> => {
  await Promise.all(services.map((service) => service.stop()));
  await Promise.all(ways.map((way) => way.close()));
  await redis.stop();
};

const waitsOf = async (service: ServiceProcess): Promise<Waits> => {
  const text = await metricsOf(service);
  const [, commands] = /^lumiglyph_redis_wait_seconds_count (\d+)$/m.exec(text) ?? [];
  const [, inTime] = /^lumiglyph_redis_wait_seconds_bucket\{le="0.1"\} (\d+)$/m.exec(text) ?? [];
  return { commands: Number(commands), late: Number(commands) - Number(inTime) };
};

/** Keeps every core busy until the returned function is called. */
const burnAllCores = (): (() => void) => {
  const burners: ChildProcess[] = [];
  for (let core = 0; core < availableParallelism(); core++)
    burners.push(spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
  const stop = () => {
    process.off("exit", stop);
    for (const burner of burners) burner.kill("SIGKILL");
  };
  process.once("exit", stop);
  return stop;
};

type Fault = { readonly name: string; readonly begin: () => unknown; readonly end: () => unknown };

const faultsOf = ({ redis, ways }: Group): readonly Fault[] => {
  const slow = (ms: number, some = ways): Omit<Fault, "name"> => ({
    begin: () => some.map((way) => way.delay(ms)),
    end: () => some.map((way) => way.delay(0)),
  });
  return [
    { name: "there", begin: () => {}, end: () => {} },
    { name: "slowed by 20 ms", ...slow(20) },
    { name: "slowed by 200 ms", ...slow(200) },
    { name: "slowed for one of them", ...slow(2000, ways.slice(0, 1)) },
    { name: "paused", begin: redis.freeze, end: redis.thaw },
    { name: "killed, and back empty", begin: redis.kill, end: redis.start },
  ];
};

/** Minimum milliseconds of a fault, and of the quiet after it. */
const FAULT_MS = 2000;
const QUIET_MS = 2500;

/** Milliseconds for which a client goes on, and between two of its requests to each service. */
const GO_ON_MS = 66_000;
const PAUSE_MS = 500;

const floodGroup = async (group: Group, { points, hits, longSeconds }: Omit<FloodSize, "counts">) => {
  const clients: Client[] = [];
  const slow: Promise<void>[] = [];
  const join = (fault: string): Client => {
    const client = createClient(group, fault, clients.length);
    clients.push(client);
    return client;
  };
  const goOn = (client: Client, ms = GO_ON_MS) => slow.push(client.goOn(ms));
  for (const { name, begin, end } of faultsOf(group)) {
    const caught = join(name);
    const first = caught.burst(Math.floor(hits * 0.4));
    await setTimeout(15);
    await begin();
    goOn(caught);
    await caught.burst(Math.floor(hits * 0.3));
    const late = join(`${name}, before it came`);
    await late.burst(Math.floor(hits * 0.3));
    goOn(late);
    await setTimeout(FAULT_MS);
    await end();
    await setTimeout(QUIET_MS);
    await Promise.all([first, caught.burst(Math.floor(hits * 0.3)), late.burst(Math.floor(hits * 0.3))]);
  }
  await Promise.all(slow);
  if (longSeconds > 0) {
    const client = join(`killed for ${longSeconds} s`);
    await client.burst(points);
    await group.redis.kill();
    const going = client.goOn(longSeconds * 1000 + GO_ON_MS);
    await setTimeout(longSeconds * 1000);
    await group.redis.start();
    await setTimeout(QUIET_MS);
    await client.burst(hits);
    await going;
  }
  for (const client of clients) client.close();
  return clients.map((client) => client.figures());
};

type Client = ReturnType<typeof createClient>;

/** A client of all services of a group, with an address of its own. */
const createClient = ({ services }: Group, fault: string, number: number) => {
  const connections = services.map(({ port }) => createKeptConnections(port));
  const next = renderRequests("charts/ramp.png", "columns=8", () => `203.0.113.${number + 1}`);
  const answers: Record<string, number> = {};
  const renders: Render[] = [];
  let sent = 0;
  const ask = async (): Promise<void> => {
    const from = performance.now();
    const outcome = await connections[sent++ % connections.length]?.ask(next());
    const status = String(outcome?.status);
    answers[status] = (answers[status] ?? 0) + 1;
    if (status === "200") renders.push({ from, to: performance.now() });
  };
  return {
    /** Sends this many requests at once. */
    burst: async (count: number) => void (await Promise.all(Array.from({ length: count }, ask))),
    /** Sends a request to each service now and then. */
    goOn: async (ms: number): Promise<void> => {
      for (const until = performance.now() + ms; performance.now() < until; await setTimeout(PAUSE_MS))
        await Promise.all(connections.map(ask));
    },
    close: () => {
      for (const connection of connections) connection.close();
    },
    figures: (): Flooded => ({
      ...{ instances: services.length, fault, sent, rendered: renders.length, answers },
      most: mostIn(renders, 60_000),
    }),
  };
};

/** A render began at some time between its request and its response. */
type Render = { readonly from: number; readonly to: number };

/** The most renders that certainly began within the same `ms` milliseconds. */
const mostIn = (renders: readonly Render[], ms: number): number =>
  Math.max(0, ...renders.map(({ from }) => renders.filter((one) => one.from >= from && one.to <= from + ms).length));
