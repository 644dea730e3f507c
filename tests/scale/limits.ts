import type { LimitCount } from "../../scripts/scale/measured.ts";
import { startRedis } from "../redis/support/redis-server.ts";
import { startListening } from "../reliability/service-process.ts";
import { allowedWithRedis } from "../reliability/shared-limit.ts";
import { inFrontOf } from "./deployment.ts";

/** What a client may have. */
const POINTS = 100;

/** How many hits at once are let in through haproxy, in front of as many instances as each of these counts says. */
export const measureLimits = async (counts: readonly number[], hits: number): Promise<readonly LimitCount[]> => {
  const redis = await startRedis();
  const env = {
    SERVICE_WORKERS: "1",
    SERVICE_REDIS_URL: redis.url,
    SERVICE_RATE_POINTS: String(POINTS),
    SERVICE_CACHE: "redis",
    SERVICE_QUEUE: String(2 * hits),
  };
  const services = await Promise.all(Array.from({ length: Math.max(...counts) }, () => startListening(env)));
  const found: LimitCount[] = [];
  for (const instances of counts) {
    const some = services.slice(0, instances);
    const { haproxy } = await inFrontOf(some, 1);
    const allowed = await allowedWithRedis(some, redis, [haproxy.port], hits);
    found.push({ instances, hits, points: POINTS, allowed });
    await haproxy.stop();
  }
  await Promise.all(services.map((service) => service.stop()));
  await redis.stop();
  return found;
};
