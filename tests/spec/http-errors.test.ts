import { describe, expect, test } from "vitest";
import { openConnection } from "../../apps/service/src/testing/raw-connection.ts";
import { type Answer, ask, askRender, jsonImage, rawImage } from "../support/http-render.ts";
import { SCHEMAS } from "../support/http-schemas.ts";
import { serviceForFile } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";

const service = serviceForFile();
const RAMP = fixture("charts/ramp.png");

/** One error of each status that a client can cause without a second host. */
const ERRORS: { readonly [code: string]: readonly [status: number, send: () => Promise<Answer>] } = {
  parameter_invalid: [400, () => askRender(service.url, rawImage(RAMP, { columns: 7 }))],
  image_missing: [400, () => askRender(service.url, {})],
  image_unreadable: [400, () => askRender(service.url, rawImage(fixture("bad/truncated.jpg")))],
  image_format_unsupported: [400, () => askRender(service.url, rawImage(fixture("bad/vector.svg")))],
  grid_too_large: [400, () => askRender(service.url, rawImage(fixture("charts/tall.png"), { columns: 400 }))],
  addresses_off: [400, () => ask(`${service.url}/api/v1/render?imageUrl=https://images.example/a.png`)],
  not_found: [404, () => ask(`${service.url}/nowhere`)],
  method_not_allowed: [405, () => ask(`${service.url}/api/health`, { method: "DELETE" })],
  image_too_many_pixels: [413, () => askRender(service.url, rawImage(fixture("bad/bomb-20000x20000.png")))],
  media_type_unsupported: [415, () => askRender(service.url, rawImage(RAMP, {}, "text/plain"))],
};

for (const [code, [status, send]] of Object.entries(ERRORS)) {
  test(`${code} is a ${status} as problem+json, with its own trace (answers 2.1)`, async () => {
    const answer = await send();
    const body = answer.json();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
    expect(SCHEMAS.problem(body)).toBe("valid");
    expect(body).toMatchObject({ status, code });
    expect(answer.headers.get("traceparent")?.split("-")[1]).toBe(body["traceId"]);
    expect(String(body["detail"])).toMatch(/^[A-Z0-9`].*[.?]$/s);
  });

  test(`${code} has a page that explains it (answers 2.1)`, async () => {
    const { type } = (await send()).json();
    const { origin, pathname, hash } = new URL(String(type));
    expect([origin, hash]).toEqual([service.url, `#${code}`]);
    const page = await ask(origin + pathname);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.text).toContain(`id="${code}"`);
  });
}

test("Parameter errors report the given and the allowed values (answers 2.1)", async () => {
  const { json } = await askRender(service.url, jsonImage(RAMP, { columns: "80", sparkle: 1 }, { gamma: "9" }));
  expect(json()["errors"]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ parameter: "columns", given: "80", allowed: "an integer from 8 to 400" }),
      expect.objectContaining({ parameter: "gamma", given: "9", allowed: "a number from 0.2 to 3" }),
      expect.objectContaining({ parameter: "sparkle", given: "1", code: "parameter_unknown" }),
    ]),
  );
  expect(json()["errors"]).toHaveLength(3);
});

test("An unknown path is a 404, for any method (answers 2.2)", async () => {
  for (const path of [
    "/index.html",
    "/api",
    "/api/v2/render",
    "/api/v1/render/1",
    "/API/health",
    "/api/health/x",
    "/metrics",
  ]) {
    for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
      const { status, json } = await ask(service.url + path, { method });
      expect([path, method, status, json()["code"]]).toEqual([path, method, 404, "not_found"]);
    }
  }
});

describe("a service with a short upload timeout", () => {
  const impatient = serviceForFile({}, () => ({
    timeouts: { headers: 10_000, stall: 150, unread: 30_000, request: 120_000, keepAlive: 5_000 },
  }));

  test("answers a stalled upload with 408 (answers 2.2)", async () => {
    const connection = await openConnection(impatient.port);
    connection.send("POST /api/v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\n");
    connection.send(`Content-Length: ${RAMP.length}\r\n\r\n`);
    connection.send(RAMP.subarray(0, 20));
    const { status, headers, body } = await connection.response();
    expect([status, headers.get("content-type")]).toEqual([408, "application/problem+json"]);
    expect([SCHEMAS.problem(JSON.parse(body)), JSON.parse(body).code]).toEqual(["valid", "upload_stalled"]);
    connection.socket.destroy();
  });
});

test("Refuses a Host of another machine and accepts any of its own (answers 2.15)", async () => {
  const statusFor = async (host: string) => {
    const connection = await openConnection(service.port);
    connection.send(`GET /api/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return (await connection.response()).status;
  };
  for (const host of ["localhost", "127.0.0.1", `127.0.0.1:${service.port}`, "[::1]:80", "LOCALHOST:1"]) {
    expect([host, await statusFor(host)]).toEqual([host, 200]);
  }
  for (const host of ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.1"]) {
    expect([host, await statusFor(host)]).toEqual([host, 403]);
  }
});
