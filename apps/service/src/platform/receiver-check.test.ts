import type { RequestListener } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { startReceivingSite } from "../testing/receiving-site.ts";
import { createReceiverCheck, type ReceiverCheck } from "./receiver-check.ts";

const running: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of running.splice(0)) await end();
});

const site = async (answer: RequestListener) => {
  const started = await startReceivingSite(answer);
  running.push(started.stop);
  return started;
};

const checkOf = (target: string, times = { every: 60_000, most: 300 }): ReceiverCheck => {
  const check = createReceiverCheck({ target, credential: "a-credential", now: () => 1_794_744_000_000, times });
  running.push(check.stop);
  return check;
};

const found = (check: ReceiverCheck, status: string) =>
  expect.poll(() => check.status(), { interval: 5 }).toEqual({ status, checkedAt: "2026-11-15T12:00:00.000Z" });

describe("the receiver's status", () => {
  test("is unchecked before the first check", async () => {
    const { target, seen } = await site((_request, response) => response.end());
    const check = checkOf(target);
    expect(check.status()).toEqual({ status: "unchecked", checkedAt: null });
    await wait(50);
    expect(seen).toEqual([]);
  });

  test("is reachable after HEAD of the root with the credential as a bearer token", async () => {
    const { target, seen } = await site((_request, response) => response.end());
    const check = checkOf(target);
    check.start();
    await found(check, "reachable");
    expect(seen.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
      ["HEAD", "/", "Bearer a-credential"],
    ]);
    expect(check.counts()).toEqual({ reachable: 1, unreachable: 0 });
  });

  test.each([
    [404, "reachable"],
    [405, "reachable"],
    [500, "unreachable"],
    [503, "unreachable"],
  ])("after %i is %s", async (status, word) => {
    const { target } = await site((_request, response) => response.writeHead(status).end());
    const check = checkOf(target);
    check.start();
    await found(check, word);
  });

  test("follows no redirect", async () => {
    const elsewhere = await site((_request, response) => response.end());
    const { target } = await site((_request, response) =>
      response.writeHead(302, { location: `${elsewhere.target}/` }).end(),
    );
    const check = checkOf(target);
    check.start();
    await found(check, "reachable");
    expect(elsewhere.seen).toEqual([]);
  });

  test("is unreachable if nothing listens or nothing responds in time", async () => {
    const silent = await site(() => {});
    for (const target of ["http://127.0.0.1:9", silent.target]) {
      const check = checkOf(target);
      check.start();
      await found(check, "unreachable");
    }
  });

  test("is checked repeatedly and can change", async () => {
    let up = true;
    const { target, seen } = await site((_request, response) => response.writeHead(up ? 200 : 502).end());
    const check = checkOf(target, { every: 30, most: 300 });
    check.start();
    await found(check, "reachable");
    up = false;
    await found(check, "unreachable");
    expect(seen.length).toBeGreaterThan(1);
  });

  test("is not checked after stop, which also aborts a running check", async () => {
    const { target, seen } = await site(() => {});
    const check = checkOf(target, { every: 20, most: 60_000 });
    check.start();
    await expect.poll(() => seen).toHaveLength(1);
    const begun = performance.now();
    await check.stop();
    expect(performance.now() - begun).toBeLessThan(1000);
    await wait(60);
    expect([seen.length, check.status().status]).toEqual([1, "unchecked"]);
  });
});
