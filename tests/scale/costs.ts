import { setTimeout } from "node:timers/promises";
import { median } from "../../bench/statistics/averages.ts";
import type { CostSample, HitCost, PeakSample, Work } from "../../scripts/scale/measured.ts";
import { type Kind, sizeOf, TYPICAL } from "../../scripts/scale/typical.ts";
import { startRedis } from "../redis/support/redis-server.ts";
import { createKeptConnections, type KeptConnections } from "../reliability/load/kept-connections.ts";
import { requestsFor } from "../reliability/load/reference-requests.ts";
import { type ServiceProcess, startServiceProcess } from "../reliability/service-process.ts";
import { allShare } from "../reliability/shared-redis.ts";
import type { Say } from "../reliability/trial.ts";
import { paint, paintOnce } from "./pictures.ts";
import type { Planned } from "./plan.ts";
import { forgetPeaks, peakMiB, serviceSeconds } from "./service-time.ts";
import { queryOf, typicalPicture } from "./typical-load.ts";

/** How often all kinds are gone through, and for how many seconds each is repeated; where painted pictures are kept, if at all. */
type CostSize = { readonly passes: number; readonly seconds: number; readonly folder: string | null };

/**
 * What each planned render costs: one after another, by a service that counts points in Redis. All kinds are gone through
 * several times and the median counts, because a machine that is not one's own is slower for a while now and then.
 */
export const measureCosts = async (
  planned: readonly Planned[],
  { passes, seconds, folder }: CostSize,
  say: Say,
): Promise<readonly CostSample[]> => {
  const requests: (() => Buffer)[] = [];
  const sent: number[] = [];
  for (const plan of planned) {
    const picture = await paintOnce(plan, folder);
    requests.push(requestsFor(picture, queryOf(plan)));
    sent.push(picture.length);
  }
  say("all pictures are painted");
  return withService({}, async (bench) => {
    const all: Costs[][] = planned.map(() => []);
    for (let pass = 1; pass <= passes; pass++) {
      for (const [at, next] of requests.entries()) all[at]?.push(await costsOf(bench, next, seconds));
      say(`${pass} of ${passes} passes through ${planned.length} kinds of renders`);
    }
    return planned.map((plan, at) => sampleOf(plan, sent[at]!, all[at]!));
  });
};

/** What a worker holds at its most for pictures of these sizes, with transparency. */
export const measurePeaks = (sizes: readonly number[]): Promise<readonly PeakSample[]> =>
  withService({}, async ({ service, client }) => {
    const samples: PeakSample[] = [];
    for (const megapixels of sizes) {
      const picture = await paint({ subject: "koi", input: "png", megapixels, transparent: true });
      const next = requestsFor(picture, queryOf(TYPICAL));
      forgetPeaks(service.workers());
      for (let round = 0; round < PEAK_ROUNDS; round++) await drawn(client, next());
      samples.push({ megapixels, peakMiB: peakMiB(service.workers()) });
    }
    return samples;
  });

const PEAK_ROUNDS = 3;

/** What an output takes that was kept in Redis, one after another for so many seconds. */
export const measureHit = (seconds: number): Promise<HitCost> =>
  withService({ SERVICE_CACHE: "redis" }, async (bench) => {
    await allShare([bench.service]);
    const picture = await typicalPicture();
    const request = requestsFor(picture, queryOf(TYPICAL))();
    await drawn(bench.client, request);
    // kept behind the answer
    await setTimeout(SETTLE_MS);
    const { renders, serviceMs } = await timed(bench, () => request, seconds);
    return { renders, serviceMs };
  });

type Bench = { readonly service: ServiceProcess; readonly client: KeptConnections };

/** Renders until a worker's code is compiled as well as it ever is. */
const WARM_UP = 100;

const SETTLE_MS = 60;

const withService = async <Result>(
  env: { readonly [name: string]: string },
  work: (bench: Bench) => Promise<Result>,
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
  const next = requestsFor(await typicalPicture(), queryOf(TYPICAL));
  for (let round = 0; round < WARM_UP; round++) await drawn(client, next());
  const result = await work({ service, client });
  client.close();
  await service.stop();
  await redis.stop();
  return result;
};

/** The body of a render that must be one. */
const drawn = async (client: KeptConnections, request: Buffer): Promise<Buffer> => {
  const outcome = await client.ask(request);
  if (outcome.status === 200) return outcome.body;
  throw new Error(outcome.status === null ? outcome.why : outcome.body.toString());
};

/** One pass's costs of a kind. */
type Costs = Pick<CostSample, "renders" | "workerMs" | "serviceMs" | "peakMiB" | "bodyBytes">;

const costsOf = async (bench: Bench, next: () => Buffer, seconds: number): Promise<Costs> => {
  forgetPeaks(bench.service.workers());
  const { length: bodyBytes } = await drawn(bench.client, next());
  const times = await timed(bench, next, seconds);
  return { ...times, peakMiB: peakMiB(bench.service.workers()), bodyBytes };
};

const sampleOf = (plan: Planned, sentBytes: number, passes: readonly Costs[]): CostSample => ({
  ...workOf(plan, sentBytes, passes[0]!.bodyBytes),
  renders: passes.reduce((sum, { renders }) => sum + renders, 0),
  workerMs: median(passes.map(({ workerMs }) => workerMs)),
  serviceMs: median(passes.map(({ serviceMs }) => serviceMs)),
  peakMiB: Math.max(...passes.map((pass) => pass.peakMiB)),
  heldOut: plan.heldOut,
});

/** A render of a kind, with the bytes that it had. */
const workOf = (kind: Kind, sentBytes: number, bodyBytes: number): Work => {
  const { input, columns, format, color, director } = kind;
  return { input, ...sizeOf(kind.megapixels), columns, format, color, director, sentBytes, bodyBytes };
};

const timed = async ({ service, client }: Bench, next: () => Buffer, seconds: number) => {
  // what the last one has left behind is not counted here
  await setTimeout(SETTLE_MS);
  const before = serviceSeconds(service);
  const until = performance.now() + seconds * 1000;
  let renders = 0;
  for (; renders === 0 || performance.now() < until; renders++) await drawn(client, next());
  await setTimeout(SETTLE_MS);
  const after = serviceSeconds(service);
  const ms = (party: "workers" | "services") => round(((after[party] - before[party]) * 1000) / renders);
  return { renders, workerMs: ms("workers"), serviceMs: ms("services") };
};

const round = (ms: number): number => Number(ms.toFixed(3));
