import { readFileSync } from "node:fs";
import { join } from "node:path";
import { refusalFor } from "@lumiglyph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REDIRECT_TO_ADDRESS, refused } from "../../apps/service/src/security/checked-url.ts";
import { METRICS, type MetricRow } from "../../apps/service/src/tables/metrics.ts";
import { fetched } from "../../apps/service/src/testing/test-parts.ts";
import { ask, askRender, rawImage } from "../support/http-render.ts";
import { SCHEMAS } from "../support/http-schemas.ts";
import { startService } from "../support/http-service.ts";
import { type Family, readMetrics } from "../trace/support/prometheus-text.ts";
import { fixture } from "./drawn.ts";

const KEY = "platform-key-0123456789";
const BEARER = { authorization: `Bearer ${KEY}` };
const PROTECTED = ["/api/v1/platform/status", "/metrics"];
const RAMP = fixture("charts/ramp.png");

const raise = (error: Error): never => {
  throw error;
};

type Headers = { readonly [name: string]: string };

let url = "";
let stop = async () => {};
beforeAll(async () => {
  const running = await startService({ SERVICE_API_KEY: KEY });
  url = running.service.url;
  stop = running.stop;
});
afterAll(() => stop());

const render = (base: string, headers: Headers = {}) => {
  const request = rawImage(RAMP, { columns: 8 });
  return askRender(base, { ...request, headers: { ...request.headers, ...headers } });
};

const listTools = (base: string, headers: Headers) =>
  ask(`${base}/api/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });

const metrics = async (base = url): Promise<ReadonlyMap<string, Family>> =>
  readMetrics((await ask(`${base}/metrics`, { headers: BEARER })).text);

const figureOf = (families: ReadonlyMap<string, Family>, name: string, labels: Headers = {}) =>
  [...families.values()]
    .flatMap(({ samples }) => samples)
    .find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )?.value;

describe("a protected path", () => {
  /** Credential, status, challenge and code. */
  const TABLE: readonly (readonly [string, Headers, number, string | null, string | null])[] = [
    ["nothing", {}, 401, "Bearer", "credential_missing"],
    ["another scheme alone", { authorization: "Basic dXNlcjpwYXNz" }, 401, "Bearer", "credential_missing"],
    ["a wrong bearer", { authorization: "Bearer wrong" }, 401, 'Bearer error="invalid_token"', "invalid_token"],
    ["a wrong header", { "x-service-api-key": "wrong" }, 401, 'Bearer error="invalid_token"', "invalid_token"],
    [
      "two that differ",
      { ...BEARER, "x-service-api-key": "wrong" },
      401,
      'Bearer error="invalid_token"',
      "invalid_token",
    ],
    ["the bearer scheme", BEARER, 200, null, null],
    ["the service's own header", { "x-service-api-key": KEY }, 200, null, null],
    ["both alike", { ...BEARER, "x-service-api-key": KEY }, 200, null, null],
  ];

  for (const [what, headers, status, challenge, code] of TABLE) {
    test(`answers ${status} to ${what} (answers 4.2)`, async () => {
      for (const path of PROTECTED) {
        for (const method of ["GET", "HEAD"]) {
          const answer = await ask(url + path, { method, headers });
          expect([path, answer.status, answer.headers.get("www-authenticate")]).toEqual([path, status, challenge]);
          expect(answer.headers.get("cache-control")).toBe("no-store");
          if (method === "GET" && code !== null) {
            expect(SCHEMAS.problem(answer.json())).toBe("valid");
            expect(answer.json()["code"]).toBe(code);
          }
        }
      }
    });
  }

  test("compares digests of one length, to their last byte (answers 4.2)", () => {
    const source = readFileSync(
      join(import.meta.dirname, "../../apps/service/src/platform/create-platform.ts"),
      "utf8",
    );
    // every accepted key is compared, whichever was given
    expect(source).toMatch(/given = hash\("sha256", \w+, "buffer"\)/);
    expect(source).toMatch(/wanted\.map\(\(digest\) => timingSafeEqual\(given, digest\)\)/);
    expect(source).not.toMatch(/===\s*(?:key|secret|wanted|digest)\b/);
  });

  test("does not exist without a configured credential (answers 4.2)", async () => {
    const { service, stop: end } = await startService();
    for (const path of PROTECTED) {
      for (const headers of [{}, BEARER, { "x-service-api-key": "" }]) {
        for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
          const answer = await ask(service.url + path, { method, headers });
          expect([path, method, answer.status]).toEqual([path, method, 404]);
          expect(answer.headers.get("www-authenticate")).toBeNull();
        }
      }
    }
    const described = Object.keys((await ask(`${service.url}/api/openapi.json`)).json()["paths"] as object);
    expect(described).not.toEqual(expect.arrayContaining(PROTECTED));
    await end();
  });

  test("includes rendering, if the operator requires the credential", async () => {
    const { service, stop: end } = await startService({ SERVICE_API_KEY: KEY, SERVICE_RENDER_AUTH: "true" });
    for (const [, headers, status, challenge, code] of TABLE) {
      const [drawn, told] = [await render(service.url, headers), await listTools(service.url, headers)];
      expect([drawn.status, told.status]).toEqual([status, status]);
      expect([drawn, told].map((answer) => answer.headers.get("www-authenticate"))).toEqual([challenge, challenge]);
      if (code !== null) {
        expect(drawn.json()["code"]).toBe(code);
        expect(told.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { data: { code } } });
      }
    }
    for (const path of ["/api/health", "/api/ready", "/api/openapi.json"])
      expect((await ask(service.url + path)).status).toBe(200);
    await end();
  });

  test("is described if it is served, with both schemes (answers 2.17, 7.3)", async () => {
    const paths = (await ask(`${url}/api/openapi.json`)).json()["paths"] as Record<string, Record<string, Described>>;
    for (const path of PROTECTED) {
      expect(paths[path]?.["get"]?.security).toEqual([{ bearer: [] }, { apiKey: [] }]);
      expect(Object.keys(paths[path]?.["get"]?.responses ?? {})).toEqual(expect.arrayContaining(["200", "401", "404"]));
    }
  });
});

type Described = { readonly security: unknown; readonly responses: object };

describe("a public path", () => {
  const PUBLIC = ["/api/health", "/api/ready", "/api/v1/a2v-handoff", "/docs", "/api/openapi.json", "/llms.txt"];
  const WRONG: readonly Headers[] = [{}, { authorization: "Bearer wrong" }, { "x-service-api-key": "wrong" }];

  test("requires no credential and ignores a wrong one (answers 4.1)", async () => {
    for (const headers of WRONG) {
      for (const path of PUBLIC) {
        const answer = await ask(url + path, { headers });
        expect([path, answer.status, answer.headers.get("www-authenticate")]).toEqual([path, 200, null]);
      }
      expect((await render(url, headers)).status).toBe(200);
    }
  });

  test("has no limit with the right credential, and only then (answers 4.1)", async () => {
    const { service, stop: end } = await startService({ SERVICE_API_KEY: KEY, SERVICE_RATE_POINTS: "2" });
    const statuses = async (headers: Headers) => {
      const answers = [await render(service.url, headers), await render(service.url, headers)];
      return [...answers, await render(service.url, headers)].map(({ status, headers: sent }) => [
        status,
        sent.get("ratelimit") !== null,
      ]);
    };
    expect(await statuses({ authorization: "Bearer wrong" })).toEqual([
      [200, true],
      [200, true],
      [429, true],
    ]);
    expect(await statuses(BEARER)).toEqual(Array(3).fill([200, false]));
    expect(await statuses({ "x-service-api-key": KEY })).toEqual(Array(3).fill([200, false]));
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "render_ascii", arguments: {} } };
    const call = async (headers: Headers) => {
      const init = {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(message),
      };
      return (await ask(`${service.url}/api/mcp`, init)).text;
    };
    expect(await call({})).toContain("rate_limited");
    expect(await call(BEARER)).toContain("image_missing");
    await end();
  });
});

test("The status reports load, cache, limiter, trace export and receiver (answers 4.2)", async () => {
  const { json } = await ask(`${url}/api/v1/platform/status`, { headers: BEARER });
  expect(SCHEMAS.platformStatus(json())).toBe("valid");
  expect(json()).toMatchObject({
    status: "ok",
    load: { workers: 1, busy: 0, queued: 0, capacity: 5 },
    cache: { backend: "off" },
    limiter: { backend: "off" },
    traceExport: { state: "off", receiver: null },
    receiver: { target: "http://127.0.0.1:8788", status: "unchecked", checkedAt: null },
  });
});

describe("the metrics", () => {
  test("are all those of the table, in Prometheus's text format, by an independent parser (answers 4.2)", async () => {
    const answer = await ask(`${url}/metrics`, { headers: BEARER });
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const families = readMetrics(answer.text);
    const rows: readonly (readonly [string, MetricRow])[] = Object.entries(METRICS);
    expect([...families.keys()]).toEqual(rows.map(([name]) => name));
    for (const [name, row] of rows) {
      expect([name, families.get(name)?.type, families.get(name)?.help]).toEqual([name, row.kind, row.says]);
    }
  });

  test("count renders by format and status, and their waiting time (answers 4.2)", async () => {
    const { service, stop: end } = await startService({ SERVICE_API_KEY: KEY });
    await render(service.url);
    await askRender(service.url, rawImage(RAMP, { columns: 8, format: "svg" }));
    await askRender(service.url, rawImage(fixture("bad/truncated.png"), { columns: 8 }));
    await askRender(service.url, { query: "columns=7" });
    const duration = "lumiglyph_render_duration_seconds";
    await expect
      .poll(async () => figureOf(await metrics(service.url), `${duration}_count`, { format: "none" }))
      .toBe(1);
    const families = await metrics(service.url);
    expect(figureOf(families, `${duration}_count`, { transport: "http", format: "text", status: "200" })).toBe(1);
    expect(figureOf(families, `${duration}_count`, { transport: "http", format: "svg", status: "200" })).toBe(1);
    expect(figureOf(families, `${duration}_count`, { transport: "http", format: "text", status: "400" })).toBe(1);
    expect(figureOf(families, "lumiglyph_queue_wait_seconds_count")).toBe(3);
    const buckets = families
      .get(duration)
      ?.samples.filter(({ labels }) => labels["format"] === "svg" && "le" in labels);
    expect(buckets?.map(({ value }) => value)).toEqual(buckets?.map(({ value }) => value).toSorted((a, b) => a - b));
    expect(buckets?.at(-1)).toMatchObject({ labels: { le: "+Inf" }, value: 1 });
    await end();
  });

  test("have only labels of the table (answers 4.2)", async () => {
    const rows: { readonly [name: string]: MetricRow } = METRICS;
    for (const [name, { samples }] of await metrics()) {
      for (const { labels } of samples) {
        for (const [label, value] of Object.entries(labels)) {
          if (label === "le") continue;
          // the process's own versions
          const known = name === "lumiglyph_build_info" || rows[name]?.labels[label]?.includes(value);
          expect([name, label, known]).toEqual([name, label, true]);
        }
      }
    }
  });

  test.each<[string, string, () => Uint8Array]>([
    ["an image", "fetched", () => RAMP],
    ["a URL where nothing is", "missing", () => raise(refusalFor("image_url_missing"))],
    ["a host that keeps failing", "down", () => raise(refusalFor("image_host_down"))],
    ["a name that is not trusted", "untrusted", () => raise(refused("image_url_untrusted", "host not trusted"))],
    ["a private address of a trusted name", "blocked", () => raise(refused("image_host_failed", "private address"))],
    [
      "a redirect of a trusted host to an address",
      "blocked",
      () => raise(refused("image_url_untrusted", REDIRECT_TO_ADDRESS)),
    ],
  ])("count fetches by outcome, from 0: %s is %s (answers 4.2)", async (_what, outcome, image) => {
    const { service, stop: end } = await startService(
      { SERVICE_API_KEY: KEY },
      { fetchImage: async () => fetched(image()) },
    );
    const count = async () =>
      figureOf(await metrics(service.url), "lumiglyph_fetch_duration_seconds_count", { outcome });
    expect(await count()).toBe(0);
    await askRender(service.url, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ imageUrl: "https://images.example/a.png" }),
    });
    expect(await count()).toBe(1);
    await end();
  });

  test("count faults, from 0 (answers 4.2)", async () => {
    const renderer = () => raise(new Error("a fault"));
    const { service, stop: end } = await startService({ SERVICE_API_KEY: KEY }, { renderer });
    expect(figureOf(await metrics(service.url), "lumiglyph_faults_total")).toBe(0);
    expect((await render(service.url)).status).toBe(500);
    expect(figureOf(await metrics(service.url), "lumiglyph_faults_total")).toBe(1);
    await end();
  });
});
