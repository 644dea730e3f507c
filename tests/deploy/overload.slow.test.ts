import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { LoadOrder } from "../reliability/load/load.ts";
import { load, rateOf, startLoad } from "../reliability/load/start-load.ts";
import { percentile } from "../reliability/percentile.ts";
import { endServices, type ServiceProcess, startServiceProcess } from "../reliability/service-process.ts";
import { type RunningProxy, startHaproxy, startNginx } from "./proxy.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures");
const PICTURE = readFileSync(join(FIXTURES, "formats/baseline.jpg"));
const KEY = "of-the-operator";
const START = { haproxy: startHaproxy, nginx: startNginx };

/** Renders per second that are ten times the capacity of two cores, even if other work has slowed the measurement of it. */
const MANY = 300;

const DRIPPING_CLIENT = fileURLToPath(new URL("./dripping-client.ts", import.meta.url));

/** Connections of one client that sends a byte a second on each. */
const DRIPPING = 4200;

describe.each(["haproxy", "nginx"] as const)("behind %s as shipped", (kind) => {
  let instances: readonly [ServiceProcess, ServiceProcess];
  let proxy: RunningProxy;
  /** Renders of many clients: the proxies limit the connections of each. */
  let order: Pick<LoadOrder, "port" | "target" | "addresses">;
  beforeAll(async () => {
    // two workers each, as the example for nginx says
    const env = { SERVICE_WORKERS: "2", SERVICE_TRUSTED_PROXIES: "127.0.0.1/32", SERVICE_API_KEY: KEY };
    instances = [await startServiceProcess(env), await startServiceProcess(env)];
    const [one, two] = instances;
    proxy = await START[kind]([`127.0.0.1:${one.port}`, `127.0.0.1:${two.port}`]);
    order = { port: Number(new URL(proxy.url).port), target: "render", addresses: 50 };
    await load({ ...order, pace: { atOnce: 6 } }, 2);
  }, 300_000);
  afterAll(async () => {
    await proxy?.stop();
    endServices();
  });

  /** Renders per second without overload. */
  const capacity = async (): Promise<number> => {
    const figures = await load({ ...order, pace: { atOnce: 6 } }, 6);
    expect(Object.keys(figures.answers), JSON.stringify(figures.answers)).toEqual(["200"]);
    return rateOf(figures);
  };

  /** Resolves once the instances have finished the renders of the test before. */
  const idle = () =>
    vi.waitFor(
      async () => {
        for (const instance of instances) expect(await instance.load()).toMatchObject({ busy: 0, queued: 0 });
      },
      { timeout: 60_000, interval: 200 },
    );

  /** Renders that the instances have refused with 503 so far. */
  const refusals = async (): Promise<number> => {
    let sum = 0;
    for (const { url } of instances) {
      const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${KEY}` } });
      const counts = (await answer.text()).matchAll(
        /^lumiglyph_render_duration_seconds_count\{.*status="503".*\} (\d+)$/gm,
      );
      sum += [...counts].reduce((all, [, count]) => all + Number(count), 0);
    }
    return sum;
  };

  test("at ten times the capacity, the instances refuse fewer requests than clients see refused", async () => {
    const before = await capacity();
    const refusedBefore = await refusals();
    const under = await load({ ...order, pace: { perSecond: Math.max(MANY, before * 10) } }, 12);
    await idle();
    const byInstances = (await refusals()) - refusedBefore;
    const after = await capacity();
    const seen = under.answers["503 overloaded"] ?? 0;
    const share = (200 * rateOf(under)) / (before + after);
    console.log(
      `${kind} at ${Math.round(under.sent / under.seconds)} renders a second, with a capacity of ${before.toFixed(0)} and ${after.toFixed(0)}: ${under.accepted.count} drawn (${share.toFixed(0)} % of capacity), ${seen} clients refused, ${byInstances} refusals by the instances (${(byInstances / seen).toFixed(2)} for each)`,
    );
    expect(new Set(under.faults)).toEqual(new Set());
    expect(seen).toBeGreaterThan(under.accepted.count * 4);
    // the limit is at most 1.1; it would be 1 if the proxy refused nothing, and 2 if it also
    // retried
    expect(byInstances / seen).toBeLessThan(0.9);
  }, 300_000);

  test("under overload, uploads of 489 kB also get a response", async () => {
    await idle();
    const under = startLoad({ ...order, pace: { perSecond: (await capacity()) * 4 } });
    await setTimeout(1000);
    const body = readFileSync(join(FIXTURES, "koi.png"));
    const answers: string[] = [];
    for (let count = 0; count < 60; count++) {
      const answer = await fetch(`${proxy.url}/api/v1/render?columns=8&autoOptimize=0`, {
        method: "POST",
        headers: { "content-type": "image/png" },
        body,
      });
      const { code } = answer.ok ? { code: "drawn" } : await answer.json();
      answers.push(`${answer.status} ${code} ${answer.headers.get("retry-after")}`);
    }
    expect(new Set((await under.stop()).faults)).toEqual(new Set());
    expect(new Set(answers.filter((answer) => answer !== "200 drawn null"))).toEqual(new Set(["503 overloaded 2"]));
  }, 300_000);

  test("4,200 trickling connections of one client do not delay others", async () => {
    await idle();
    const args = [order.port, "127.0.1.1", DRIPPING].map(String);
    const client = fork(DRIPPING_CLIENT, args, { execArgv: [] });
    onTestFinished(() => void client.kill());
    await once(client, "message");
    const asked: Promise<Asked>[] = [];
    for (let count = 0; count < 200; count++) {
      asked.push(askFrom("127.0.1.2", order.port, count));
      await setTimeout(100);
    }
    const all = await Promise.all(asked);
    const slowest = percentile(
      all.map(({ ms }) => ms),
      0.99,
    );
    const answered = all.filter(({ status }) => status === 200).length;
    console.log(`${kind}, dripping: ${answered} of 200 requests of another client answered, 99 % in ${slowest} ms`);
    expect(answered).toBe(200);
    expect(slowest).toBeLessThan(1000);
  }, 300_000);
});

type Asked = { readonly status: number; readonly ms: number };

/** A request of another client on a new connection: every fourth is a render. */
const askFrom = async (localAddress: string, port: number, count: number): Promise<Asked> => {
  const begun = performance.now();
  const took = (status: number): Asked => ({ status, ms: Math.round(performance.now() - begun) });
  const isRender = count % 4 === 0;
  const asked = request({
    ...{ host: "127.0.0.1", port, localAddress, agent: false, timeout: 10_000 },
    ...(isRender ? { path: "/api/v1/render?columns=8&autoOptimize=0", method: "POST" } : { path: "/api/health" }),
    headers: isRender ? { "content-type": "image/jpeg", "content-length": PICTURE.length } : {},
  });
  asked.on("timeout", () => asked.destroy(new Error("no answer in ten seconds")));
  asked.end(isRender ? PICTURE : undefined);
  try {
    const [response] = await once(asked, "response");
    response.resume();
    await once(response, "end");
    return took(response.statusCode);
  } catch {
    return took(0);
  }
};
