import { afterAll, beforeAll, expect, test } from "vitest";
import { startRedis } from "../redis/support/redis-server.ts";
import { type ServiceProcess, startServiceProcess } from "../reliability/service-process.ts";
import { fixture } from "../spec/drawn.ts";
import { type ImageHost, startImageHost } from "../support/http-image-host.ts";
import { type RunningProxy, startHaproxy, startNginx } from "./proxy.ts";

const KEY = "of-the-operator";
const PICTURES = ["koi.png", "portrait.png", "still-life.png", "moonlit.png", "sprite.png"].map((name) =>
  fixture(name),
);

/** How often each picture has been replaced. */
let turn = 0;
let host: ImageHost;
let env: { readonly [name: string]: string };
let instances: readonly ServiceProcess[];
let proxy: RunningProxy;

beforeAll(async () => {
  host = await startImageHost(["localhost"], ({ url = "" }, response) => {
    const place = Number(/\d+/.exec(url)?.[0] ?? 0);
    response.setHeader("content-type", "image/png").end(PICTURES[(place + turn) % PICTURES.length]);
  });
  env = {
    ...{ SERVICE_WORKERS: "1", SERVICE_QUEUE: "64", SERVICE_API_KEY: KEY, SERVICE_TRUSTED_PROXIES: "127.0.0.1/32" },
    ...{ SERVICE_IMAGE_FETCH_ALLOWLIST: `localhost:${host.port}`, SERVICE_IMAGE_FETCH_PRIVATE: "true" },
    ...{ NODE_EXTRA_CA_CERTS: host.certificateFile, SERVICE_URL_MAX_AGE: "5", SERVICE_URL_STALE: "60" },
  };
  instances = [await startServiceProcess(env), await startServiceProcess(env)];
  proxy = await startNginx([`127.0.0.1:${instances[0]!.port}`, `127.0.0.1:${instances[1]!.port}`]);
}, 120_000);
afterAll(async () => {
  await proxy?.stop();
  for (const instance of instances ?? []) await instance.stop();
  await host?.stop();
});

const ADDRESSES = Array.from({ length: 50 }, (_, at) => {
  const picture = at % PICTURES.length;
  return (port: number) =>
    `/api/v1/render?columns=${20 + Math.floor(at / PICTURES.length)}&format=svg&imageUrl=${encodeURIComponent(`https://localhost:${port}/${picture}.png`)}`;
});

/** Renders that workers have done, in all instances. */
const renders = async (of = instances): Promise<number> => {
  let sum = 0;
  for (const { url } of of) {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${KEY}` } });
    sum += Number(/^lumiglyph_queue_wait_seconds_count (\d+)$/m.exec(await answer.text())?.[1]);
  }
  return sum;
};

/** Requests every address this many times, 32 at once. Returns how often each status came. */
const askAll = async (times: number, { url } = proxy): Promise<{ readonly [status: number]: number }> => {
  const counts: { [status: number]: number } = {};
  let next = 0;
  const ask = async (): Promise<void> => {
    for (let at = next++; at < times * ADDRESSES.length; at = next++) {
      const answer = await fetch(`${url}${ADDRESSES[at % ADDRESSES.length]!(host.port)}`);
      await answer.arrayBuffer();
      counts[answer.status] = (counts[answer.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, ask));
  return counts;
};

test("differently spelled Accept-Encoding headers share a cached copy, and an address expires on time", async () => {
  const before = await renders();
  const query = `columns=77&exp=${Math.floor(Date.now() / 1000) + 3}&imageUrl=${encodeURIComponent(`https://localhost:${host.port}/0.png`)}`;
  const ask = async (accepted: string): Promise<readonly [number, string | null]> => {
    const answer = await fetch(`${proxy.url}/api/v1/render?${query}`, { headers: { "accept-encoding": accepted } });
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get("content-encoding")];
  };
  for (const accepted of ["gzip, deflate, br, zstd", "br", "gzip;q=0.5, br;q=1.0"]) {
    expect(await ask(accepted)).toEqual([200, "br"]);
  }
  expect(await renders()).toBe(before + 1);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect([await ask("br"), await ask("br")]).toEqual([
    [403, null],
    [403, null],
  ]);
}, 60_000);

test("10,000 requests for 50 addresses cost 50 renders; when the pictures change, 50 more", async () => {
  const before = await renders();
  expect(await askAll(200)).toEqual({ 200: 10_000 });
  const first = await renders();
  expect(first - before).toBe(50);
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  // stale by now: revalidated, and unchanged
  expect(await askAll(4)).toEqual({ 200: 200 });
  expect(await renders()).toBe(first);
  turn++;
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  await askAll(4);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await renders()).toBe(first + 50);
}, 180_000);

test("behind haproxy's cache and with Redis, 5,000 requests for 50 addresses cost 50 renders", async () => {
  const redis = await startRedis();
  const shared = { ...env, SERVICE_CACHE: "redis", SERVICE_REDIS_URL: redis.url };
  const both = [await startServiceProcess(shared), await startServiceProcess(shared)] as const;
  const balancer = await startHaproxy([`127.0.0.1:${both[0].port}`, `127.0.0.1:${both[1].port}`]);
  expect(await askAll(100, balancer)).toEqual({ 200: 5000 });
  expect(await renders(both)).toBe(50);
  // haproxy answers from its cache for every spelling of Accept-Encoding
  const address = `${balancer.url}${ADDRESSES[0]!(host.port)}`;
  await balancerAnswers(address, "br", null);
  for (const instance of both) process.kill(instance.pid, "SIGSTOP");
  for (const accepted of ["gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.5"])
    await balancerAnswers(address, accepted, "0");
  for (const instance of both) process.kill(instance.pid, "SIGCONT");
  await balancer.stop();
  for (const { stop } of both) await stop();
  await redis.stop();
}, 180_000);

/** Checks that an address returns compressed art, and that `Age` says whether it is from the cache. */
const balancerAnswers = async (address: string, accepted: string, age: string | null): Promise<void> => {
  const { status, headers } = await fetch(address, { headers: { "accept-encoding": accepted } });
  expect([status, headers.get("content-encoding")]).toEqual([200, "br"]);
  if (age !== null) expect(Number(headers.get("age"))).toBeGreaterThanOrEqual(Number(age));
};
