import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, request } from "undici";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { endServices, type ServiceProcess, startServiceProcess } from "../reliability/service-process.ts";
import { type RunningProxy, startHaproxy, startNginx } from "./proxy.ts";

/**
 * Fits into haproxy's buffer of 16 kB. haproxy cannot send a larger upload again, so one that reaches an instance in the
 * moment that it stops gets 502.
 */
const PICTURE = readFileSync(join(import.meta.dirname, "../../fixtures/formats/baseline.jpg"));

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
    const load = [0, 1].map(async () => {
      while (!isOver) {
        statuses.push(
          await render().then(
            ([status]) => status,
            () => 0,
          ),
        );
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await instances[0].stop();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    isOver = true;
    await Promise.all(load);
    expect(statuses.length).toBeGreaterThan(20);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("answers on a kept connection, too, when the last instance dies while it draws", async () => {
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
    expect(await answer).toEqual(kind === "haproxy" ? [503, "1"] : [502, undefined]);
    await client.close();
  });
});
