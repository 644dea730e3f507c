import { setTimeout } from "node:timers/promises";
import { createClient } from "@redis/client";
import { createSharedCounter } from "../../../apps/service/src/limits/shared-counter.ts";
import { type RedisCommands, redisAt } from "../../../apps/service/src/shared/redis-connection.ts";
import { createKeyedHash } from "../../../apps/service/src/shared/shared-settings.ts";
import { type Finding, figure, none } from "../findings.ts";
import { allowedOf, allowedWithRedis } from "../shared-limit.ts";
import { allListed, startPair, startSharedRedis } from "../shared-redis.ts";
import { defineTrial } from "../trial.ts";

/** The points of each client, and its requests at once on both services. */
const POINTS = 20;
const HITS = 64;

/** Clients whose calls are measured, and how often: each has points left at the end. */
const CLIENTS = 25 * HITS;
const ROUNDS = POINTS;

/** Milliseconds for which Redis is paused. */
const PAUSES = [50, 100, 200, 350, 500];

/** Two services share a limit in Redis, which is up, killed and paused. */
export const clientLimits = defineTrial({
  name: "client-limits",
  does: `two services on one Redis, each flood by a new client with ${POINTS} points a minute, which sends ${HITS} requests at once; Redis is there, is killed during a flood and started again, and is paused during a flood`,
  quick: { floods: 5, kills: 2, pauses: 5 },
  full: { floods: 30, kills: 10, pauses: 30 },
  run: async ({ floods, kills, pauses }, say) => {
    const shared = await startSharedRedis();
    const { redis } = shared;
    const env = { SERVICE_RATE_POINTS: String(POINTS), SERVICE_QUEUE: String(2 * HITS) };
    const services = await startPair(shared, env);
    const ports = services.map(({ port }) => port);
    const flood = () => allowedOf(ports, HITS);
    const calm: number[] = [];
    for (let at = 0; at < floods; at++) calm.push(await allowedWithRedis(services, ports, HITS));
    say(`with Redis there: ${calm.join(" ")}`);
    const { keys, microseconds } = await callCost(redis.url);
    const killed: number[] = [];
    const restarted: number[] = [];
    for (let at = 0; at < kills; at++) {
      const [during] = await Promise.all([flood(), setTimeout(10 * at).then(redis.kill)]);
      killed.push(during);
      await redis.start();
      restarted.push(await flood());
      await allListed(services);
    }
    say(`killed: ${killed.join(" ")}, started again: ${restarted.join(" ")}`);
    const paused: number[] = [];
    for (let at = 0; at < pauses; at++) {
      const ms = PAUSES[at % PAUSES.length] ?? 0;
      const pause = async () => {
        await setTimeout(5 * (at % 10));
        redis.freeze();
        await setTimeout(ms);
        redis.thaw();
      };
      const [during] = await Promise.all([flood(), pause()]);
      paused.push(during);
      await allListed(services);
    }
    say(`paused: ${paused.join(" ")}`);
    await Promise.all(services.map((service) => service.stop()));
    await shared.stop();
    return [
      bound("with Redis there", calm, POINTS, POINTS),
      bound("with Redis killed meanwhile", killed, POINTS - 1, 2 * POINTS),
      bound("with Redis just started again", restarted, POINTS - 1, 2 * POINTS),
      bound("with Redis paused for 50 to 500 ms", paused, POINTS / 2, 2 * POINTS),
      none(`keys in Redis, besides one for each of ${CLIENTS} clients`, Math.abs(keys - CLIENTS)),
      { ...figure("CPU of Redis for a call", `${microseconds} µs`), bound: "at most 16 µs", held: microseconds <= 16 },
    ];
  },
});

/** The fewest and most renders that floods were allowed. */
const bound = (when: string, allowed: readonly number[], least: number, most: number): Finding => {
  const [fewest, mostAllowed] = [Math.min(...allowed), Math.max(...allowed)];
  return {
    what: `renders of a client, ${when}`,
    bound: least === most ? `exactly ${least}` : `${least} to ${most}`,
    measured: `${fewest} to ${mostAllowed}`,
    held: fewest >= least && mostAllowed <= most,
    timed: false,
  };
};

/**
 * The keys of clients in Redis, and the fewest microseconds of Redis for a call in many rounds: other work on the
 * machine only adds to it.
 */
const callCost = async (url: string) => {
  const { commands, close } = await redisAt(url)(new AbortController().signal);
  const client = await createClient({ url }).connect();
  const link = { run: <Reply>(call: (redis: RedisCommands) => Promise<Reply>) => call(commands) };
  const clock = () => performance.now();
  const { take } = createSharedCounter({ limit: POINTS, link, hash: createKeyedHash(null), clock });
  const before = await client.dbSize();
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await client.configResetStat();
    for (let at = 0; at < CLIENTS; at += HITS)
      await Promise.all(Array.from({ length: HITS }, (_, one) => take(`client ${at + one}`)));
    const stats = await client.info("commandstats");
    rounds.push(Number(/^cmdstat_evalsha:.*usec_per_call=([\d.]+)/m.exec(stats)?.[1]));
  }
  const keys = (await client.dbSize()) - before;
  client.destroy();
  close();
  return { keys, microseconds: Math.min(...rounds) };
};
