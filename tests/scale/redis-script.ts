import { createRedisCounter } from "../../apps/service/src/limits/point-counter.ts";
import { redisAt } from "../../apps/service/src/shared/redis-connection.ts";
import { createKeyedHash } from "../../apps/service/src/shared/shared-settings.ts";
import type { ScriptCost } from "../../scripts/scale/measured.ts";
import { startRedis } from "../redis/support/redis-server.ts";
import { processSeconds } from "../reliability/machine-share.ts";

/** Clients whose points are counted, and questions that are under way at once. */
const CLIENTS = 20_000;
const AT_ONCE = 200;

/** What it takes Redis to count points, with the service's own counter. */
export const measureScript = async (scripts: number): Promise<ScriptCost> => {
  const redis = await startRedis();
  const { commands, close } = await redisAt(redis.url)(new AbortController().signal);
  const counter = createRedisCounter(1000, { run: (command) => command(commands) }, createKeyedHash("of a bench"));
  const spend = (at: number) => counter.spend(`client ${at % CLIENTS}`, 1);
  // the script is there and every account is open
  await inTurn(CLIENTS, spend);
  const [begun, before] = [performance.now(), processSeconds(redis.pid()).own];
  await inTurn(scripts, spend);
  const seconds = Number(((performance.now() - begun) / 1000).toFixed(2));
  const redisSeconds = Number((processSeconds(redis.pid()).own - before).toFixed(2));
  close();
  await redis.stop();
  return { scripts, seconds, redisSeconds };
};

const inTurn = async (count: number, work: (at: number) => Promise<unknown>): Promise<void> => {
  let next = 0;
  const loop = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
};
