import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createService, type Environment, readSettings } from "@lumiglyph/service";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

type Service = ReturnType<typeof createService>;

/** Three image hosts on this machine that accept a connection and then stay silent; each is another origin. */
const hosts: Server[] = [];
const sockets = new Set<Socket>();
const apps: Service[] = [];
let reached = 0;

beforeAll(async () => {
  for (let count = 0; count < 3; count++) {
    const host = createServer((socket) => {
      reached++;
      sockets.add(socket.on("error", () => {}));
    });
    await new Promise<void>((resolve) => host.listen(0, "localhost", resolve));
    hosts.push(host);
  }
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

afterAll(() => Promise.all(hosts.map((host) => new Promise((resolve) => host.close(resolve)))));

const portOf = (host = 0) => (hosts[host]!.address() as AddressInfo).port;
const local = (host = 0) => `localhost:${portOf(host)}`;

const settings = (env: Environment) => {
  const reading = readSettings(env);
  if ("problems" in reading) throw new Error(reading.problems.join(" "));
  return reading.settings;
};

const start = (env: Environment): Service => {
  const app = createService(settings(env), { logTo: { write: () => {} } });
  apps.push(app);
  return app;
};

const fetching = async (app: Service, imageUrl: string): Promise<string> =>
  (await app.inject({ method: "POST", url: "/api/v1/render", payload: { imageUrl } })).json().code;

/** The error code of a render of this URL, with a short timeout, because nothing responds. */
const codeOf = (imageUrl: string, env: Environment) =>
  fetching(start({ SERVICE_FETCH_TIMEOUT_MS: "300", ...env }), imageUrl);

/** A trusted host that does not exist (RFC 6761) fails or is slow; an untrusted one is not even resolved. */
const isTrusted = async (imageUrl: string, env: Environment) => {
  const code = await codeOf(imageUrl, env);
  expect(["image_url_untrusted", "image_host_failed", "image_host_slow"]).toContain(code);
  return code !== "image_url_untrusted";
};

test("The hosts of the base URL and of the receiving site are trusted (answers 3.10)", async () => {
  const env = { SERVICE_BASE_URL: "https://own.invalid", SERVICE_HANDOFF_TARGET: "https://receiver.invalid" };
  const urls = ["https://own.invalid/a.png", "https://receiver.invalid/a.png", "https://other.invalid/a.png"];
  expect(await Promise.all(urls.map((url) => isTrusted(url, env)))).toEqual([true, true, false]);
  expect(await Promise.all(urls.map((url) => isTrusted(url, {})))).toEqual([false, false, false]);
});

test("The allowlist adds exact names, ports other than 443, and suffixes (answers 3.10)", async () => {
  const env = { SERVICE_IMAGE_FETCH_ALLOWLIST: "images.invalid,store.invalid:8443,*.cdn.invalid" };
  const trusted = ["https://images.invalid/", "https://store.invalid:8443/", "https://a.b.cdn.invalid/"];
  const others = [
    "https://images.invalid:8443/",
    "https://www.images.invalid/",
    "https://store.invalid/",
    "https://cdn.invalid/",
    "https://evilcdn.invalid/",
  ];
  expect(await Promise.all(trusted.map((url) => isTrusted(url, env)))).toEqual([true, true, true]);
  expect(await Promise.all(others.map((url) => isTrusted(url, env)))).toEqual(others.map(() => false));
});

test("A trusted name with a private address is refused, and nothing reaches it (answers 3.11)", async () => {
  const before = reached;
  expect(await codeOf(`https://${local()}/`, { SERVICE_IMAGE_FETCH_ALLOWLIST: local() })).toBe("image_host_failed");
  expect(settings({}).SERVICE_IMAGE_FETCH_PRIVATE).toBe(false);
  expect(reached).toBe(before);
});

test("The operator can allow private addresses for exact names only (answers 3.9, 3.11)", async () => {
  const before = reached;
  const env = { SERVICE_IMAGE_FETCH_PRIVATE: "true" };
  const own = { ...env, SERVICE_BASE_URL: `https://${local()}` };
  expect(await codeOf(`https://${local()}/`, own)).toBe("image_host_failed");
  expect(reached).toBe(before);
  const exact = { ...env, SERVICE_IMAGE_FETCH_ALLOWLIST: local() };
  const started = performance.now();
  expect(await codeOf(`https://${local()}/`, exact)).toBe("image_host_slow");
  expect(reached).toBe(before + 1);
  // of the 300 ms that `codeOf` sets, not of the default
  expect(performance.now() - started).toBeLessThan(2_500);
});

const OPEN = () => ({
  SERVICE_IMAGE_FETCH_PRIVATE: "true",
  SERVICE_IMAGE_FETCH_ALLOWLIST: [0, 1, 2].map(local).join(),
});

test("8 s in all, and 3 s for a host that does not complete a handshake (answers 3.9)", async () => {
  expect(settings({}).SERVICE_FETCH_TIMEOUT_MS).toBe(8_000);
  const started = performance.now();
  expect(await fetching(start(OPEN()), `https://${local()}/`)).toBe("image_host_slow");
  const seconds = (performance.now() - started) / 1000;
  expect(seconds).toBeGreaterThan(2.5);
  expect(seconds).toBeLessThan(5);
});

test("Of 24 fetches 16 run at once (answers 3.9)", async () => {
  expect(settings({}).SERVICE_FETCH_SLOTS).toBe(16);
  const before = reached;
  const app = start({ ...OPEN(), SERVICE_QUEUE: "24" });
  const all = Array.from({ length: 24 }, (_, at) => fetching(app, `https://${local(at % 3)}/?${at}`));
  await expect.poll(() => reached - before).toBe(16);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(reached - before).toBe(16);
  await Promise.all(all);
});
