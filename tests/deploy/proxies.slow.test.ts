import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request as requestSecurely } from "node:https";
import { join } from "node:path";
import { Client, request } from "undici";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "../redis/support/redis-server.ts";
import { endServices, type ServiceProcess, startServiceProcess } from "../reliability/service-process.ts";
import { makeProxyCertificate, type RunningProxy, startHaproxy, startNginx, switchedOn } from "./proxy.ts";

/**
 * Fits into haproxy's buffer of 16 kB. haproxy cannot resend a larger upload, so one that reaches an instance just as
 * it stops gets 502.
 */
const PICTURE = readFileSync(join(import.meta.dirname, "../../fixtures/formats/baseline.jpg"));

/** About a second of work. */
const LARGE = readFileSync(join(import.meta.dirname, "../../fixtures/koi.png"));
const PNG = { "content-type": "image/png" };

const START = { haproxy: startHaproxy, nginx: startNginx };

describe.each(["haproxy", "nginx"] as const)("the example for %s", (kind) => {
  let instances: readonly [ServiceProcess, ServiceProcess];
  let proxy: RunningProxy;
  beforeAll(async () => {
    const env = { SERVICE_WORKERS: "1", SERVICE_TRUSTED_PROXIES: "127.0.0.1/32", SERVICE_API_KEY: "of-the-operator" };
    instances = [await startServiceProcess(env), await startServiceProcess(env)];
    const [one, two] = instances;
    proxy = await START[kind]([`127.0.0.1:${one.port}`, `127.0.0.1:${two.port}`]);
  });
  afterAll(async () => {
    await proxy?.stop();
    endServices();
  });

  /** Uses a new connection: the other side may close a kept one just as it is reused. */
  const render = async (): Promise<readonly [number, string]> => {
    const { statusCode, body } = await request(`${proxy.url}/api/v1/render?columns=40&autoOptimize=0`, {
      method: "POST",
      headers: { "content-type": "image/jpeg" },
      body: PICTURE,
      reset: true,
    });
    return [statusCode, await body.text()];
  };

  const rendersOf = async ({ url }: ServiceProcess): Promise<number> => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: "Bearer of-the-operator" } });
    const counts = (await answer.text()).matchAll(
      /^lumiglyph_render_duration_seconds_count\{.*status="200".*\} (\d+)$/gm,
    );
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  test("balances renders over both instances and passes responses through unchanged", async () => {
    const answers = [];
    for (let n = 0; n < 12; n++) answers.push(...(await Promise.all([render(), render()])));
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(([, body]) => body)).size).toBe(1);
    for (const instance of instances) expect(await rendersOf(instance)).toBeGreaterThan(4);
  });

  test("hides the operator's endpoints and passes errors through", async () => {
    const headers = { authorization: "Bearer of-the-operator" };
    for (const path of ["/metrics", "/metrics/", "/api/v1/platform/status"]) {
      expect((await fetch(`${proxy.url}${path}`, { headers })).status).toBe(404);
    }
    const bad = await fetch(`${proxy.url}/api/v1/render?columns=x`, { method: "POST" });
    expect([bad.status, bad.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
  });

  test("loses no render when an instance stops", async () => {
    const statuses: number[] = [];
    let isOver = false;
    const loop = async () => {
      while (!isOver) {
        statuses.push(
          await render().then(
            ([status]) => status,
            () => 0,
          ),
        );
      }
    };
    const loops = [loop(), loop()];
    await new Promise((resolve) => setTimeout(resolve, 300));
    // a long render keeps the instance from ending, and meanwhile it refuses others
    const last = fetch(`${instances[0].url}/api/v1/render?columns=400`, { method: "POST", headers: PNG, body: LARGE });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const stopped = instances[0].stop();
    // these have a choice between the instances
    loops.push(loop(), loop(), loop());
    await stopped;
    expect((await last).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    isOver = true;
    await Promise.all(loops);
    expect(statuses.length).toBeGreaterThan(20);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("responds on a kept-alive connection even if the last instance dies during a render", async () => {
    const client = new Client(proxy.url);
    const ask = async (columns: number): Promise<readonly [number, unknown]> => {
      const path = `/api/v1/render?columns=${columns}`;
      const asked = { path, method: "POST", headers: { "content-type": "image/jpeg" }, body: PICTURE } as const;
      const { statusCode, headers, body } = await client.request(asked);
      await body.dump();
      return [statusCode, headers["retry-after"]];
    };
    expect([await ask(40), await ask(40)]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    const last = instances[1];
    const answer = ask(400);
    await vi.waitFor(async () => expect((await last.load()).busy).toBe(1), { interval: 5 });
    await last.kill();
    expect(await answer).toEqual([503, kind === "haproxy" ? "1" : "2"]);
    await client.close();
  });
});

test.each(["haproxy", "nginx"] as const)(
  "%s serves TLS itself, and tells the clients of a proxy in front apart",
  async (kind) => {
    const certificate = makeProxyCertificate();
    onTestFinished(certificate.remove);
    const service = await startServiceProcess({
      ...{ SERVICE_WORKERS: "1", SERVICE_TRUSTED_PROXIES: "127.0.0.1/32", SERVICE_RATE_POINTS: "100" },
    });
    onTestFinished(async () => void (await service.stop()));
    const port = await freePort();
    const instance = `127.0.0.1:${service.port}`;
    const proxy = await START[kind]([instance, instance], (text) =>
      // without the redirect, because the helper that waits for the proxy speaks plain HTTP
      switchedOn(`127.0.0.1:${port}`, certificate)(text).replace(/^ *http-request redirect .*\n/m, ""),
    );
    onTestFinished(proxy.stop);
    /** The points that a client has left after a render: 99 after its first. */
    const left = async (localAddress: string, claimed: string): Promise<string | undefined> => {
      const asked = requestSecurely({
        ...{ host: "127.0.0.1", port, path: "/api/v1/render?columns=8", method: "POST", localAddress },
        headers: { "content-type": "image/jpeg", "content-length": PICTURE.length, "x-forwarded-for": claimed },
        ca: readFileSync(certificate.cert),
        servername: "localhost",
      });
      asked.end(PICTURE);
      const [response] = await once(asked, "response");
      response.resume();
      expect(response.statusCode).toBe(200);
      return /r=(\d+)/.exec(response.headers.ratelimit)?.[1];
    };
    // through the front, which appends the address it saw
    expect(await left("127.0.0.1", "203.0.113.1")).toBe("99");
    expect(await left("127.0.0.1", "203.0.113.2")).toBe("99");
    expect(await left("127.0.0.1", "198.51.100.1, 203.0.113.1")).toBe("98");
    // past it: the client's own claim does not count
    expect(await left("127.0.0.2", "203.0.113.2")).toBe("99");
    expect(await left("127.0.0.2", "203.0.113.3")).toBe("98");
  },
);
