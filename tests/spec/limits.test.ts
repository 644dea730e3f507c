import { type AppParts, readSettings } from "@lumiglyph/service";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { openConnection } from "../../apps/service/src/testing/raw-connection.ts";
import { type Answer, ask, askRender, type RenderRequest, rawImage } from "../support/http-render.ts";
import { SCHEMAS } from "../support/http-schemas.ts";
import { startService } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";

const RAMP = rawImage(fixture("charts/ramp.png"), { columns: 8 });
const PROXIES = { SERVICE_TRUSTED_PROXIES: "127.0.0.0/8" };

/** A running service that renders for a client named by a proxy in front of it. */
const limited = async (env: { readonly [name: string]: string }, parts: Partial<AppParts> = {}) => {
  const { service, stop } = await startService({ ...PROXIES, ...env }, parts);
  const render = (request: RenderRequest = RAMP, client = "203.0.113.1") =>
    askRender(service.url, { ...request, headers: { ...request.headers, "x-forwarded-for": client } });
  return { ...service, render, stop };
};

/** The remaining points in a response's `RateLimit`. */
const left = ({ headers }: Answer) => Number(/^"render";r=(\d+);t=\d+$/.exec(headers.get("ratelimit") ?? "")?.[1]);

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#808080" } })
    .png()
    .toBuffer();

test("Without limits a client is never refused and gets no limit headers (answers 3.1, 3.12)", async () => {
  const reading = readSettings({});
  expect(reading).toMatchObject({ settings: { SERVICE_RATE_POINTS: 0, SERVICE_CLIENT_CONCURRENCY: 0 } });
  for (const env of [{}, { SERVICE_RATE_POINTS: "0", SERVICE_CLIENT_CONCURRENCY: "0" }]) {
    const { render, stop } = await limited(env);
    for (let count = 0; count < 12; count++) {
      const { status, headers } = await render();
      expect([status, headers.get("ratelimit"), headers.get("ratelimit-policy")]).toEqual([200, null, null]);
    }
    await stop();
  }
});

test("A render costs 1 to 8 points by its pixels and its cells; nothing else costs any (answers 3.12)", async () => {
  const { url, render, stop } = await limited({ SERVICE_RATE_POINTS: "10" });
  const costs: (readonly [points: number, request: RenderRequest])[] = [
    [1, RAMP],
    [2, rawImage(await flat(4000, 3000), { columns: 8 })],
    [4, rawImage(await flat(100, 300), { columns: 400 })],
    [5, rawImage(await flat(8000, 4900), { columns: 40 })],
  ];
  for (const [cost, request] of costs) {
    const begun = performance.now();
    const answer = await render(request, `203.0.113.${cost}`);
    // one of ten points a minute comes back every 6 s
    const back = Math.floor((performance.now() - begun) / 6000);
    expect(answer.status).toBe(200);
    expect(left(answer)).toBeGreaterThanOrEqual(10 - cost);
    expect(left(answer)).toBeLessThanOrEqual(10 - cost + back);
    for (const path of ["/api/health", "/api/ready", "/api/openapi.json", "/docs/errors", "/nope"]) {
      expect((await ask(url + path, { headers: { "x-forwarded-for": "203.0.113.1" } })).headers.get("ratelimit")).toBe(
        null,
      );
    }
  }
  await stop();
});

test("A client without points is refused with the time to retry (answers 2.2, 3.12)", async () => {
  const { render, stop } = await limited({ SERVICE_RATE_POINTS: "3" });
  const answers = [await render(), await render(), await render()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.map(left)).toEqual([2, 1, 0]);
  const { status, headers, json } = await render();
  expect([status, json()["code"], headers.get("content-type")]).toEqual([
    429,
    "rate_limited",
    "application/problem+json",
  ]);
  expect(SCHEMAS.problem(json())).toBe("valid");
  const seconds = Number(headers.get("retry-after"));
  // the first of three points a minute comes back after 20 s
  expect(seconds).toBeGreaterThan(10);
  expect(seconds).toBeLessThanOrEqual(20);
  expect(headers.get("ratelimit-policy")).toBe('"render";q=3;w=60');
  expect(headers.get("ratelimit")).toBe(`"render";r=0;t=${seconds}`);
  expect(headers.get("access-control-expose-headers")).toMatch(/Retry-After, RateLimit, RateLimit-Policy/);
  await stop();
});

test("A client without points is refused before its image is read (answers 2.2)", async () => {
  const { port, render, stop } = await limited({ SERVICE_RATE_POINTS: "1" });
  expect((await render()).status).toBe(200);
  const connection = await openConnection(port);
  connection.send(
    "POST /api/v1/render HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.1\r\n" +
      "Content-Type: image/png\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n",
  );
  const response = await connection.response();
  expect([response.status, response.headers.get("connection")]).toEqual([429, "close"]);
  await connection.closed;
  connection.socket.destroy();
  await stop();
});

describe("a client", () => {
  test("is one IPv4 address or one IPv6 /64, with its own points (answers 3.12)", async () => {
    const { render, stop } = await limited({ SERVICE_RATE_POINTS: "1" });
    const statuses = async (...clients: string[]) => {
      const answers = [];
      for (const client of clients) answers.push((await render(RAMP, client)).status);
      return answers;
    };
    expect(await statuses("198.51.100.1", "198.51.100.2", "198.51.100.1")).toEqual([200, 200, 429]);
    expect(await statuses("::ffff:198.51.100.1")).toEqual([429]);
    expect(await statuses("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:db8:0:2::1")).toEqual([200, 429, 200]);
    await stop();
  });

  test("is the connecting address, whatever its headers say, unless a proxy is configured (answers 3.15)", async () => {
    const { service, stop } = await startService({ SERVICE_RATE_POINTS: "2" });
    const statuses = [];
    for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "cf-connecting-ip"]) {
      const headers = { ...RAMP.headers, [name]: name === "forwarded" ? "for=198.51.100.7" : "198.51.100.7" };
      statuses.push((await askRender(service.url, { ...RAMP, headers })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429]);
    await stop();
  });

  test("cannot forge its proxy's header (answers 3.15)", async () => {
    const { render, stop } = await limited({ SERVICE_RATE_POINTS: "2" });
    const statuses = [];
    for (const invented of ["1.1.1.1, ", "127.0.0.1, 2.2.2.2, ", ", ,", "unknown, "]) {
      statuses.push((await render(RAMP, `${invented}203.0.113.1`)).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429]);
    await stop();
  });

  test("is read through blocks only: an address, a name or everything is not a block (answers 3.15)", () => {
    for (const text of ["10.0.0.1", "proxy.example", "true", "1", "0.0.0.0/0", "::/0", "10.0.0.1/8"]) {
      expect(readSettings({ SERVICE_TRUSTED_PROXIES: text })).toMatchObject({
        problems: [expect.stringMatching(/^SERVICE_TRUSTED_PROXIES cannot be used: ".*" .*\.$/)],
      });
    }
    expect(readSettings({})).toMatchObject({ settings: { SERVICE_TRUSTED_PROXIES: [] } });
  });
});

test("A client has this many concurrent renders and no more (answers 2.2, 3.12, 3.13)", async () => {
  const held = Promise.withResolvers<never>();
  const { url, render, stop } = await limited({ SERVICE_CLIENT_CONCURRENCY: "2" }, { renderer: () => held.promise });
  const busy = [render(rawImage(fixture("charts/ramp.png"), { columns: 9 })), render()];
  const load = async () => (await ask(`${url}/api/health`)).json()["load"];
  await expect.poll(load).toMatchObject({ busy: 1, queued: 1 });
  const { status, headers, json } = await render();
  expect([status, json()["code"], headers.get("retry-after")]).toEqual([429, "rate_limited", "1"]);
  expect(headers.get("ratelimit-policy")).toBe('"at-once";q=2;qu="concurrent-requests"');
  expect(headers.get("ratelimit")).toBe('"at-once";r=0');
  const other = render(rawImage(fixture("charts/ramp.png"), { columns: 10 }), "203.0.113.2");
  await expect.poll(load).toMatchObject({ busy: 1, queued: 2 });
  held.reject(new Error("over"));
  expect((await Promise.all([...busy, other])).map((answer) => answer.status)).toEqual([500, 500, 500]);
  expect((await render()).status).toBe(500);
  await stop();
});
