import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { startProcess } from "../support/http-process.ts";
import { askRender, rawImage } from "../support/http-render.ts";
import { KEY, statusAt } from "./support/platform-status.ts";
import { dripping, refusing, silent, slow, startReceiver, UP } from "./support/trace-receiver.ts";

const RAMP = fixture("charts/ramp.png");

/** Time limit of a batch in milliseconds. */
const TIMEOUT_MS = 600;

const start = (receiver: string) =>
  startProcess({
    ...{ SERVICE_PORT: "0", SERVICE_WORKERS: "1", SERVICE_API_KEY: KEY },
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver,
    OTEL_EXPORTER_OTLP_TIMEOUT: String(TIMEOUT_MS),
  });

/** Renders this many small images, all different, and returns the failures. */
const draw = async (url: string, count: number): Promise<readonly number[]> => {
  const statuses: number[] = [];
  for (let at = 0; at < count; at++) {
    statuses.push((await askRender(url, rawImage(RAMP, { columns: 8, motionSensitivity: at / 1000 }))).status);
  }
  return statuses.filter((status) => status !== 200);
};

const settled = async (url: string) => {
  await expect.poll(async () => (await statusAt(url)).traceExport.spans.waiting, { timeout: 10_000 }).toBe(0);
  return (await statusAt(url)).traceExport;
};

const residentMiB = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

test("whatever the receiver does, every render succeeds and every span is accounted for", {
  timeout: 120_000,
}, async () => {
  const receiver = await startReceiver();
  const { url, pid, stop, errors } = await start(receiver.url);
  const since = async (before: { readonly exported: number; readonly failed: number }) => {
    const { spans, state } = await settled(url);
    return { state, exported: spans.exported - before.exported, failed: spans.failed - before.failed };
  };
  const distinctFrom = (from: number) =>
    new Set(
      receiver
        .spans()
        .slice(from)
        .map(({ spanId }) => spanId),
    ).size;

  expect(await draw(url, 10)).toEqual([]);
  const up = await settled(url);
  expect([up.state, up.spans.failed, up.spans.dropped]).toEqual(["on", 0, 0]);
  expect(receiver.taken()).toHaveLength(up.spans.exported);
  expect(up.traces).toEqual({ sampled: 10, unsampled: 0, capped: 0 });

  await setTimeout(1000);
  receiver.behave(slow(TIMEOUT_MS / 3));
  expect(await draw(url, 8)).toEqual([]);
  const lagged = await since(up.spans);
  expect([lagged.state, lagged.failed]).toEqual(["on", 0]);
  expect(receiver.taken()).toHaveLength(up.spans.exported + lagged.exported);

  for (const manner of [refusing(500), refusing(429), silent]) {
    await setTimeout(1000);
    const before = (await statusAt(url)).traceExport.spans;
    const seen = receiver.spans().length;
    receiver.behave(manner);
    expect(await draw(url, 4)).toEqual([]);
    const after = await since(before);
    expect([after.state, after.exported]).toEqual(["failing", 0]);
    // a batch may be retried within its time: its spans still count once
    expect(distinctFrom(seen)).toBe(after.failed);
    expect(after.failed).toBeGreaterThan(40);
  }

  // a response that never ends counts by its status and is cut off: it delays nothing
  await setTimeout(1000);
  const failed = (await statusAt(url)).traceExport.spans;
  receiver.behave(dripping);
  expect(await draw(url, 4)).toEqual([]);
  expect(await since(failed)).toMatchObject({ state: "on", failed: 0 });

  await setTimeout(1000);
  const before = (await statusAt(url)).traceExport.spans;
  const memory = residentMiB(pid);
  await receiver.stop();
  expect(await draw(url, 150)).toEqual([]);
  const dead = await settled(url);
  expect(dead.spans.exported).toBe(before.exported);
  expect(dead.spans.failed).toBeGreaterThan(before.failed);
  expect(dead.traces.capped).toBeGreaterThan(0);
  expect(residentMiB(pid) - memory).toBeLessThan(64);

  const again = await startReceiver(UP, Number(new URL(receiver.url).port));
  await setTimeout(1000);
  expect(await draw(url, 3)).toEqual([]);
  const back = await settled(url);
  expect([back.state, again.taken().length]).toEqual(["on", back.spans.exported - dead.spans.exported]);

  expect(await stop()).toBe(0);
  await again.stop();
  const said = (await errors).split("\n").filter((line) => line.includes("trace receiver"));
  const warned = said.map((line) => JSON.parse(line).msg);
  expect(warned).toEqual(Array(2).fill("The trace receiver accepts no spans."));
});

describe("a service that is stopping", () => {
  test("sends waiting spans before it exits", async () => {
    const receiver = await startReceiver();
    const { url, stop } = await start(receiver.url);
    expect(await draw(url, 2)).toEqual([]);
    expect(await stop()).toBe(0);
    expect(receiver.taken().filter(({ name }) => name === "POST /api/v1/render")).toHaveLength(2);
    await receiver.stop();
  });

  test.each([
    ["is gone", null],
    ["never answers", silent],
  ])("exits in time though its receiver %s", async (_what, manner) => {
    const receiver = await startReceiver(manner ?? UP);
    if (manner === null) await receiver.stop();
    const { url, stop } = await start(receiver.url);
    expect(await draw(url, 2)).toEqual([]);
    const begun = performance.now();
    expect(await stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(5000);
    if (manner !== null) await receiver.stop();
  });
});
