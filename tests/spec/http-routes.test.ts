import { describe, expect, test } from "vitest";
import { ask, askRender, rawImage } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";

/** Every served path and its methods, except OPTIONS, which works everywhere. */
const ROUTES = {
  "/": ["GET", "HEAD"],
  "/api/health": ["GET", "HEAD"],
  "/api/v1/health": ["GET", "HEAD"],
  "/api/ready": ["GET", "HEAD"],
  "/api/v1/render": ["GET", "HEAD", "POST"],
  "/api/openapi.json": ["GET", "HEAD"],
  "/api/v1/agent": ["GET", "HEAD"],
  "/llms.txt": ["GET", "HEAD"],
  "/llms-full.txt": ["GET", "HEAD"],
  "/api/v1/interoperability": ["GET", "HEAD"],
  "/api/v1/a2v-handoff": ["GET", "HEAD"],
  "/api/mcp": ["POST"],
  "/api/mcp/server-card": ["GET", "HEAD"],
  "/.well-known/ai-catalog.json": ["GET", "HEAD"],
  "/.well-known/api-catalog": ["GET", "HEAD"],
  "/docs": ["GET", "HEAD"],
  "/docs/errors": ["GET", "HEAD"],
} as const;

const GETS = [
  "/api/health",
  "/api/v1/health",
  "/api/ready",
  "/api/openapi.json",
  "/api/v1/agent",
  "/llms.txt",
  "/llms-full.txt",
  "/api/v1/interoperability",
  "/api/v1/a2v-handoff",
  "/api/mcp/server-card",
  "/.well-known/ai-catalog.json",
  "/.well-known/api-catalog",
  "/docs",
  "/docs/errors",
] as const;
const service = serviceForFile();
const RAMP = fixture("charts/ramp.png");

test("The router serves exactly these paths and methods (spec 1.8; answers 7.3)", () => {
  const routes = [...service.routes()].map(([path, methods]) => [path, [...methods].toSorted()]);
  expect(Object.fromEntries(routes)).toEqual(ROUTES);
});

const describedBy = async (url: string) => {
  const { paths } = (await ask(`${url}/api/openapi.json`)).json() as { paths: { [path: string]: object } };
  const methods = Object.entries(paths).map(([path, item]) => [
    path,
    Object.keys(item)
      .filter((key) => ["get", "head", "post", "put", "patch", "delete", "options", "trace"].includes(key))
      .map((method) => method.toUpperCase())
      .toSorted(),
  ]);
  return Object.fromEntries(methods);
};

test("The description has the paths and methods that are served, addresses only where some are drawn (answers 2.17, 7.3)", async () => {
  expect(await describedBy(service.url)).toEqual({ ...ROUTES, "/api/v1/render": ["POST"] });
  expect(await describedBy(drawing.url)).toEqual(ROUTES);
});

test("The description has the credential and the address from the settings, and matches the service (answers 2.17)", async () => {
  const description = (await ask(`${guarded.url}/api/openapi.json`)).json() as {
    servers: readonly { url: string }[];
    paths: { readonly [path: string]: { readonly [method: string]: { readonly security: readonly object[] } } };
  };
  expect(description.servers[0]?.url).toBe("https://art.example");
  for (const other of [guarded.url, "127.0.0.1:8787"]) expect(JSON.stringify(description)).not.toContain(other);
  const type = { "content-type": "application/json" };
  for (const [path, item] of Object.entries(description.paths)) {
    for (const [method, { security }] of Object.entries(item)) {
      const told = async (headers: Record<string, string>) => {
        const body = method === "post" ? { body: "{}" } : {};
        return (
          await ask(guarded.url + path, { method: method.toUpperCase(), headers: { ...type, ...headers }, ...body })
        ).status;
      };
      const [without, bearer, key] = [
        await told({}),
        await told({ authorization: `Bearer ${KEY}` }),
        await told({ "x-service-api-key": KEY }),
      ];
      expect([path, method, without === 401]).toEqual([path, method, security.length > 0]);
      expect([path, method, bearer === 401 || key === 401]).toEqual([path, method, false]);
      if (security.length > 0) expect(security).toEqual([{ bearer: [] }, { apiKey: [] }]);
    }
  }
  expect(Object.keys(description.paths)).toEqual(expect.arrayContaining(["/metrics", "/api/v1/platform/status"]));
  expect(Object.keys(description.paths["/api/v1/render"] ?? {})).toEqual(["post", "get", "head"]);
});

const KEY = "a-credential-of-32-characters-xx";
const drawing = serviceForFile({ SERVICE_IMAGE_FETCH_ALLOWLIST: "images.example" });
const guarded = serviceForFile({
  SERVICE_RENDER_AUTH: "true",
  SERVICE_API_KEY: KEY,
  SERVICE_BASE_URL: "https://art.example",
  SERVICE_IMAGE_FETCH_ALLOWLIST: "images.example",
});

test("Methods that would change something are a 405 with Allow (spec 1.8; answers 2.16)", async () => {
  for (const [path, methods] of Object.entries(ROUTES)) {
    for (const method of ["PUT", "PATCH", "DELETE", "POST", "GET", "HEAD", "PROPFIND"]) {
      if ((methods as readonly string[]).includes(method)) continue;
      const { status, headers } = await ask(service.url + path, { method });
      expect([path, method, status, headers.get("allow")]).toEqual([
        path,
        method,
        405,
        `${methods.join(", ")}, OPTIONS`,
      ]);
    }
  }
});

test("A render leaves no state that a client could see (spec 1.5, 2, 3)", async () => {
  const look = async () => {
    const answers = await Promise.all(GETS.map((path) => ask(service.url + path)));
    return answers.map(({ text }) => text.replace(/"uptimeSeconds":[\d.]+|"trace":\{[^}]*\}/g, ""));
  };
  const before = await look();
  const first = await askRender(service.url, rawImage(RAMP, { columns: 24 }));
  for (const file of ["charts/color-wheel.png", "bad/truncated.png"]) {
    await askRender(service.url, rawImage(fixture(file), { columns: 32, invert: true }));
  }
  const again = await askRender(service.url, rawImage(RAMP, { columns: 24 }));
  expect(again.text).toBe(first.text);
  expect(await look()).toEqual(before);
  expect(["location", "set-cookie", "etag", "link"].map((name) => first.headers.get(name))).toEqual(
    Array(4).fill(null),
  );
  expect(service.routes().filter(([path]) => /[:*]/.test(path))).toEqual([]);
});

test("POST /api/v1/render is served, and not without /v1 (spec 4, 9.2)", async () => {
  const request = { method: "POST", headers: { "content-type": "image/png" }, body: Buffer.from(RAMP) };
  expect((await ask(`${service.url}/api/v1/render?columns=8`, request)).status).toBe(200);
  expect((await ask(`${service.url}/api/render?columns=8`, request)).status).toBe(404);
});

test("GET /api/openapi.json is the interface description (spec 4)", async () => {
  const { status, headers, json } = await ask(`${service.url}/api/openapi.json`);
  expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(json()).toMatchObject({ openapi: "3.1.0", info: { version: "0.3.0" } });
});

test("No credential is required, and a wrong one is ignored (spec 5.2)", async () => {
  for (const headers of [{}, { authorization: "Bearer wrong" }, { "x-service-api-key": "wrong" }]) {
    for (const path of GETS) expect((await ask(service.url + path, { headers })).status).toBe(200);
    const request = rawImage(RAMP, { columns: 8 });
    const rendered = await askRender(service.url, { ...request, headers: { ...request.headers, ...headers } });
    expect([rendered.status, rendered.headers.get("www-authenticate")]).toEqual([200, null]);
  }
});

describe("conventions", () => {
  test("HEAD is GET without the body (answers 2.16)", async () => {
    for (const path of GETS) {
      const [get, head] = await Promise.all(["GET", "HEAD"].map((method) => ask(service.url + path, { method })));
      expect([path, head?.status, head?.text]).toEqual([path, 200, ""]);
      for (const name of ["content-type", "cache-control", "etag"]) {
        expect([path, name, head?.headers.get(name)]).toEqual([path, name, get?.headers.get(name)]);
      }
      expect(head?.headers.get("traceparent")).toMatch(/^00-/);
    }
  });

  test("A trailing slash makes no difference (answers 2.16)", async () => {
    for (const path of GETS) expect([path, (await ask(`${service.url}${path}/`)).status]).toEqual([path, 200]);
    const init = { method: "POST", headers: { "content-type": "image/png" }, body: Buffer.from(RAMP) };
    expect((await ask(`${service.url}/api/v1/render/?columns=8`, init)).status).toBe(200);
  });

  test("A document is cached for 300 s and returns 304 when unchanged (answers 2.16)", async () => {
    for (const path of ["/api/openapi.json", "/docs/errors"]) {
      const { headers } = await ask(service.url + path);
      const etag = headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[^"]+"$/);
      expect(headers.get("cache-control")).toBe("public, max-age=300");
      const again = await ask(service.url + path, { headers: { "if-none-match": etag } });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
      expect((await ask(service.url + path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    }
  });

  test("Any origin may send requests, without credentials (answers 2.15)", async () => {
    const headers = { origin: "https://elsewhere.example" };
    const request = rawImage(RAMP, { columns: 8 });
    const answers = await Promise.all([
      ...GETS.map((path) => ask(service.url + path, { headers })),
      ask(`${service.url}/nowhere`, { headers }),
      askRender(service.url, { ...request, headers: { ...request.headers, ...headers } }),
    ]);
    for (const answer of answers) {
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  test("A preflight is a 204 that allows the interface's headers (answers 2.15)", async () => {
    for (const [path, methods] of Object.entries(ROUTES)) {
      const { status, headers, text } = await ask(service.url + path, {
        method: "OPTIONS",
        headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
      });
      expect([path, status, text]).toEqual([path, 204, ""]);
      expect(headers.get("access-control-allow-methods")).toBe(`${methods.join(", ")}, OPTIONS`);
      const allowed = (headers.get("access-control-allow-headers") ?? "").toLowerCase().split(", ");
      const wanted = ["content-type", "authorization", "x-service-api-key", "traceparent", "tracestate"];
      expect(allowed).toEqual(expect.arrayContaining([...wanted, "mcp-protocol-version", "mcp-session-id"]));
    }
  });
});
