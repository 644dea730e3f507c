import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Haproxy, startHaproxy } from "../reliability/haproxy.ts";
import { type ServiceProcess, startServiceProcess } from "../reliability/service-process.ts";
import { fixture } from "../spec/drawn.ts";
import { type ImageHost, startImageHost } from "../support/http-image-host.ts";
import { type RedisServer, startRedis } from "./support/redis-server.ts";

const KEY = "of-the-operator";
const CALLERS = 1000;

let redis: RedisServer;
let host: ImageHost;
let fetches = 0;
let instances: ServiceProcess[];
let proxy: Haproxy;

beforeAll(async () => {
  // many pixels in a small file, so that a render takes long enough to be interrupted
  const picture = await sharp({ create: { width: 7000, height: 5500, channels: 3, background: "#456" } })
    .composite([{ input: Buffer.from(fixture("koi.png")), tile: true }])
    .png({ palette: true, colors: 16, effort: 1 })
    .toBuffer();
  host = await startImageHost(["localhost"], (_request, response) => {
    fetches++;
    response.setHeader("content-type", "image/png").end(picture);
  });
  redis = await startRedis();
  const env = {
    ...{ SERVICE_WORKERS: "1", SERVICE_API_KEY: KEY, SERVICE_CACHE: "redis", SERVICE_REDIS_URL: redis.url },
    ...{ SERVICE_IMAGE_FETCH_ALLOWLIST: `localhost:${host.port}`, SERVICE_IMAGE_FETCH_PRIVATE: "true" },
    ...{ NODE_EXTRA_CA_CERTS: host.certificateFile, SERVICE_CLIENT_CONCURRENCY: "0", SERVICE_RATE_POINTS: "0" },
    SERVICE_RENDER_DEADLINE_MS: "30000",
  };
  instances = await Promise.all([1, 2, 3, 4].map(() => startServiceProcess(env)));
  proxy = await startHaproxy(instances.map(({ port }) => port));
  await proxy.counts(4);
}, 120_000);
afterAll(async () => {
  await proxy?.stop();
  for (const { stop } of instances ?? []) await stop();
  await host?.stop();
  await redis?.stop();
});

/** Jobs that a worker has drawn or is drawing. */
const drawn = async ({ url }: ServiceProcess): Promise<number> => {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${KEY}` } });
  return Number(/^lumiglyph_queue_wait_seconds_count (\d+)$/m.exec(await answer.text())?.[1] ?? Number.NaN);
};
const drawnByAll = async (of: readonly ServiceProcess[]): Promise<number> =>
  (await Promise.all(of.map(drawn))).reduce((sum, each) => sum + each, 0);

/** A thousand callers at once, each on its own connection. Returns the distinct answers with how often each came. */
const askAtOnce = async (columns: number): Promise<readonly (readonly [answer: string, times: number])[]> => {
  const agent = new Agent({ maxSockets: CALLERS });
  const address = `/api/v1/render?columns=${columns}&imageUrl=${encodeURIComponent(`https://localhost:${host.port}/large.png`)}`;
  const ask = async (): Promise<string> => {
    const request = get({ host: "127.0.0.1", port: proxy.port, path: address, agent });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return `${response.statusCode} ${(await buffer(response)).toString("base64").slice(0, 2000)}`;
  };
  const counts = new Map<string, number>();
  for (const answer of await Promise.all(Array.from({ length: CALLERS }, () => ask().catch(String)))) {
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  agent.destroy();
  return [...counts];
};

test("a thousand callers of four instances cost one render, and far fewer fetches", async () => {
  const [before, fetchedBefore] = [await drawnByAll(instances), fetches];
  const answers = await askAtOnce(100);
  expect(answers).toEqual([[expect.stringMatching(/^200 /), CALLERS]]);
  expect((await drawnByAll(instances)) - before).toBe(1);
  // callers that come after a fetch has ended fetch again: the picture may be a new one
  expect(fetches - fetchedBefore).toBeLessThan(CALLERS / 4);
}, 120_000);

test("if the rendering instance dies, one other renders it, and no caller fails", async () => {
  const before = new Map(await Promise.all(instances.map(async (each) => [each, await drawn(each)] as const)));
  const asked = askAtOnce(101);
  let victim: ServiceProcess | undefined;
  while (victim === undefined) {
    for (const each of instances) if ((await each.load()).busy > 0) victim = each;
  }
  process.kill(victim.pid, "SIGKILL");
  const others = instances.filter((each) => each !== victim);
  expect(await asked).toEqual([[expect.stringMatching(/^200 /), CALLERS]]);
  const since = await Promise.all(others.map(async (each) => (await drawn(each)) - before.get(each)!));
  expect(since.toSorted()).toEqual([0, 0, 1]);
  instances = others;
}, 120_000);
