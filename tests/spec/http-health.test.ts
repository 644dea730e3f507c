import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { createDrain } from "@lumiglyph/service";
import { describe, expect, test } from "vitest";
import { ask, askRender, rawImage } from "../support/http-render.ts";
import { SCHEMAS } from "../support/http-schemas.ts";
import { serviceForFile, startService } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";

const service = serviceForFile();
const PATHS = ["/api/health", "/api/v1/health"];
const RAMP = fixture("charts/ramp.png");

type Health = { readonly [field: string]: unknown };

const health = async (path: string, url = service.url): Promise<Health> => (await ask(url + path)).json();

/** Runs `work` and returns the ports that this process connected to. */
const portsReachedDuring = async (work: () => Promise<unknown>): Promise<readonly (number | undefined)[]> => {
  const ports = new Set<number | undefined>();
  const see = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.once("connect", () => ports.add(socket.remotePort));
  };
  subscribe("net.client.socket", see);
  await work().finally(() => unsubscribe("net.client.socket", see));
  return [...ports];
};

for (const path of PATHS) {
  test(`GET ${path} is 200 without a body (spec 4, 4.1)`, async () => {
    const { status, headers, json } = await ask(service.url + path);
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    expect([SCHEMAS.health(json()), json()["status"]]).toEqual(["valid", "ok"]);
  });
}

test("Health reports state, name, version, uptime, capabilities, load and trace (answers 2.13)", async () => {
  const body = await health("/api/health");
  expect(Object.keys(body).toSorted()).toEqual(
    ["status", "service", "version", "uptimeSeconds", "capabilities", "load", "trace"].toSorted(),
  );
  expect(body).toMatchObject({ status: "ok", service: "lumiglyph", version: "0.3.0" });
  expect(body["uptimeSeconds"]).toBeGreaterThan(0);
});

test("It lists every capability (answers 2.13)", async () => {
  expect((await health("/api/v1/health"))["capabilities"]).toEqual({
    formats: ["text", "ansi", "html", "json", "json-compact", "svg", "png"],
    inputFormats: ["jpeg", "png", "webp", "gif", "avif"],
    charsets: [
      "standard",
      "detailed",
      "blocks",
      "binary",
      "dots",
      "minimal",
      "halves",
      "quadrants",
      "sextants",
      "octants",
    ],
    qualityTargets: ["balanced", "portrait", "motion", "low-light", "round-trip"],
    limits: { imageBytes: 10_485_760, imagePixels: 40_000_000, imageSide: 12_000, cells: 240_000 },
  });
});

test("Both probes return the same, except time and trace (spec 9.2)", async () => {
  const [plain, versioned] = await Promise.all(
    PATHS.map(async (path) => ({ ...(await health(path)), uptimeSeconds: 0, trace: null })),
  );
  expect(plain).toEqual(versioned);
});

test("Its trace is that of its headers (spec 4.1)", async () => {
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  for (const path of PATHS) {
    const { headers, json } = await ask(service.url + path, { headers: { traceparent, tracestate: "vendor=1" } });
    const [, traceId, spanId] = (headers.get("traceparent") ?? "").split("-");
    expect([traceId, headers.get("tracestate")]).toEqual(["4bf92f3577b34da6a3ce929d0e0e4736", "vendor=1"]);
    expect(json()["trace"]).toEqual({ traceId, spanId, sampled: true });
    const own = await ask(service.url + path);
    expect(own.json()["trace"]).toMatchObject({
      traceId: own.headers.get("traceparent")?.split("-")[1],
      sampled: false,
    });
  }
});

describe("a busy service", () => {
  test("reports its load, and returns 503 if no place is left (answers 2.2, 2.13)", async () => {
    const held = Promise.withResolvers<never>();
    const { service: busy, stop } = await startService({}, { renderer: () => held.promise });
    expect((await health("/api/health", busy.url))["load"]).toEqual({ workers: 1, busy: 0, queued: 0, capacity: 5 });
    const waiting = [40, 41, 42, 43, 44].map((columns) => askRender(busy.url, rawImage(RAMP, { columns })));
    await expect
      .poll(async () => (await health("/api/health", busy.url))["load"])
      .toEqual({ workers: 1, busy: 1, queued: 4, capacity: 5 });
    const refused = await askRender(busy.url, rawImage(RAMP));
    expect([refused.status, refused.json()["code"]]).toEqual([503, "overloaded"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(SCHEMAS.problem(refused.json())).toBe("valid");
    held.reject(new Error("over"));
    await Promise.all(waiting);
    await stop();
  });

  test("that drains reports it and accepts no more renders (answers 2.2, 2.13)", async () => {
    const drain = createDrain();
    const { service: leaving, stop } = await startService({}, { drain });
    drain.begin();
    expect((await health("/api/health", leaving.url))["status"]).toBe("draining");
    const refused = await askRender(leaving.url, rawImage(RAMP));
    expect([refused.status, refused.json()["code"]]).toEqual([503, "draining"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await stop();
  });
});

test("No request opens an outgoing connection by itself (spec 6.1; answers 2.13)", async () => {
  const { service: fresh, stop } = await startService();
  const reached = await portsReachedDuring(async () => {
    for (const path of PATHS) await health(path, fresh.url);
    expect((await askRender(fresh.url, rawImage(RAMP))).status).toBe(200);
    expect((await ask(`${fresh.url}/api/openapi.json`)).status).toBe(200);
    expect((await ask(`${fresh.url}/nowhere`)).status).toBe(404);
  });
  expect(reached).toEqual([fresh.port]);
  await stop();
});
