import { setTimeout } from "node:timers/promises";
import { atLeast, type Finding, figure, milliseconds, none, whole, within } from "../findings.ts";
import { load, rateOf } from "../load/start-load.ts";
import { type PacedRenders, type Sample, startPacedRenders } from "../paced-renders.ts";
import { percentile } from "../percentile.ts";
import { allowedOf, allowedWithRedis } from "../shared-limit.ts";
import { allShare, type SharedRedis, startPair, startSharedRedis } from "../shared-redis.ts";
import { defineTrial, type Say } from "../trial.ts";

/** The points of a client where the limits are tested. */
const POINTS = 100;

/** The Redis that two services share fails in every possible way. No render is affected. */
export const redisLoss = defineTrial({
  name: "redis-loss",
  does: "two services on one Redis, which is killed, frozen, restarted and slowed by 500 ms, while many clients ask both, together, for four fifths of what one draws alone; 99 % are told beside the same load with Redis there, right before and after",
  quick: { rounds: 1, "seconds of each": 2, "hits at once": 1000 },
  full: { rounds: 3, "seconds of each": 10, "hits at once": 1000 },
  run: async ({ rounds, "seconds of each": seconds, "hits at once": hits }, say) => {
    const shared = await startSharedRedis();
    const findings = [...(await underLoad(shared, rounds, seconds, say)), ...(await limits(shared, hits))];
    await shared.stop();
    return findings;
  },
});

type Fault = { readonly name: string; readonly begin: () => unknown; readonly end: () => unknown };

const faultsOf = ({ redis, way }: SharedRedis): readonly Fault[] => [
  { name: "killed", begin: redis.kill, end: redis.start },
  { name: "frozen", begin: redis.freeze, end: redis.thaw },
  { name: "restarted", begin: () => redis.kill().then(redis.start), end: () => {} },
  { name: "slowed by 500 ms", begin: () => way.delay(500), end: () => way.delay(0) },
];

const underLoad = async (
  shared: SharedRedis,
  rounds: number,
  seconds: number,
  say: Say,
): Promise<readonly Finding[]> => {
  // a long queue, so that delays on a busy machine show as latency and not as refusals
  const env = { SERVICE_RATE_POINTS: "1000000", SERVICE_CACHE: "redis", SERVICE_QUEUE: "200" };
  const services = await startPair(shared, env);
  await allShare(services);
  const ports = services.map(({ port }) => port);
  const alone = await load({ port: ports[0]!, target: "render", pace: { atOnce: 1 } }, seconds);
  const pace = 0.8 * rateOf(alone);
  const renders = startPacedRenders(ports, pace);
  const spans = createSpans(renders);
  const recoveries: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const { name, begin, end } of faultsOf(shared)) {
      await spans.during(THERE, () => setTimeout(seconds * 1000));
      await spans.during(name, async () => {
        await begin();
        await setTimeout(seconds * 1000);
        await end();
        recoveries.push(await allShare(services));
      });
    }
    say(`${round + 1} of ${rounds} rounds`);
  }
  await spans.during(THERE, () => setTimeout(seconds * 1000));
  await renders.stop();
  const errors = services.flatMap((service) => service.log(50));
  const exits = await Promise.all(services.map((service) => service.stop()));
  const { samples } = renders;
  const wrong = samples.flatMap((sample) => (sample.how === "wrong" ? [sample.fault] : []));
  const drawn = samples.filter(({ how }) => how === "drawn").length;
  const slower = faultsOf(shared).map(({ name }) => {
    const [during, beside] = [spans.p99(name), spans.p99Beside(name)];
    return within(
      `while it is ${name}: 99 % within ${milliseconds(during)}, beside it ${milliseconds(beside)}; more by`,
      during - beside,
      50,
    );
  });
  return [
    none("answers other than a render, the same each time, or a 503 that says when to come again", wrong),
    atLeast("renders", drawn, ((rounds * 8 + 1) * seconds * pace) / 2),
    figure("renders a second, asked for at even distances", pace.toFixed(1)),
    figure("refused with 503", whole(samples.length - drawn - wrong.length)),
    figure("with Redis there: 99 % within", milliseconds(spans.p99(THERE))),
    ...slower,
    within("from its return until both services share it again, at most", Math.max(...recoveries), 5000),
    none("lines of the log that tell of an error", errors),
    none("exit codes other than 0", exits.filter(({ code }) => code !== 0).length),
  ];
};

const THERE = "there";

type Span = { readonly name: string; readonly from: number; readonly to: number };

/** Groups samples by the phase in which they were sent. */
const createSpans = ({ samples }: PacedRenders) => {
  const spans: Span[] = [];
  const p99 = (isMeant: (span: Span, at: number) => boolean): number => {
    const meant = spans.filter(isMeant);
    const isOf = ({ how, sent }: Sample) => how === "drawn" && meant.some(({ from, to }) => from <= sent && sent < to);
    return percentile(
      samples.filter(isOf).map(({ ms }) => ms),
      0.99,
    );
  };
  return {
    during: async (name: string, work: () => Promise<unknown>) => {
      const from = performance.now();
      await work();
      spans.push({ name, from, to: performance.now() });
    },
    p99: (name: string) => p99((span) => span.name === name),
    /** Of the phases right before and after: a shared machine's speed drifts within minutes. */
    p99Beside: (name: string) => p99((_, at) => spans[at - 1]?.name === name || spans[at + 1]?.name === name),
  };
};

const limits = async (shared: SharedRedis, hits: number): Promise<readonly Finding[]> => {
  const env = { SERVICE_RATE_POINTS: String(POINTS), SERVICE_CACHE: "redis", SERVICE_QUEUE: String(2 * hits) };
  const services = await startPair(shared, env);
  const ports = services.map(({ port }) => port);
  const counted = await allowedWithRedis(services, ports, hits);
  await shared.redis.kill();
  const alone = await allowedOf(ports, hits);
  await shared.redis.start();
  await Promise.all(services.map((service) => service.stop()));
  return [
    none(
      `of ${hits} hits at once on both, let in besides the ${POINTS} of the limit, or too few`,
      Math.abs(counted - POINTS),
    ),
    none(`of ${hits} with Redis dead, let in besides twice the limit`, Math.max(0, alone - 2 * POINTS)),
  ];
};
