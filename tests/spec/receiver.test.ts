import type { RequestListener } from "node:http";
import { HANDOFF_MESSAGES } from "@lumiglyph/handoff";
import { afterEach, expect, test, vi } from "vitest";
import { mayHaveCredential } from "../../apps/service/src/platform/platform-warnings.ts";
import { createReceiverCheck } from "../../apps/service/src/platform/receiver-check.ts";
import { startReceivingSite } from "../../apps/service/src/testing/receiving-site.ts";
import { startProcess } from "../support/http-process.ts";
import { ask } from "../support/http-render.ts";
import { SCHEMAS } from "../support/http-schemas.ts";
import { startService } from "../support/http-service.ts";

const KEY = "platform-key-0123456789";
const MANIFEST = "/api/v1/a2v-handoff";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const end of endings.splice(0)) await end();
});

const site = async (answer: RequestListener) => {
  const started = await startReceivingSite(answer);
  endings.push(started.stop);
  return started;
};

const start = async (env: { readonly [name: string]: string }) => {
  const running = await startProcess({ SERVICE_PORT: "0", SERVICE_WORKERS: "1", ...env });
  endings.push(() => running.stop());
  return running;
};

const receiverAt = async (url: string) => (await ask(url + MANIFEST)).json()["receiver"] as { readonly status: string };

test("A service with a credential probes the receiving site by HEAD of its root, and the manifest shows the result (spec 4.3; answers 4.4)", async () => {
  const { target, seen } = await site((_request, response) => response.end());
  const { url } = await start({ SERVICE_API_KEY: KEY, SERVICE_HANDOFF_TARGET: target });
  await expect.poll(() => receiverAt(url)).toMatchObject({ status: "reachable" });
  expect(seen.map(({ method, url: path, headers }) => [method, path, headers.authorization])).toEqual([
    ["HEAD", "/", `Bearer ${KEY}`],
  ]);
  const answer = await ask(url + MANIFEST);
  expect([answer.status, SCHEMAS.handoffManifest(answer.json())]).toEqual([200, "valid"]);
  const { checkedAt } = answer.json()["receiver"] as { checkedAt: string };
  expect(Math.abs(Date.now() - Date.parse(checkedAt))).toBeLessThan(60_000);
  const status = await ask(`${url}/api/v1/platform/status`, { headers: { authorization: `Bearer ${KEY}` } });
  expect(status.json()["receiver"]).toEqual({ target, status: "reachable", checkedAt });
});

test("A missing receiving site is unreachable (spec 4.3; answers 4.4)", async () => {
  const { url } = await start({ SERVICE_API_KEY: KEY, SERVICE_HANDOFF_TARGET: "http://127.0.0.1:9" });
  await expect.poll(() => receiverAt(url)).toMatchObject({ status: "unreachable" });
});

test("Without a credential there is no probe and no result (spec 4.3; answers 4.4)", async () => {
  const { target, seen } = await site((_request, response) => response.end());
  const { url } = await start({ SERVICE_HANDOFF_TARGET: target });
  expect(await receiverAt(url)).toEqual({ status: "unchecked", checkedAt: null });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([seen, await receiverAt(url)]).toEqual([[], { status: "unchecked", checkedAt: null }]);
});

test("No request waits for a silent site; after 5 seconds it is unreachable (answers 4.4)", async () => {
  const { target, seen } = await site(() => {});
  const { url } = await start({ SERVICE_API_KEY: KEY, SERVICE_HANDOFF_TARGET: target });
  await expect.poll(() => seen.length).toBe(1);
  const begun = performance.now();
  const statuses = await Promise.all(
    [MANIFEST, "/api/health", "/api/ready", MANIFEST].map(async (path) => (await ask(url + path)).status),
  );
  expect([statuses, performance.now() - begun < 2000]).toEqual([[200, 200, 200, 200], true]);
  expect(await receiverAt(url)).toEqual({ status: "unchecked", checkedAt: null });
  await expect.poll(() => receiverAt(url)).toMatchObject({ status: "unreachable" });
  expect(performance.now() - begun).toBeGreaterThan(4000);
});

test("It is probed once a minute, without following redirects (answers 4.4)", async () => {
  const elsewhere = await site((_request, response) => response.end());
  const { target, seen } = await site((_request, response) =>
    response.writeHead(307, { location: `${elsewhere.target}/` }).end(),
  );
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const check = createReceiverCheck({ target, credential: KEY, now: Date.now });
  endings.push(check.stop);
  check.start();
  await expect.poll(() => check.counts()).toEqual({ reachable: 1, unreachable: 0 });
  vi.advanceTimersByTime(59_999);
  expect(seen).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await expect.poll(() => seen).toHaveLength(2);
  expect(elsewhere.seen).toEqual([]);
});

test("The credential is sent over https or to loopback only (answers 4.4)", () => {
  const may = ["https://receiver.example", "http://127.0.0.1:8788", "http://localhost:8788", "http://[::1]:8788"];
  const mayNot = ["http://receiver.example", "http://192.168.0.7:8788"];
  expect(may.map((target) => mayHaveCredential(new URL(target)))).toEqual([true, true, true, true]);
  expect(mayNot.map((target) => mayHaveCredential(new URL(target)))).toEqual([false, false]);
});

test("The manifest has what a receiver's author needs, and its ETag changes with the receiver's status (spec 4.3; answers 6.3)", async () => {
  let receiver: { readonly status: "unchecked" | "reachable"; readonly checkedAt: string | null } = {
    status: "unchecked",
    checkedAt: null,
  };
  const counts = () => ({ reachable: 0, unreachable: 0 });
  const { service, stop } = await startService({}, { receiver: { status: () => receiver, counts } });
  endings.push(stop);
  const first = await ask(service.url + MANIFEST);
  expect([first.status, SCHEMAS.handoffManifest(first.json())]).toEqual([200, "valid"]);
  expect(Object.keys(first.json())).toEqual(
    expect.arrayContaining(["protocol", "transport", "modes", "launch", "messages", "limits", "receiverHeaders"]),
  );
  expect(first.json()["messages"]).toHaveLength(Object.keys(HANDOFF_MESSAGES).length);
  for (const message of first.json()["messages"] as { schema: object }[]) {
    expect(message.schema).toMatchObject({ type: "object" });
  }
  receiver = { status: "reachable", checkedAt: "2026-11-15T12:00:00.000Z" };
  const second = await ask(service.url + MANIFEST, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
  expect([second.status, second.json()["receiver"]]).toEqual([200, receiver]);
});
