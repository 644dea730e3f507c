import { HEALTH, PROBLEM } from "@lumiglyph/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";
import { createApp } from "./app.ts";
import type { Environment } from "./config/read-settings.ts";
import { openapi } from "./documents/openapi/document.ts";
import { createDrain } from "./drain.ts";
import { createGuardedAgent } from "./security/guarded-agent.ts";
import { trustedHosts } from "./security/trusted-hosts.ts";
import { createImageFetcher, type FetchImage } from "./source/fetch-image.ts";
import { servedEndpoints } from "./tables/endpoints.ts";
import { SMALL_STUDIO } from "./testing/small-studio.ts";
import { httpParts } from "./testing/test-parts.ts";

const ajv = addFormats.default(new Ajv2020({ strict: true }));
const isProblem = ajv.compile(PROBLEM);
const isHealth = ajv.compile(HEALTH);

const send = (options: InjectOptions) => createApp(httpParts()).inject(options);

const png = { headers: { "content-type": "image/png" }, payload: Buffer.from("four") };
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0[0-3]$/;

describe("health", () => {
  test.each(["/api/health", "/api/v1/health"])("%s reports state, capabilities, load and trace", async (url) => {
    const response = await send({ url });
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/json");
    expect(response.headers["cache-control"]).toBe("no-store");
    const body = response.json();
    expect(isHealth(body), ajv.errorsText(isHealth.errors)).toBe(true);
    expect(body).toMatchObject({ status: "ok", service: "lumiglyph", version: "0.3.0" });
    expect(body.load).toEqual({ workers: 1, busy: 0, queued: 0, capacity: 5 });
    const [, traceId, spanId] = TRACEPARENT.exec(String(response.headers["traceparent"])) ?? [];
    expect(body.trace).toEqual({ traceId, spanId, sampled: false });
  });

  test("shows the configured limits and formats", async () => {
    const app = createApp(httpParts({ SERVICE_MAX_IMAGE_BYTES: "2048", SERVICE_INPUT_FORMATS: "png" }));
    const { capabilities } = (await app.inject({ url: "/api/health" })).json();
    expect(capabilities.inputFormats).toEqual(["png"]);
    expect(capabilities.limits).toEqual({
      imageBytes: 2048,
      imagePixels: 40_000_000,
      imageSide: 12_000,
      cells: 240_000,
    });
  });

  test("counts uptime from the start of the app", async () => {
    let now = 5000;
    const app = createApp({ ...httpParts(), clock: () => now });
    now += 1234.5;
    expect((await app.inject({ url: "/api/health" })).json().uptimeSeconds).toBe(1.234);
  });

  test("reports draining at once and rejects new renders", async () => {
    const drain = createDrain();
    const app = createApp({ ...httpParts(), drain });
    drain.begin();
    const health = await app.inject({ url: "/api/health" });
    expect([health.statusCode, health.json().status, health.headers["connection"]]).toEqual([200, "draining", "close"]);
    const render = await app.inject({ method: "POST", url: "/api/v1/render", ...png });
    expect([render.statusCode, render.json().code, render.headers["retry-after"]]).toEqual([503, "draining", "1"]);
  });
});

describe("trace headers", () => {
  const parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const kinds: readonly (readonly [string, number, InjectOptions])[] = [
    ["a probe", 200, { url: "/api/health" }],
    ["a probe by HEAD", 200, { method: "HEAD", url: "/api/health" }],
    ["a document", 200, { url: "/api/openapi.json" }],
    ["a render", 200, { method: "POST", url: "/api/v1/render", ...png }],
    ["an invalid request", 400, { method: "POST", url: "/api/v1/render?columns=x", ...png }],
    ["a malformed URL", 400, { url: "/%" }],
    ["an untrusted host", 403, { url: "/api/health", headers: { host: "evil.example" } }],
    ["an unknown path", 404, { url: "/nope" }],
    ["a wrong method", 405, { method: "DELETE", url: "/api/health" }],
    [
      "too large an image",
      413,
      { method: "POST", url: "/api/v1/render", headers: { "content-type": "image/png", "content-length": "99999999" } },
    ],
    [
      "another content type",
      415,
      { method: "POST", url: "/api/v1/render", headers: { "content-type": "text/plain" }, payload: "x" },
    ],
    [
      "a malformed content type",
      415,
      { method: "POST", url: "/api/v1/render", headers: { "content-type": "nonsense" }, payload: "x" },
    ],
    ["a preflight", 204, { method: "OPTIONS", url: "/api/v1/render" }],
  ];

  test.each(kinds)("%s returns %i with its own trace", async (_what, status, options) => {
    const { statusCode, headers } = await send(options);
    expect(statusCode).toBe(status);
    expect(headers["traceparent"]).toMatch(TRACEPARENT);
    expect(String(headers["server-timing"]).split(", ")[0]).toBe(`trace;desc=${headers["traceparent"]}`);
    expect(headers["tracestate"]).toBeUndefined();
  });

  test.each(kinds)("%s continues the client's trace", async (_what, _status, options) => {
    const headers = { ...options.headers, traceparent: parent, tracestate: "vendor=1" };
    const response = await send({ ...options, headers });
    expect(response.headers["traceparent"]).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01$/);
    expect(response.headers["traceparent"]).not.toBe(parent);
    expect(response.headers["tracestate"]).toBe("vendor=1");
  });

  test("ignores two traceparent headers", async () => {
    const { headers } = await send({ url: "/api/health", headers: { traceparent: [parent, parent] } as never });
    expect(headers["traceparent"]).not.toContain("4bf92f3577b34da6a3ce929d0e0e4736");
  });

  test("every error matches the problem schema and carries its own trace", async () => {
    for (const [what, status, options] of kinds.filter(([, code]) => code >= 400)) {
      const response = await send(options);
      const body = response.json();
      expect(isProblem(body), `${what}: ${ajv.errorsText(isProblem.errors)}`).toBe(true);
      expect(response.headers["content-type"]).toBe("application/problem+json");
      expect(body.status).toBe(status);
      expect(body.type).toBe(`http://127.0.0.1:8787/docs/errors#${body.code}`);
      expect(response.headers["traceparent"]).toContain(body.traceId);
    }
  });
});

describe("methods and paths", () => {
  const served = Object.entries(openapi(undefined, servedEndpoints({ credential: false, addresses: true })).paths).map(
    ([path, item]) => [path, ["get", "head", "post"].filter((method) => method in item)] as const,
  );

  test.each(served)("%s answers its own methods and lists them to others", async (path, own) => {
    const allow = [...own, "options"].join(", ").toUpperCase();
    const unserved = ["get", "post"].filter((method) => !own.includes(method)).map((method) => method.toUpperCase());
    const others = ["DELETE", "PUT", "PATCH", "TRACE", "PROPFIND", ...unserved];
    for (const method of others) {
      const response = await send({ method: method as "PUT", url: path });
      expect([response.statusCode, response.headers["allow"], response.json().code]).toEqual([
        405,
        allow,
        "method_not_allowed",
      ]);
    }
    const options = await send({ method: "OPTIONS", url: path });
    expect([options.statusCode, options.headers["allow"], options.payload]).toEqual([204, allow, ""]);
  });

  test.each(served.filter(([, posts]) => !posts))("HEAD %s equals GET without the body", async (path) => {
    const still = { random: (bytes: number) => new Uint8Array(bytes).fill(7), clock: () => 0 };
    const app = createApp({ ...httpParts(), ...still, studio: SMALL_STUDIO });
    const get = await app.inject({ url: path });
    const head = await app.inject({ method: "HEAD", url: path });
    expect([head.statusCode, head.payload]).toEqual([200, ""]);
    const { date: _get, ...expected } = get.headers;
    const { date: _head, ...given } = head.headers;
    expect(given).toEqual(expected);
  });

  test("ignores a trailing slash, but not letter case", async () => {
    expect((await send({ url: "/api/health/" })).statusCode).toBe(200);
    expect((await send({ url: "/docs/errors/" })).statusCode).toBe(200);
    expect((await send({ method: "POST", url: "/api/v1/render/?columns=8", ...png })).statusCode).toBe(200);
    expect((await send({ method: "PUT", url: "/api/v1/render/" })).statusCode).toBe(405);
    expect((await send({ url: "/API/health" })).statusCode).toBe(404);
  });

  test.each([
    "/",
    "//",
    "//api/health",
    "/api//health",
    "/api/health%2f",
    "/..",
    "/api/health/x",
    "/\u0000",
    `/${"x".repeat(9000)}`,
    "/;",
    "/api/health;x",
  ])("%j returns 404", async (url) => {
    const response = await send({ url: encodeURI(url).replaceAll("%25", "%") });
    expect([response.statusCode, response.json().code]).toEqual([404, "not_found"]);
  });

  test.each(["/%", "/%zz", "/%ff", "/api/health%"])("%s returns 400", async (url) => {
    const response = await send({ url });
    expect([response.statusCode, response.json().code]).toEqual([400, "request_malformed"]);
  });

  test("ignores Accept", async () => {
    expect((await send({ url: "/api/health", headers: { accept: "text/csv" } })).statusCode).toBe(200);
  });
});

describe("CORS", () => {
  test("any origin may read every response and the documented headers", async () => {
    for (const url of ["/api/health", "/nope", "/%"]) {
      const { headers } = await send({ url, headers: { origin: "https://elsewhere.example" } });
      expect(headers["access-control-allow-origin"]).toBe("*");
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
      expect(headers["access-control-expose-headers"]).toBe(
        "traceparent, tracestate, Server-Timing, Render-Quality, Render-Glyphs, Render-Grid, Retry-After, RateLimit, RateLimit-Policy, ETag, Content-Disposition, Deprecation, Sunset",
      );
    }
  });

  test("a preflight allows the methods of its path and the documented headers", async () => {
    const headers = {
      origin: "https://elsewhere.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    };
    const preflight = await send({ method: "OPTIONS", url: "/api/v1/render", headers });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers["access-control-allow-methods"]).toBe("GET, HEAD, POST, OPTIONS");
    expect(preflight.headers["access-control-allow-headers"]).toMatch(
      /^Content-Type, Authorization, X-Service-API-Key, traceparent, tracestate, MCP-Protocol-Version/,
    );
    expect(preflight.headers["access-control-max-age"]).toBe("86400");
    expect(preflight.headers["content-length"]).toBeUndefined();
  });

  test("a preflight for an unknown path returns 404", async () => {
    expect((await send({ method: "OPTIONS", url: "/nope" })).statusCode).toBe(404);
  });
});

describe("documents", () => {
  test.each([
    ["/api/openapi.json", "application/json"],
    ["/docs/errors", "text/html; charset=utf-8"],
  ])("%s has a strong ETag and returns 304 when it matches", async (url, type) => {
    const first = await send({ url });
    expect([first.statusCode, first.headers["content-type"]]).toEqual([200, type]);
    expect(first.headers["cache-control"]).toBe("public, max-age=300");
    const etag = String(first.headers["etag"]);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await send({ url, headers: { "if-none-match": condition } });
      expect([again.statusCode, again.payload, again.headers["etag"]]).toEqual([304, "", etag]);
      expect(again.headers["content-type"]).toBeUndefined();
    }
    expect((await send({ url, headers: { "if-none-match": '"other"' } })).statusCode).toBe(200);
  });

  test("the description comes from the contract, and problem types link to the explained errors", async () => {
    expect((await send({ url: "/api/openapi.json" })).json()).toEqual(
      JSON.parse(JSON.stringify(openapi(undefined, servedEndpoints({ credential: false, addresses: false })))),
    );
    const { type } = (await send({ url: "/nope" })).json();
    const { pathname, hash } = new URL(type);
    expect((await send({ url: pathname })).payload).toContain(`id="${hash.slice(1)}"`);
  });
});

describe("the log", () => {
  test("has one line per request, without any client input", async () => {
    const parts = httpParts();
    const canary = "kanarienvogel";
    const app = createApp(parts);
    await app.inject({
      method: "POST",
      url: `/api/v1/render?${canary}=${canary}`,
      ...png,
      headers: { ...png.headers, "user-agent": canary, referer: canary },
    });
    await app.inject({ url: `/${canary}` });
    await app.inject({ url: `/${canary}%` });
    await app.inject({
      method: "POST",
      url: "/api/v1/render",
      headers: { "content-type": `${canary}` },
      payload: canary,
    });
    expect(parts.lines.join("")).not.toContain(canary);
    const [first] = parts.lines.map((line) => JSON.parse(line));
    expect(first).toMatchObject({ method: "POST", route: "/api/v1/render", status: 400, msg: "answered" });
    expect(first.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(first.ms).toBeGreaterThanOrEqual(0);
    expect(parts.lines.map((line) => JSON.parse(line).status)).toEqual([400, 404, 400, 415]);
  });

  test("warns about an unlisted proxy if a client limit is set", async () => {
    const warnings = async (env: Environment) => {
      const parts = httpParts(env);
      const app = createApp(parts);
      const headers = { ...png.headers, "x-forwarded-for": "198.51.100.1" };
      for (let count = 0; count < 2; count++) {
        await app.inject({ method: "POST", url: "/api/v1/render", ...png, headers });
      }
      return parts.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
    };
    for (const limit of [{ SERVICE_RATE_POINTS: "9" }, { SERVICE_CLIENT_CONCURRENCY: "9" }]) {
      expect(await warnings(limit)).toMatchObject([{ msg: expect.stringContaining("SERVICE_TRUSTED_PROXIES") }]);
      expect(await warnings({ ...limit, SERVICE_TRUSTED_PROXIES: "127.0.0.0/8" })).toEqual([]);
    }
    expect(await warnings({})).toEqual([]);
  });

  test("names the check that an image URL failed, but not the URL", async () => {
    const parts = httpParts({ SERVICE_LOG_LEVEL: "debug" });
    const canary = "kanarienvogel";
    const trusted = trustedHosts(["*.trusted.example"]);
    const resolve = async () => ["10.0.0.1"];
    const agent = createGuardedAgent({
      trusted,
      allowPrivate: false,
      connectTimeoutMs: 1000,
      stallTimeoutMs: 1000,
      resolve,
    });
    const options = { agent, maxBytes: 1000, timeoutMs: 1000, slots: 1, userAgent: "test" };
    // the second URL is trusted, so the agent has to refuse it
    const fetchers = [
      createImageFetcher({ ...options, trusted }),
      createImageFetcher({ ...options, trusted: () => "own" }),
    ];
    const causes = [];
    const statuses = [];
    for (const [at, host] of [`${canary}.trusted.example`, `${canary}.example`].entries()) {
      const app = createApp({ ...parts, fetchImage: fetchers[at] as FetchImage });
      const payload = { imageUrl: `https://${host}/${canary}` };
      statuses.push((await app.inject({ method: "POST", url: "/api/v1/render", payload })).statusCode);
      causes.push(parts.lines.map((line) => JSON.parse(line)).findLast(({ msg }) => msg === "refused")?.cause);
    }
    await agent.close();
    expect(statuses).toEqual([502, 400]);
    expect(causes).toEqual(["host at an address that is not allowed", "connection to a host not trusted"]);
    expect(parts.lines.join("")).not.toContain(canary);
  });

  test("is silent if the operator turns it off", async () => {
    const parts = httpParts({ SERVICE_LOG_LEVEL: "silent" });
    await createApp(parts).inject({ url: "/api/health" });
    expect(parts.lines).toEqual([]);
  });
});

describe("an internal error", () => {
  test("returns 500 without the message and logs the stack under the same trace", async () => {
    const parts = httpParts();
    const renderer = () => Promise.reject(new Error("geheim"));
    const response = await createApp({ ...parts, renderer }).inject({ method: "POST", url: "/api/v1/render", ...png });
    const body = response.json();
    expect([response.statusCode, body.code, body.type]).toEqual([500, "internal", "about:blank"]);
    expect(response.payload).not.toContain("geheim");
    const failed = parts.lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === "failed");
    expect([failed.traceId, failed.err.type, failed.level]).toEqual([body.traceId, "Error", 50]);
    expect(failed.err.stack).toMatch(/^at .*app\.test\.ts/);
    expect(parts.lines.join("")).not.toContain("geheim");
  });
});
