import { writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { setTimeout } from "node:timers/promises";
import { createSharedCounter } from "../../apps/service/src/limits/shared-counter.ts";
import { type RedisCommands, redisAt } from "../../apps/service/src/shared/redis-connection.ts";
import { createKeyedHash } from "../../apps/service/src/shared/shared-settings.ts";
import { writeDocs } from "../../scripts/docs/pages.ts";
import { needLinux } from "../../scripts/linux-only.ts";
import { startRedis } from "../../tests/redis/support/redis-server.ts";
import { createKeptConnections, type KeptConnections } from "../../tests/reliability/load/kept-connections.ts";
import { requestsFor } from "../../tests/reliability/load/reference-requests.ts";
import { processSeconds } from "../../tests/reliability/machine-share.ts";
import { endServices, type ServiceProcess, startServiceProcess } from "../../tests/reliability/service-process.ts";
import { allShare } from "../../tests/reliability/shared-redis.ts";
import { measureLimits, measureTurns, peakMiB, resetPeaks, serviceSeconds } from "../../tests/scale/deployment.ts";
import { createTypicalLoad, paint, queryOf } from "../../tests/scale/typical.ts";
import type { Question } from "../options.ts";
import { median } from "../statistics.ts";
import { type Cost, type Kind, SCALE_FILE, type ScaleFigures, TYPICAL, type Wait } from "./figures.ts";

export const scale: Question = {
  name: "scale",
  asks: "What does a render cost, and how does it scale from one worker to four instances?",
  answer: async () => {
    needLinux("npm run bench -- scale");
    process.once("SIGINT", () => process.exit(1)).once("SIGTERM", () => process.exit(1));
    process.once("exit", endServices);
    const cores = availableParallelism();
    const arrangements = [[1, 1] as const, [1, cores] as const, [2, 1] as const, [4, 1] as const].map(
      ([instances, workers]) => ({ instances, workers }),
    );
    const figures: ScaleFigures = {
      machine: {
        date: new Date().toISOString().slice(0, 10),
        cores,
        processor:
          cpus()[0]
            ?.model.replaceAll(/\(R\)|\(TM\)|\bProcessor\b|\bCPU\b|@.*/g, "")
            .trim() ?? "unknown",
        node: process.versions.node,
      },
      costs: await step("costs", measureCosts()),
      peaks: await step("memory", measurePeaks([2, 10, 20, 40])),
      hit: await step("cache", measureHit()),
      redis: await step("Redis", measureRedis(200_000)),
      turns: await step("turns", measureTurns(arrangements, { rounds: 11, seconds: 3, warmUpSeconds: 8 })),
      waits: await step("waits", measureWaits([0.5, 0.6, 0.7, 0.8], cores)),
      limits: await step("limits", measureLimits([1, 2, 4], 1000)),
    };
    writeFileSync(SCALE_FILE, `${JSON.stringify(figures, null, 2)}\n`);
    writeDocs();
  },
};

const step = async <Result>(name: string, work: Promise<Result>): Promise<Result> => {
  const begun = performance.now();
  const result = await work;
  console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  return result;
};

/**
 * The kinds in the table. The typical one comes first and last: the difference between the two is
 * the noise.
 */
const KINDS: readonly Kind[] = [
  ...(["jpeg", "png", "webp"] as const).flatMap((input) =>
    [2, 12, 40].map((megapixels) => ({ ...TYPICAL, input, megapixels })),
  ),
  ...[80, 200, 400].map((columns) => ({ ...TYPICAL, columns })),
  { ...TYPICAL, director: false },
  { ...TYPICAL, director: false, columns: 240 },
  { ...TYPICAL, director: false, columns: 240, format: "ansi", color: true },
  { ...TYPICAL, director: false, columns: 240, format: "svg", color: true },
  TYPICAL,
];

const PASSES = 3;

/** Measures all kinds in several passes, minutes apart: the median leaves out slow phases of a shared machine. */
const measureCosts = async (): Promise<readonly Cost[]> => {
  const pictures: Buffer[] = [];
  for (const kind of KINDS) pictures.push(await paint(kind));
  return withService({}, async (setup) => {
    const costs: Cost[][] = KINDS.map(() => []);
    for (let pass = 1; pass <= PASSES; pass++) {
      for (const [at, kind] of KINDS.entries()) {
        const next = requestsFor(pictures[at]!, queryOf(kind));
        const { length: bodyBytes } = await rendered(setup.client, next());
        const { workerMs, serviceMs } = await timed(setup, next, 0.4);
        costs[at]!.push({ ...kind, sentBytes: pictures[at]!.length, bodyBytes, workerMs, serviceMs });
      }
    }
    return costs.map((each) => ({
      ...each[0]!,
      workerMs: median(each.map(({ workerMs }) => workerMs)),
      serviceMs: median(each.map(({ serviceMs }) => serviceMs)),
    }));
  });
};

const measurePeaks = (sizes: readonly number[]): Promise<ScaleFigures["peaks"]> =>
  withService({}, async ({ service, client }) => {
    const peaks: ScaleFigures["peaks"][number][] = [];
    for (const megapixels of sizes) {
      const next = requestsFor(await paint({ input: "png", megapixels }, true), queryOf(TYPICAL));
      resetPeaks(service.workers());
      for (let round = 0; round < 3; round++) await rendered(client, next());
      peaks.push({ megapixels, peakMiB: peakMiB(service.workers()) });
    }
    return peaks;
  });

const measureHit = (): Promise<ScaleFigures["hit"]> =>
  withService({ SERVICE_CACHE: "redis" }, async (setup) => {
    await allShare([setup.service]);
    const request = requestsFor(await paint(TYPICAL), queryOf(TYPICAL))();
    await rendered(setup.client, request);
    const { renders, serviceMs } = await timed(setup, () => request, 3);
    return { renders, serviceMs };
  });

/** Uses the service's own counter, with 20,000 clients and a concurrency of 200. */
const measureRedis = async (scripts: number): Promise<ScaleFigures["redis"]> => {
  const redis = await startRedis();
  const { commands, close } = await redisAt(redis.url)(new AbortController().signal);
  const link = { run: <Reply>(call: (redis: RedisCommands) => Promise<Reply>) => call(commands) };
  const clock = () => performance.now();
  const counter = createSharedCounter({ limit: 1000, link, hash: createKeyedHash("bench"), clock });
  await counter.enlist();
  const spend = async (count: number) => {
    let next = 0;
    const loop = async () => {
      while (next < count) await counter.take(`client ${next++ % 20_000}`);
    };
    await Promise.all(Array.from({ length: 200 }, loop));
  };
  await spend(20_000);
  const before = processSeconds(redis.pid()).own;
  await spend(scripts);
  const redisSeconds = Number((processSeconds(redis.pid()).own - before).toFixed(2));
  close();
  await redis.stop();
  return { scripts, redisSeconds };
};

const measureWaits = async (shares: readonly number[], workers: number): Promise<readonly Wait[]> => {
  const { send, end } = await createTypicalLoad();
  const { port, stop } = await startServiceProcess({ SERVICE_WORKERS: String(workers) });
  await send(port, { atOnce: 2 * workers }, 6);
  const passes: Wait[] = [];
  for (let pass = 1; pass <= PASSES; pass++) {
    const full = await send(port, { atOnce: 2 * workers }, 3);
    const most = (full.accepted.count - full.unfinished) / full.seconds;
    for (const share of shares) {
      const { sent, accepted, answers } = await send(port, { perSecond: share * most, byChance: true }, 6);
      const { p50, p99 } = accepted;
      passes.push({ workers, share, sent, refused: answers["503 overloaded"] ?? 0, p50, p99 });
    }
  }
  await stop();
  end();
  return shares.map((share) => {
    const same = passes.filter((pass) => pass.share === share);
    const sum = (of: "sent" | "refused"): number => same.reduce((all, pass) => all + pass[of], 0);
    const middle = (of: "p50" | "p99"): number => Math.round(median(same.map((pass) => pass[of])));
    return { workers, share, sent: sum("sent"), refused: sum("refused"), p50: middle("p50"), p99: middle("p99") };
  });
};

type Setup = { readonly service: ServiceProcess; readonly client: KeptConnections };

/** Starts a service with one warm worker: its code is fully compiled after 100 renders. */
const withService = async <Result>(
  env: { readonly [name: string]: string },
  work: (setup: Setup) => Promise<Result>,
): Promise<Result> => {
  const redis = await startRedis();
  const service = await startServiceProcess({
    SERVICE_WORKERS: "1",
    SERVICE_REDIS_URL: redis.url,
    SERVICE_RATE_POINTS: "1000000",
    SERVICE_MAX_IMAGE_BYTES: String(128 * 1024 ** 2),
    SERVICE_RENDER_DEADLINE_MS: "60000",
    ...env,
  });
  const client = createKeptConnections(service.port);
  const next = requestsFor(await paint(TYPICAL), queryOf(TYPICAL));
  for (let round = 0; round < 100; round++) await rendered(client, next());
  const result = await work({ service, client });
  client.close();
  await service.stop();
  await redis.stop();
  return result;
};

const rendered = async (client: KeptConnections, request: Buffer): Promise<Buffer> => {
  const outcome = await client.ask(request);
  if (outcome.status === 200) return outcome.body;
  throw new Error(outcome.status === null ? outcome.why : outcome.body.toString());
};

/** Wait before and after a measurement, to count work that follows a response where it belongs. */
const SETTLE_MS = 60;

const timed = async ({ service, client }: Setup, next: () => Buffer, seconds: number) => {
  await setTimeout(SETTLE_MS);
  const before = serviceSeconds(service);
  const until = performance.now() + seconds * 1000;
  let renders = 0;
  for (; renders === 0 || performance.now() < until; renders++) await rendered(client, next());
  await setTimeout(SETTLE_MS);
  const after = serviceSeconds(service);
  const ms = (of: "workers" | "services") => Number((((after[of] - before[of]) * 1000) / renders).toFixed(3));
  return { renders, workerMs: ms("workers"), serviceMs: ms("services") };
};
