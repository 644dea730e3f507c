import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startReceivingSite } from "../../apps/service/src/testing/receiving-site.ts";
import { fixture } from "../spec/drawn.ts";
import { startProcess } from "../support/http-process.ts";
import { ask, askRender, rawImage } from "../support/http-render.ts";
import { startReceiver } from "../trace/support/trace-receiver.ts";
import { type RedisServer, startRedis } from "./support/redis-server.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const [OLD, NEW, SENT] = ["old-key-0123456789abcdef", "new-key-0123456789abcdef", "sent-key-0123456789abcdef"];
const RAMP = rawImage(fixture("charts/ramp.png"), { columns: 20 });

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const start = (keys: string, env: { readonly [name: string]: string } = {}) =>
  startProcess({ SERVICE_PORT: "0", SERVICE_WORKERS: "1", SERVICE_API_KEY: keys, ...env });

/** Statuses that keys get from an operator's endpoint. */
const statuses = (url: string) =>
  Promise.all(
    [OLD, NEW, SENT].map(
      async (key) => (await ask(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } })).status,
    ),
  );

describe("replacing the credential", () => {
  test("instance by instance loses no request: both keys work, then the new one (answers 4.1, 4.2)", async () => {
    const shared = { SERVICE_REDIS_URL: redis.url, SERVICE_CACHE: "redis", SERVICE_RATE_POINTS: "1000" };
    const before = await start(OLD, shared);
    const between = await start(`${OLD},${NEW}`, shared);
    const after = await start(NEW, shared);
    const draw = async (url: string) => {
      const { status, headers, text } = await askRender(url, RAMP);
      return { status, text, found: /cache;desc=(hit|miss)/.exec(headers.get("server-timing") ?? "")?.[1] };
    };
    const first = await draw(before.url);
    expect(first).toMatchObject({ status: 200, found: "miss" });
    // with the same first key they share what Redis stores
    await vi.waitFor(async () => expect(await draw(between.url)).toEqual({ ...first, found: "hit" }), {
      timeout: 10_000,
    });
    expect(await draw(after.url)).toEqual({ ...first, found: "miss" });
    expect(await statuses(before.url)).toEqual([200, 401, 401]);
    expect(await statuses(between.url)).toEqual([200, 200, 401]);
    expect(await statuses(after.url)).toEqual([401, 200, 401]);
    for (const { stop } of [before, between, after]) await stop();
  });

  test("other systems get the outbound key, by default the first credential (answers 4.3, 4.4)", async () => {
    for (const [env, sent] of [
      [{ SERVICE_OUTBOUND_KEY: SENT }, SENT],
      [{}, NEW],
    ] as const) {
      const receiver = await startReceiver();
      const site = await startReceivingSite((_request, response) => response.end());
      const targets = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, SERVICE_HANDOFF_TARGET: site.target };
      const { url, stop } = await start(`${NEW},${OLD}`, { ...env, ...targets });
      expect((await askRender(url, RAMP)).status).toBe(200);
      await vi.waitFor(() => expect([receiver.posts.length > 0, site.seen.length > 0]).toEqual([true, true]), {
        timeout: 20_000,
      });
      expect(await statuses(url)).toEqual([200, 200, 401]);
      await stop();
      const seen = [...receiver.posts, ...site.seen].map(({ headers }) => headers["authorization"]);
      expect(new Set(seen)).toEqual(new Set([`Bearer ${sent}`]));
      await receiver.stop();
      site.stop();
    }
  });
});
