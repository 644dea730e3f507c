import type { AddressInfo } from "node:net";
import type { InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { openapi } from "../documents/openapi/document.ts";
import { openConnection } from "../testing/raw-connection.ts";
import { httpParts } from "../testing/test-parts.ts";

const png = { headers: { "content-type": "image/png" }, payload: Buffer.from("four") };

const ALWAYS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "SAMEORIGIN",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
};

const DATA = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
  "cross-origin-opener-policy": "same-origin-allow-popups",
};

const ANSWERS: readonly (readonly [what: string, status: number, request: InjectOptions])[] = [
  ["a probe", 200, { url: "/api/health" }],
  ["the readiness probe", 200, { url: "/api/ready" }],
  ["the description", 200, { url: "/api/openapi.json" }],
  ["a preflight", 204, { method: "OPTIONS", url: "/api/v1/render" }],
  ["a refused render", 400, { method: "POST", url: "/api/v1/render" }],
  ["a malformed URL", 400, { url: "/%" }],
  ["an untrusted host", 403, { url: "/api/health", headers: { host: "evil.example" } }],
  ["an unknown path", 404, { url: "/nope" }],
  ["a wrong method", 405, { method: "DELETE", url: "/api/health" }],
];

describe("security headers", () => {
  test.each(ANSWERS)("are on %s", async (_what, status, request) => {
    const { statusCode, headers } = await createApp(httpParts()).inject(request);
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({ ...ALWAYS, ...DATA, "access-control-allow-origin": "*" });
  });

  test("are on the response to malformed HTTP", async () => {
    const app = createApp(httpParts());
    await app.listen({ host: "127.0.0.1", port: 0 });
    const connection = await openConnection((app.server.address() as AddressInfo).port);
    connection.send("hello\r\n\r\n");
    const { headers } = await connection.response();
    expect(Object.fromEntries(headers)).toMatchObject({ ...ALWAYS, ...DATA });
    await app.close();
  });

  test("allow a render in a sandboxed frame on our own pages, without an opener policy", async () => {
    const { headers } = await createApp(httpParts()).inject({ method: "POST", url: "/api/v1/render", ...png });
    expect(headers).toMatchObject({
      ...ALWAYS,
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
      "cross-origin-opener-policy": "unsafe-none",
    });
  });

  test("are on every document, and each HTML page has its own policy", async () => {
    const app = createApp(httpParts());
    for (const [path, item] of Object.entries(openapi().paths)) {
      if (!("get" in item)) continue;
      const { headers } = await app.inject({ url: path });
      expect(headers, path).toMatchObject(ALWAYS);
      expect(headers["content-security-policy"], path).toMatch(/^default-src 'none'; .*frame-ancestors '(none|self)'/);
    }
  });

  test("never reveal the software", async () => {
    const app = createApp(httpParts());
    for (const [, , request] of ANSWERS) {
      const { headers } = await app.inject(request);
      expect([headers["server"], headers["x-powered-by"]]).toEqual([undefined, undefined]);
    }
  });

  test.each([
    ["https://ascii.example", "max-age=31536000"],
    ["http://ascii.example", undefined],
    ["", undefined],
  ])("with the base URL %j, Strict-Transport-Security is %s", async (url, expected) => {
    const app = createApp(httpParts({ SERVICE_BASE_URL: url }));
    for (const path of ["/api/health", "/nope", "/%"]) {
      expect((await app.inject({ url: path })).headers["strict-transport-security"]).toBe(expected);
    }
  });
});
