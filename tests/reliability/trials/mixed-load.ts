import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { median } from "../../../bench/statistics.ts";
import { call } from "../../mcp/mcp-request.ts";
import { freePort } from "../../redis/support/redis-server.ts";
import { fixture } from "../../spec/drawn.ts";
import { type ImageHost, startImageHost } from "../../support/http-image-host.ts";
import { KEY } from "../../trace/support/platform-status.ts";
import { startReceiver, type TraceReceiver } from "../../trace/support/trace-receiver.ts";
import { runBombs } from "../bombs/run.ts";
import { atLeast, type Finding, figure, memory, milliseconds, none, share, whole } from "../findings.ts";
import { startHaproxy } from "../haproxy.ts";
import { createKeptConnections, type Outcome } from "../load/kept-connections.ts";
import { REFERENCE } from "../load/reference-requests.ts";
import { percentile } from "../percentile.ts";
import { jobs } from "../requests/good-requests.ts";
import { type Seeded, seeded } from "../seeded.ts";
import { type ServiceProcess, startListening } from "../service-process.ts";
import { type SharedRedis, startSharedRedis } from "../shared-redis.ts";
import { openSlowClients } from "../slow-clients.ts";
import { createTally } from "../tally.ts";
import { defineTrial } from "../trial.ts";
import { bytesOf } from "../wire.ts";
import { heldMemory, workersAtWork } from "../worker-processes.ts";

/** Requests a second: less than half of what two cores can render, so that either service can handle them alone. */
const PACE = 12;

/** The faults of all other trials, on the same services, for a long time. */
export const mixedLoad = defineTrial({
  name: "mixed-load",
  does: "two services behind haproxy that share limits and cached outputs in Redis and export traces; uploads of every kind, addresses, tool calls and documents; meanwhile, over and over: workers are killed, Redis is killed, frozen and slowed by 500 ms, the receiver of traces fails, clients are slow, bombs are sent, and one of the services is restarted, then killed",
  // takes long and runs by name only
  quick: null,
  full: { minutes: 20 },
  run: async ({ minutes }, say) => {
    const parts = await startParts();
    const traffic = startTraffic(parts);
    const samples: Sample[] = [];
    const sampling = setInterval(() => samples.push(sampleOf(parts.lasting)), SAMPLE_MS);
    const retried = createTally();
    const faults = faultsOf(parts, traffic.random, retried.add);
    const done = createTally();
    const wrong: string[] = [];
    const until = performance.now() + minutes * 60_000;
    for (let at = 0; performance.now() < until; at++) {
      const { name, run } = faults[at % faults.length]!;
      wrong.push(...(await run()));
      done.add(name);
      await setTimeout(QUIET_MS);
      if ((at + 1) % faults.length === 0) say(`${whole(traffic.answers())} answers, ${JSON.stringify(done.counts())}`);
    }
    clearInterval(sampling);
    const findings = await traffic.stop();
    const ends = await parts.stop();
    return [
      ...findings,
      ...ends,
      none("bombs that were not refused as they should be, slow clients that were not cut off", wrong),
      figure("answers after which a bomb was sent again", JSON.stringify(retried.counts())),
      atLeast("kinds of fault", Object.keys(done.counts()).length, faults.length),
      figure("faults", JSON.stringify(done.counts())),
      ...memoryFindings(samples),
    ];
  },
});

/** Milliseconds between two faults. */
const QUIET_MS = 3000;

type Parts = {
  readonly shared: SharedRedis;
  readonly receiver: TraceReceiver;
  readonly host: ImageHost;
  readonly port: number;
  /** The service that runs from the first request to the last, and the one that is replaced. */
  readonly lasting: ServiceProcess;
  readonly other: () => ServiceProcess;
  /** Stops the other service, by a signal or by force, and starts one in its place. */
  readonly replace: (how: "stop" | "kill") => Promise<void>;
  readonly stop: () => Promise<readonly Finding[]>;
};

const startParts = async (): Promise<Parts> => {
  const shared = await startSharedRedis();
  const receiver = await startReceiver();
  const reference = readFileSync(new URL(`../../../fixtures/${REFERENCE}`, import.meta.url));
  const host = await startImageHost(["localhost"], (_request, response) => response.end(reference));
  const env = {
    SERVICE_WORKERS: "1",
    SERVICE_API_KEY: KEY,
    SERVICE_TRUSTED_PROXIES: "127.0.0.0/8",
    SERVICE_REDIS_URL: `redis://127.0.0.1:${shared.way.port}`,
    SERVICE_RATE_POINTS: "1000",
    SERVICE_CACHE: "redis",
    SERVICE_IMAGE_FETCH_ALLOWLIST: `localhost:${host.port}`,
    SERVICE_IMAGE_FETCH_PRIVATE: "true",
    NODE_EXTRA_CA_CERTS: host.certificateFile,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  };
  const ports = [await freePort(), await freePort()];
  const [lasting, first] = await Promise.all(
    ports.map((port) => startListening({ ...env, SERVICE_PORT: String(port) })),
  );
  if (lasting === undefined || first === undefined) throw new Error("two services are needed");
  let other = first;
  const haproxy = await startHaproxy(ports, "leastconn");
  await haproxy.counts(2);
  const [codes, errors]: [(number | null)[], string[]] = [[], []];
  /** Ignores one expected error: a killed worker may just have been starting. */
  const noteErrors = (lines: readonly string[]) =>
    errors.push(...lines.filter((line) => !/^A render worker did not start \(SIGKILL\)/.test(line)));
  const end = async (service: ServiceProcess): Promise<void> => {
    const ended = await service.stop();
    noteErrors(ended.errors);
    codes.push(ended.code);
  };
  return {
    ...{ shared, receiver, host, lasting, port: haproxy.port },
    other: () => other,
    replace: async (how) => {
      if (how === "stop") await end(other);
      else noteErrors((await other.kill()).errors);
      other = await startListening({ ...env, SERVICE_PORT: String(ports[1]) });
      await haproxy.counts(2);
    },
    stop: async () => {
      await Promise.all([lasting, other].map(end));
      const spans = receiver.taken().length;
      await haproxy.stop();
      await host.stop();
      await receiver.stop();
      await shared.stop();
      return [
        none("exit codes other than 0 of services that were stopped", codes.filter((code) => code !== 0).length),
        none("lines of their logs that tell of an error", errors),
        atLeast("spans that an independent decoder read", spans, 1000),
      ];
    },
  };
};

type Fault = { readonly name: string; readonly run: () => Promise<readonly string[]> };

/** How long Redis or the receiver of traces is away. */
const AWAY_MS = 5000;

const faultsOf = (
  { shared, receiver, lasting, other, replace, port }: Parts,
  { pick }: Seeded,
  onRetry: (status: string) => void,
): readonly Fault[] => {
  const { redis, way } = shared;
  const during = async (begin: () => unknown, end: () => unknown): Promise<readonly string[]> => {
    await begin();
    await setTimeout(AWAY_MS);
    await end();
    return [];
  };
  return [
    { name: "workers killed", run: () => killWorkers([lasting, other()]) },
    { name: "Redis killed", run: () => during(redis.kill, redis.start) },
    { name: "Redis frozen", run: () => during(redis.freeze, redis.thaw) },
    {
      name: "Redis slowed",
      run: () =>
        during(
          () => way.delay(500),
          () => way.delay(0),
        ),
    },
    {
      name: "receiver of traces failed",
      run: () =>
        during(
          () => receiver.behave((response) => void response.writeHead(503).end()),
          () => receiver.behave((response) => void response.writeHead(200).end()),
        ),
    },
    { name: "slow clients", run: () => beSlow(pick([lasting, other()])) },
    { name: "bombs", run: () => sendBombs(port, onRetry) },
    { name: "service restarted", run: () => replace("stop").then(() => []) },
    { name: "service killed", run: () => replace("kill").then(() => []) },
  ];
};

/** Kills a worker of each service while it renders. */
const killWorkers = async (services: readonly ServiceProcess[]): Promise<readonly string[]> => {
  const until = performance.now() + PATIENCE_MS;
  for (const service of services) {
    for (let isKilled = false; !isKilled; ) {
      if (performance.now() > until) throw new Error("no worker renders anything");
      const [pid] = await workersAtWork(service.workers());
      if (pid !== undefined) process.kill(pid, "SIGKILL");
      isKilled = pid !== undefined;
    }
  }
  return [];
};

const PATIENCE_MS = 60_000;

const SLOW = { headers: 50, uploads: 20, readers: 3 };

/** Slow readers may be refused like everyone while the queue is full; then all of them try again. */
const beSlow = async (service: ServiceProcess, tries = 10): Promise<readonly string[]> => {
  const slow = await openSlowClients(service.port, SLOW).catch((error: Error) => {
    if (tries > 1 && /answered HTTP\/1\.1 503/.test(error.message)) return null;
    throw error;
  });
  if (slow === null) return setTimeout(1000).then(() => beSlow(service, tries - 1));
  const until = performance.now() + SLOW_MS;
  while (slow.held() > 0 && performance.now() < until) await setTimeout(100);
  const held = slow.held();
  slow.stop();
  return held === 0 ? [] : [`${held} slow clients still connected after ${SLOW_MS / 1000} s`];
};

const SLOW_MS = 40_000;

/** Each bomb is from a new client, like all requests: a client has few points while Redis is away. */
let bombs = 0;

/** Sets no time limit: the trial of bombs has one. */
const sendBombs = async (port: number, onRetry: (status: string) => void): Promise<readonly string[]> => {
  const headers = () => ({ "x-forwarded-for": `2001:db8:eeee:${(bombs++).toString(16)}::1` });
  const options = { headers, headerMs: Number.POSITIVE_INFINITY, retries: 10, onRetry };
  return (await runBombs(`http://127.0.0.1:${port}`, options)).faults;
};

/** A request. Those with the same name must get the same bytes in response; null if the response names its trace. */
type Ask = { readonly bytes: Buffer; readonly name: string | null };

const PICTURES = ["baseline.jpg", "exif-6.jpg", "lossy.webp", "picture.avif", "animated.gif", "interlaced.png"];

/** Distinct renders, requested repeatedly so that the cache is used. */
const JOBS = 100;

const DOCUMENTS = ["/api/health", "/api/openapi.json", "/docs", "/llms.txt"];

/** Half of the requests are uploads that never repeat; the other kinds are equally frequent. */
const requestsOf = ({ host }: Parts, random: Seeded): (() => Ask) => {
  const { pick, chance } = random;
  const reference = fixture(REFERENCE);
  const known = fc.sample(
    jobs(
      PICTURES.map((name) => fixture(`formats/${name}`)),
      60,
    ),
    { seed: 7, numRuns: JOBS },
  );
  const imageUrl = encodeURIComponent(`https://localhost:${host.port}/picture`);
  const tool = JSON.stringify(call({ imageBase64: Buffer.from(reference).toString("base64") }));
  let sent = 0;
  /** A new client for each request: a client has few points while Redis is away. */
  const from = () => ({
    "x-forwarded-for": `2001:db8:${(sent >> 16).toString(16)}:${(sent & 0xffff).toString(16)}::1`,
  });
  const apart = () => `motionSensitivity=0.${String(++sent).padStart(8, "0")}1`;
  const get = (path: string) =>
    bytesOf({ kind: "reading", method: "GET", path, headers: from(), body: "" }, { "content-length": "0" });
  const post = (path: string, type: string, body: string | Uint8Array) =>
    bytesOf({ kind: "upload", method: "POST", path, headers: { "content-type": type, ...from() }, body });
  const upload = (): Ask => {
    const bytes = post(`/api/v1/render?columns=100&${apart()}`, "image/jpeg", reference);
    return { bytes, name: "upload" };
  };
  const kinds: readonly (() => Ask)[] = [
    () => {
      const { name, requests } = pick(known);
      return { bytes: bytesOf(pick(requests), from()), name };
    },
    () => ({ bytes: get(`/api/v1/render?imageUrl=${imageUrl}&${apart()}`), name: "address" }),
    () => ({ bytes: post("/api/mcp", "application/json", tool), name: null }),
    () => ({ bytes: get(pick(DOCUMENTS)), name: null }),
  ];
  return () => {
    sent++;
    return chance(0.5) ? upload() : pick(kinds)();
  };
};

/** Sends requests at a steady rate and judges every answer. */
const startTraffic = (parts: Parts) => {
  const random = seeded(20);
  const next = requestsOf(parts, random);
  const connections = createKeptConnections(parts.port);
  const bodies = new Map<string, Buffer>();
  const answers = createTally();
  const times: number[] = [];
  const [lost, wrong]: [string[], string[]] = [[], []];
  const open = new Set<Promise<void>>();
  let [sent, stopped] = [0, false];
  const judge = (outcome: Outcome, name: string | null): void => {
    answers.add(outcome.status ?? "none");
    if (outcome.status === null) return void lost.push(`${outcome.why} after ${outcome.bytes} bytes`);
    const text = () => outcome.body.toString();
    if (outcome.status === 503) {
      if (!/\r\nretry-after: \d+\r\n/i.test(outcome.head)) wrong.push(`503 without Retry-After: ${text()}`);
    } else if (outcome.status !== 200) wrong.push(`${outcome.status}: ${text().slice(0, 300)}`);
    else if (name === null) {
      if (/"isError":true/.test(text()) && !/overloaded/.test(text())) wrong.push(text().slice(0, 300));
    } else {
      const before = bodies.get(name) ?? outcome.body;
      bodies.set(name, before);
      if (!outcome.body.equals(before)) wrong.push(`drawn otherwise than before: ${name}`);
    }
  };
  const ask = async (): Promise<void> => {
    const { bytes, name } = next();
    const begun = performance.now();
    judge(await connections.ask(bytes), name);
    times.push(performance.now() - begun);
  };
  const pace = async (): Promise<void> => {
    const begun = performance.now();
    while (!stopped) {
      sent++;
      const asking = ask().finally(() => open.delete(asking));
      open.add(asking);
      await setTimeout(Math.max(0, begun + (sent * 1000) / PACE - performance.now()));
    }
  };
  const pacing = pace();
  return {
    random,
    answers: () => times.length,
    stop: async (): Promise<readonly Finding[]> => {
      stopped = true;
      await pacing;
      await Promise.all(open);
      connections.close();
      return [
        none("requests without an answer", lost),
        none("answers other than 200 with the same bytes as before, or 503 with Retry-After", wrong),
        atLeast("requests", sent, 1000),
        { ...share("of them answered with 200", (answers.counts()["200"] ?? 0) / sent, 0.95), timed: false },
        figure("answers", JSON.stringify(answers.counts())),
        figure("answered, 99 % in", milliseconds(percentile(times, 0.99))),
      ];
    },
  };
};

/** Bytes of a service's own process, and of its workers, which are killed and replaced. */
type Sample = { readonly own: number; readonly workers: number };

const SAMPLE_MS = 2000;

const sampleOf = (service: ServiceProcess): Sample => ({
  own: heldMemory(service.pid),
  workers: service.workers().reduce((sum, pid) => sum + heldMemory(pid), 0),
});

/** The growth from after the first fifth of the run to its end. */
const memoryFindings = (samples: readonly Sample[]): readonly Finding[] => {
  const tenth = Math.ceil(samples.length / 10);
  const [early, late] = [samples.slice(2 * tenth, 4 * tenth), samples.slice(-2 * tenth)];
  return (["own", "workers"] as const).flatMap((which) => {
    const [then, now] = [early, late].map((some) => median(some.map((sample) => sample[which])));
    const of = which === "own" ? "the lasting service's own process" : "its workers";
    return [
      memory(`growth of ${of}, from behind the first fifth to the end`, (now ?? 0) - (then ?? 0), 64),
      figure(`memory of ${of} then and at the end`, [then, now].map((bytes) => mebibytes(bytes ?? 0)).join(", ")),
    ];
  });
};

const mebibytes = (bytes: number): string => `${whole(bytes / 1024 ** 2)} MiB`;
