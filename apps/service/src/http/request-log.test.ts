import { deflateSync } from "node:zlib";
import { refusalFor } from "@lumiglyph/contract";
import type { InjectOptions } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { type AppParts, createApp } from "../app.ts";
import { multipartBody } from "../testing/multipart-body.ts";
import { openConnection } from "../testing/raw-connection.ts";
import { httpParts } from "../testing/test-parts.ts";

const post = (options: InjectOptions): InjectOptions => ({ method: "POST", url: "/api/v1/render", ...options });
const png = { headers: { "content-type": "image/png" }, payload: Buffer.from("four") };

const lines = (parts: { readonly lines: readonly string[] }) => parts.lines.map((line) => JSON.parse(line));

const running: { close: () => Promise<void> }[] = [];

afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
});

const listen = async (parts: AppParts) => {
  const app = createApp(parts);
  running.push(app);
  return openConnection(Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port));
};

describe("a request's log line", () => {
  test("for a render, has input, output and the time of each step", async () => {
    const parts = httpParts({ SERVICE_RATE_POINTS: "10" });
    await createApp(parts).inject(post({ ...png, url: "/api/v1/render?columns=120&format=ansi" }));
    const [line] = lines(parts);
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      method: "POST",
      route: "/api/v1/render",
      status: 200,
      ms: expect.any(Number),
      bytesIn: 4,
      inputFormat: "png",
      pixels: 307_200,
      format: "ansi",
      columns: 120,
      rows: 45,
      queueMs: expect.any(Number),
      decodeMs: 12.3,
      renderMs: 45.6,
      encodeMs: 0.7,
      shared: false,
      pointsLeft: 9,
      bytesOut: 2,
      msg: "answered",
    });
  });

  test("for a rejected request, has the code and the known parameters", async () => {
    const parts = httpParts();
    const app = createApp({ ...parts, renderer: () => Promise.reject(refusalFor("image_unreadable")) });
    await app.inject(post(png));
    await app.inject(post({ url: "/api/v1/render?columns=7", ...png }));
    await app.inject({ url: "/nope" });
    await app.inject({ url: "/%" });
    expect(lines(parts)).toMatchObject([
      { status: 400, code: "image_unreadable", format: "text", columns: 120, route: "/api/v1/render" },
      { status: 400, code: "parameter_invalid", route: "/api/v1/render" },
      { status: 404, code: "not_found", route: null },
      { status: 400, code: "request_malformed" },
    ]);
  });

  test("for an internal error, comes with a line that has the stack location", async () => {
    const parts = httpParts();
    await createApp({ ...parts, renderer: () => Promise.reject(new Error("oh")) }).inject(post(png));
    const [failed, answered] = lines(parts);
    expect(failed).toMatchObject({ level: 50, msg: "failed", err: { type: "Error" } });
    expect(answered).toMatchObject({ level: 30, status: 500, code: "internal", traceId: failed.traceId });
  });

  test("for HEAD, reports 0 bytes out", async () => {
    const parts = httpParts();
    await createApp(parts).inject({ method: "HEAD", url: "/api/openapi.json" });
    expect(lines(parts)).toMatchObject([{ method: "HEAD", status: 200, bytesOut: 0 }]);
  });

  test.each(["/api/health", "/api/v1/health", "/api/ready"])(
    "for %s, has the level debug if it succeeds",
    async (url) => {
      const parts = httpParts({ SERVICE_LOG_LEVEL: "debug" });
      const app = createApp(parts);
      await app.inject({ url });
      await app.inject({ url, headers: { host: "elsewhere.example" } });
      expect(lines(parts).filter(({ msg }) => msg === "answered")).toMatchObject([
        { level: 20, route: url, status: 200 },
        { level: 30, route: url, status: 403, code: "host_untrusted" },
      ]);
    },
  );

  test("is written for bytes that are not HTTP, too", async () => {
    const parts = httpParts();
    const connection = await listen(parts);
    connection.send("kanarienvogel\r\n\r\n");
    const { body } = await connection.response();
    await expect
      .poll(() => lines(parts).filter(({ msg }) => msg === "answered"))
      .toMatchObject([
        { status: 400, code: "request_malformed", method: null, route: null, traceId: JSON.parse(body).traceId },
      ]);
    expect(parts.lines.join("")).not.toContain("kanarienvogel");
  });

  test("reports a client disconnect once", async () => {
    const parts = httpParts();
    const renderer: AppParts["renderer"] = (_job, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const connection = await listen({ ...parts, renderer });
    connection.send(
      "POST /api/v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: 4\r\n\r\nfour",
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    connection.socket.destroy();
    await expect.poll(() => lines(parts).map(({ msg }) => msg)).toContain("abandoned");
    await new Promise((resolve) => setTimeout(resolve, 50));
    const about = lines(parts).filter(({ route }) => route === "/api/v1/render");
    expect(about).toMatchObject([{ status: null, method: "POST", columns: 120, msg: "abandoned" }]);
  });
});

describe("never contains client input, at any level", () => {
  const SECRET = "kanarienvogel";
  const BASE64 = Buffer.from(SECRET.repeat(40)).toString("base64");
  const secretHeaders = {
    authorization: `Bearer ${SECRET}`,
    "x-service-api-key": SECRET,
    cookie: `session=${SECRET}`,
    "user-agent": SECRET,
    referer: `https://${SECRET}.example/`,
    origin: `https://${SECRET}.example`,
    "x-forwarded-for": SECRET,
    forwarded: `for=${SECRET}`,
    tracestate: `vendor=${SECRET}`,
    traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "if-none-match": `"${SECRET}"`,
    accept: SECRET,
  };
  const json = (value: unknown) => ({
    headers: { "content-type": "application/json" },
    payload: JSON.stringify(value),
  });
  const file = (name: string) => ({ name: "image", value: SECRET, fileName: name, type: `image/${SECRET}` });

  const planted: readonly (readonly [where: string, status: number, request: InjectOptions])[] = [
    ["headers", 200, post({ ...png, headers: { ...png.headers, ...secretHeaders } })],
    ["a query", 400, post({ ...png, url: `/api/v1/render?${SECRET}=${SECRET}&columns=${SECRET}` })],
    ["a path", 404, { url: `/${SECRET}/${SECRET}` }],
    ["a malformed path", 400, { url: `/${SECRET}%` }],
    ["a fragment and a user", 404, { url: `//${SECRET}@${SECRET}.example/#${SECRET}` }],
    ["a host", 403, { url: "/api/health", headers: { host: `${SECRET}.example` } }],
    ["a raw body", 200, post({ headers: { "content-type": `image/${SECRET}` }, payload: SECRET })],
    ["a file and its name", 200, post(multipartBody([file(`${SECRET}.png`)]))],
    ["a form field", 400, post(multipartBody([file("a.png"), { name: SECRET, value: SECRET }]))],
    [
      "a boundary",
      415,
      post({ headers: { "content-type": `multipart/form-data; boundary="${SECRET}` }, payload: "x" }),
    ],
    ["a content type", 415, post({ headers: { "content-type": SECRET }, payload: SECRET })],
    ["base64", 200, post(json({ imageBase64: BASE64 }))],
    ["broken base64", 400, post(json({ imageBase64: `${BASE64}${SECRET}!` }))],
    ["a URL", 400, post(json({ imageUrl: `https://${SECRET}:${SECRET}@${SECRET}.example/${SECRET}?${SECRET}` }))],
    ["a key", 400, post(json({ imageBase64: BASE64, [SECRET]: SECRET }))],
    ["invalid JSON", 400, post({ ...json({}), payload: `{"${SECRET}": ${SECRET}` })],
    [
      "a compressed body",
      415,
      post({ headers: { "content-type": "image/png", "content-encoding": SECRET }, payload: deflateSync(SECRET) }),
    ],
    ["an unknown method's body", 405, { method: "PUT", url: "/api/v1/render", payload: SECRET }],
  ];

  test.each(planted)("in %s", async (_where, status, request) => {
    const parts = httpParts({ SERVICE_LOG_LEVEL: "trace", SERVICE_TRUSTED_PROXIES: "127.0.0.0/8" });
    const { statusCode } = await createApp(parts).inject(request);
    expect(statusCode).toBe(status);
    expect(lines(parts).filter(({ msg }) => msg === "answered")).toHaveLength(1);
    expect(parts.lines.join("")).not.toMatch(new RegExp(`${SECRET}|${BASE64.slice(0, 24)}`, "i"));
  });

  test("in an error that quotes it", async () => {
    const parts = httpParts({ SERVICE_LOG_LEVEL: "trace" });
    const renderer: AppParts["renderer"] = ({ bytes }) =>
      Promise.reject(new Error(`cannot read ${Buffer.from(bytes)}`));
    await createApp({ ...parts, renderer }).inject(post({ ...png, payload: SECRET }));
    expect(parts.lines).toHaveLength(2);
    expect(parts.lines.join("")).not.toContain(SECRET);
  });
});
