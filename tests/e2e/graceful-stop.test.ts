import { describe, expect, test } from "vitest";
import { openConnection } from "../../apps/service/src/testing/raw-connection.ts";
import { fixture } from "../spec/drawn.ts";
import { startProcess } from "../support/http-process.ts";
import { ask, askRender, rawImage } from "../support/http-render.ts";

const PORTRAIT = fixture("portrait.png");
const LARGE = { columns: 140, format: "json" };

const start = async () => {
  const running = await startProcess();
  const port = Number(new URL(running.url).port);
  const load = async () => (await ask(`${running.url}/api/health`)).json()["load"] as { busy: number; queued: number };
  return { ...running, port, load };
};

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

describe("a service that is stopping", () => {
  test("finishes accepted renders, reports that it drains, closes idle connections and exits 0", async () => {
    const { url, port, load, stop } = await start();
    const [idle, talking] = [await openConnection(port), await openConnection(port)];
    idle.send(GET("/api/health"));
    expect((await idle.response()).headers.get("connection")).not.toBe("close");
    let answered = 0;
    const renders = [0, 1, 2, 3].map(async (brightness) => {
      const answer = await askRender(url, rawImage(PORTRAIT, { ...LARGE, brightness }));
      answered++;
      return answer;
    });
    const accepted = async () => {
      // read first, so that a render that ends meanwhile is not counted twice
      const done = answered;
      const { busy, queued } = await load();
      return done + busy + queued;
    };
    await expect.poll(accepted, { interval: 5 }).toBe(4);
    const begun = performance.now();
    const stopped = stop();
    // a connection closed as idle at that moment is not a response
    const ready = () =>
      ask(`${url}/api/ready`).then(
        (answer) => answer.json()["status"],
        () => null,
      );
    await expect.poll(ready, { interval: 5 }).toBe("draining");
    talking.send(GET("/api/health"));
    const health = await talking.response();
    expect([JSON.parse(health.body).status, health.headers.get("connection")]).toEqual(["draining", "close"]);
    await talking.closed;
    const answers = await Promise.all(renders);
    expect(answers.map(({ status, json }) => [status, json()["columns"]])).toEqual(Array(4).fill([200, LARGE.columns]));
    await idle.closed;
    expect(await stopped).toBe(0);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test("exits within ten seconds though clients keep sending requests", async () => {
    const { url, stop } = await start();
    let calling = true;
    const callers = Array.from({ length: 8 }, async () => {
      while (calling) await ask(`${url}/api/health`).catch(() => {});
    });
    const slow = openConnection(Number(new URL(url).port));
    (await slow).send(
      "POST /api/v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: 9\r\n\r\n",
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const begun = performance.now();
    expect(await stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(10_000);
    calling = false;
    await Promise.all(callers);
  });
});
