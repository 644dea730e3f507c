import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { redisAt } from "../../apps/service/src/shared/redis-connection.ts";
import { createRedisLink, type RedisLink } from "../../apps/service/src/shared/redis-link.ts";
import { fixture } from "../spec/drawn.ts";
import { failProcess, startProcess } from "../support/http-process.ts";
import { askRender, rawImage } from "../support/http-render.ts";
import { makeCertificate } from "./support/certificate.ts";
import { type Certificate, type RedisServer, startRedis } from "./support/redis-server.ts";
import { type SlowProxy, startSlowProxy } from "./support/slow-proxy.ts";
import { startServices } from "./support/two-services.ts";

const RAMP = fixture("charts/ramp.png");

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const server = async (options: readonly string[] = [], tls?: Certificate): Promise<RedisServer> => {
  const redis = await startRedis(options, tls);
  cleanups.push(redis.stop);
  return redis;
};

const proxy = async (target: number): Promise<SlowProxy> => {
  const slow = await startSlowProxy(target);
  cleanups.push(slow.close);
  return slow;
};

/** A connection to an address, and its log. */
const linkTo = (url: string): RedisLink & { readonly lines: string[] } => {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const link = createRedisLink({ connect: redisAt(url), log: { info: say, warn: say } });
  cleanups.push(link.close);
  return Object.assign(link, { lines });
};

const isUp = async (link: RedisLink, within = 5000) => {
  await vi.waitFor(() => expect(link.status().state).toBe("up"), { timeout: within, interval: 5 });
};

/** Milliseconds until a call succeeds or gives up, and which of the two. */
const asked = async (link: RedisLink): Promise<readonly ["answered" | "given up", number]> => {
  const begun = performance.now();
  const how = await link
    .run((redis) => redis.ping())
    .then(
      () => "answered" as const,
      () => "given up" as const,
    );
  return [how, performance.now() - begun];
};

/**
 * The duration of a 50 ms wait on this machine now: a busy machine delays everything in this
 * process alike.
 */
const waitOf50 = async (): Promise<number> => {
  const begun = performance.now();
  await setTimeout(50);
  return performance.now() - begun;
};

describe("a link to a running Redis", () => {
  test("sends commands and returns bytes unchanged", async () => {
    const link = linkTo((await server()).url);
    await isUp(link);
    const bytes = Buffer.from([0, 255, 13, 10, 128]);
    await link.run((redis) => redis.set("some key", bytes, 60));
    expect(await link.run((redis) => redis.get("some key"))).toEqual(bytes);
    expect(await link.run((redis) => redis.get("no key"))).toBeNull();
    expect(link.status()).toEqual({ state: "up", lastError: null });
    expect(link.lines).toEqual([]);
  });

  test("uses the user, password and database of its address", async () => {
    const { port, url } = await server(["--requirepass", "p:w/d ü"]);
    const right = linkTo(`redis://default:${encodeURIComponent("p:w/d ü")}@127.0.0.1:${port}/3`);
    await isUp(right);
    await right.run((redis) => redis.set("where", Buffer.from("three"), 60));
    const other = linkTo(`redis://:${encodeURIComponent("p:w/d ü")}@127.0.0.1:${port}`);
    await isUp(other);
    expect(await other.run((redis) => redis.get("where"))).toBeNull();
    expect((await right.run((redis) => redis.get("where")))?.toString()).toBe("three");
    const [wrong, none] = [linkTo(`redis://:wrong@127.0.0.1:${port}`), linkTo(url)];
    await expect.poll(() => wrong.status()).toEqual({ state: "resting", lastError: "WRONGPASS" });
    await expect.poll(() => none.status()).toEqual({ state: "resting", lastError: "NOAUTH" });
    // on a busy machine the first try may end before the answer
    expect(wrong.lines[0]).toMatch(
      /^Redis is unreachable \((?:WRONGPASS|TIMEOUT)\)\. Until it recovers, each instance grants/,
    );
    expect(wrong.lines.join()).not.toContain("127.0.0.1");
  });

  test("sends nothing to a rediss server without a trusted certificate", async () => {
    const certificate = makeCertificate();
    cleanups.push(certificate.remove);
    const { url } = await server([], certificate);
    const link = linkTo(url);
    await expect.poll(() => link.status().lastError).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
  });

  test("reports an error reply to the caller, and once to the operator", async () => {
    const { url } = await server(["--user", "default", "on", "nopass", "~*", "+ping", "+get"]);
    const link = linkTo(url);
    await isUp(link);
    const refused = () => link.run((redis) => redis.set("key", Buffer.from("x"), 60));
    await expect(refused()).rejects.toThrow(/NOPERM/);
    await expect(refused()).rejects.toThrow(/NOPERM/);
    expect(link.status()).toEqual({ state: "up", lastError: "NOPERM" });
    expect(link.lines).toHaveLength(1);
    expect((await asked(link))[0]).toBe("answered");
  });
});

describe("a link to a Redis that is down", () => {
  test("rejects calls at once if nothing listens, and reconnects when Redis starts", async () => {
    const redis = await server();
    await redis.kill();
    const link = linkTo(redis.url);
    await expect.poll(() => link.status()).toEqual({ state: "resting", lastError: "ECONNREFUSED" });
    expect(await asked(link)).toEqual(["given up", expect.closeTo(0, -1.5)]);
    await redis.start();
    await isUp(link);
    expect((await asked(link))[0]).toBe("answered");
    expect(link.lines).toEqual([expect.stringContaining("ECONNREFUSED"), "Redis is back."]);
  });

  test("gives up all calls after 50 ms of silence, and then rejects at once", async () => {
    const redis = await server();
    const link = linkTo(redis.url);
    await isUp(link);
    redis.freeze();
    const first = Array.from({ length: 20 }, () => asked(link));
    await setTimeout(20);
    const second = Array.from({ length: 20 }, () => asked(link));
    const wait = waitOf50();
    const waits = await Promise.all([...first, ...second]);
    expect(waits.filter(([how]) => how === "answered")).toEqual([]);
    expect(Math.max(...waits.map(([, ms]) => ms))).toBeLessThan((await wait) + 200);
    expect(link.status()).toEqual({ state: "resting", lastError: "TIMEOUT" });
    // the fastest of several in sequence: a stalled machine delays some, waiting for Redis would
    // delay all
    const after: number[] = [];
    for (let turn = 0; turn < 20; turn++) after.push((await asked(link))[1]);
    expect(Math.min(...after)).toBeLessThan(25);
    redis.thaw();
    await isUp(link);
    expect((await asked(link))[0]).toBe("answered");
  });

  test("does not use a Redis that replies too late", async () => {
    const redis = await server();
    const slow = await proxy(redis.port);
    const link = linkTo(`redis://127.0.0.1:${slow.port}`);
    await isUp(link);
    slow.delay(500);
    expect((await asked(link))[0]).toBe("given up");
    // several probes in the background: none is fast enough
    await setTimeout(2500);
    expect(link.status()).toEqual({ state: "resting", lastError: "TIMEOUT" });
    slow.delay(0);
    await isUp(link);
  });

  test("reconnects after a crash without an unhandled error", async () => {
    const redis = await server();
    const link = linkTo(redis.url);
    await isUp(link);
    await redis.kill();
    await expect.poll(() => link.status().state).toBe("resting");
    await redis.start();
    await isUp(link);
    expect((await asked(link))[0]).toBe("answered");
  });

  test("closes at once, whatever is pending", async () => {
    const redis = await server();
    const link = linkTo(redis.url);
    await isUp(link);
    redis.freeze();
    const waiting = asked(link);
    const begun = performance.now();
    await link.close();
    expect((await waiting)[0]).toBe("given up");
    expect(performance.now() - begun).toBeLessThan(5000);
    redis.thaw();
  });
});

describe("an instance and its Redis", () => {
  test("speak TLS if the operator's authority signed the certificate", async () => {
    const certificate = makeCertificate();
    const secure = await startRedis(["--requirepass", "secret"], certificate);
    const url = secure.url.replace("://", "://:secret@");
    const env = { SERVICE_REDIS_URL: url, SERVICE_CACHE: "redis", NODE_EXTRA_CA_CERTS: certificate.cert };
    const { urls, stop } = await startServices(env);
    const isKept = async (at: number) => {
      const { headers } = await askRender(urls[at] ?? "", rawImage(RAMP, { columns: 8 }));
      expect(headers.get("server-timing")).toContain("cache;desc=hit");
    };
    for (const at of [0, 1]) await vi.waitFor(() => isKept(at), { timeout: 20_000, interval: 50 });
    expect((await stop()).codes).toEqual([0, 0]);
    await secure.stop();
    await certificate.remove();
  });

  test("work separately: without Redis the instance starts, counts alone, and logs it without the address", async () => {
    const gone = await startRedis();
    await gone.stop();
    const env = {
      SERVICE_PORT: "0",
      SERVICE_REDIS_URL: gone.url.replace("://", "://:geheim@"),
      SERVICE_RATE_POINTS: "3",
    };
    const { url, stop, errors } = await startProcess(env);
    const statuses: number[] = [];
    for (let at = 0; at < 5; at++) statuses.push((await askRender(url, rawImage(RAMP, { columns: 8 }))).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await stop()).toBe(0);
    const log = await errors;
    expect(log).toContain(
      "Redis is unreachable (ECONNREFUSED). Until it recovers, each instance grants a client its share",
    );
    expect(log).not.toMatch(new RegExp(`geheim|:${gone.port}`));
  });

  test("do not start with an invalid address, and the error does not repeat it", async () => {
    const env = { SERVICE_REDIS_URL: "http://:geheim@redis.example", SERVICE_RATE_POINTS: "1" };
    const { code, output, errors } = await failProcess(env);
    expect([code, output]).toEqual([1, ""]);
    expect(errors).toMatch(/^SERVICE_REDIS_URL cannot be used: it must be redis:\/\/\[user:password@\]host:port/);
    expect(errors).not.toMatch(/geheim|redis\.example/);
  });
});
