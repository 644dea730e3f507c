import { request } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { failProcess, startProcess } from "../support/http-process.ts";
import { ask, askRender, fiveAtOnce, rawImage } from "../support/http-render.ts";

const RAMP = fixture("charts/ramp.png");

/** Posts a small render from another loopback address and returns the status. */
const renderFrom = (url: string, localAddress: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const options = { method: "POST", localAddress, headers: { "content-type": "image/png" } };
    request(`${url}/api/v1/render?columns=8`, options, (response) => {
      text(response).then(() => resolve(response.statusCode), reject);
    })
      .on("error", reject)
      .end(RAMP);
  });

describe("a process with invalid limits names the settings and does not start", () => {
  const INTEGER = {
    SERVICE_RATE_POINTS: "must be an integer from 0 to 1000000 (points per minute)",
    SERVICE_CLIENT_CONCURRENCY: "must be an integer from 0 to 10000",
  };
  const NO_BLOCK = "is not a CIDR block. Write for example 10.0.0.0/8, fd00::/8, or 192.0.2.7/32 for one address.";

  test.each([
    ["-1", "10.0.0.1", `cannot be used: "10.0.0.1" ${NO_BLOCK}`],
    ["many", "0.0.0.0/0", `cannot be used: "0.0.0.0/0" would trust every client. Name the proxies' own addresses.`],
    ["1.5", "10.0.0.0/8,loopback", `cannot be used: "loopback" ${NO_BLOCK}`],
    [
      "1000001",
      ",",
      'must be a comma-separated list of CIDR blocks, but is ",". Set for example SERVICE_TRUSTED_PROXIES=10.0.0.0/8.',
    ],
  ])("%s, %s", async (number, proxies, said) => {
    const { code, output, errors } = await failProcess({
      SERVICE_RATE_POINTS: number,
      SERVICE_CLIENT_CONCURRENCY: number,
      SERVICE_TRUSTED_PROXIES: proxies,
    });
    expect([code, output]).toEqual([1, ""]);
    const integers = Object.entries(INTEGER).map(
      ([name, rule]) => `${name} ${rule}, but is ${JSON.stringify(number)}. Set for example ${name}=0.`,
    );
    expect(errors.trim().split("\n").toSorted()).toEqual([...integers, `SERVICE_TRUSTED_PROXIES ${said}`].toSorted());
  });
});

describe("a process with limits", () => {
  test("renders exactly what each address's points buy, at any concurrency", async () => {
    const { url, stop } = await startProcess({ SERVICE_PORT: "0", SERVICE_RATE_POINTS: "10" });
    const answers = await fiveAtOnce(
      Array.from({ length: 40 }, (_, at) => at),
      (at) => askRender(url, rawImage(RAMP, { columns: 8 + at })),
    );
    const statuses = answers.map(({ status }) => status);
    expect([200, 429].map((status) => statuses.filter((given) => given === status).length)).toEqual([10, 30]);
    expect([await renderFrom(url, "127.0.0.1"), await renderFrom(url, "127.0.0.2")]).toEqual([429, 200]);
    expect((await ask(`${url}/api/health`)).status).toBe(200);
    expect(await stop()).toBe(0);
  });

  test("logs nothing about clients", async () => {
    const env = { SERVICE_PORT: "0", SERVICE_RATE_POINTS: "1", SERVICE_LOG_LEVEL: "trace" };
    const { url, stop, errors } = await startProcess(env);
    expect([await renderFrom(url, "127.0.0.3"), await renderFrom(url, "127.0.0.3")]).toEqual([200, 429]);
    expect(await stop()).toBe(0);
    const log = await errors;
    expect(log).toContain('"code":"rate_limited"');
    expect(log).not.toContain("127.0.0.3");
  });
});

test("renders identical concurrent requests once and sends all clients the same bytes", async () => {
  const { url, stop, errors } = await startProcess({ SERVICE_PORT: "0", SERVICE_LOG_LEVEL: "info" });
  const asked = rawImage(fixture("portrait.png"), { columns: 400, format: "json" });
  // the first must be in progress when the others arrive
  const first = askRender(url, asked);
  await expect
    .poll(async () => (await ask(`${url}/api/health`)).json()["load"], { interval: 2 })
    .toMatchObject({ busy: 1 });
  const answers = await Promise.all([first, ...Array.from({ length: 7 }, () => askRender(url, asked))]);
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(await stop()).toBe(0);
  const lines = (await errors)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const shared = lines.filter(({ route }) => route === "/api/v1/render").map((line) => line.shared);
  expect(shared.filter((one) => one === true).length).toBeGreaterThanOrEqual(4);
  expect(shared).toContain(false);
});
