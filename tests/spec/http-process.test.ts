import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { startImageHost } from "../support/http-image-host.ts";
import { failProcess, startProcess } from "../support/http-process.ts";
import { ask, askRender, fiveAtOnce, jsonBody, jsonImage, rawImage } from "../support/http-render.ts";
import { fixture } from "./drawn.ts";

const PICTURE = fixture("charts/color-wheel.png");

describe("the service as a process", () => {
  test("prints its address, responds, and exits 0 (spec 4.1, 4.2; answers 3.2)", async () => {
    const { url, stop, errors } = await startProcess({ SERVICE_PORT: "0", PORT: "1" });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
    expect((await ask(`${url}/api/health`)).json()).toMatchObject({ status: "ok", version: "0.3.0" });
    expect((await askRender(url, rawImage(PICTURE, { columns: 16 }))).text).toMatch(/^([ -~]{16}\n){8}$/);
    expect(await stop("SIGTERM")).toBe(0);
    expect(await errors).toBe("");
  });

  test("uses PORT if SERVICE_PORT is not set (answers 3.2)", async () => {
    const { url, stop } = await startProcess({ PORT: "0" });
    expect((await ask(`${url}/api/health`)).status).toBe(200);
    expect(await stop("SIGINT")).toBe(0);
  });

  test("does not start with invalid settings, and prints a sentence for each (answers 3.1)", async () => {
    const { code, output, errors } = await failProcess({
      SERVICE_PORT: "http",
      SERVICE_MAX_IMAGE_BYTES: "10MB",
      SERVICE_IMAGE_FETCH_ALLOWLIST: "https://images.example",
      SERVICE_IMAGE_FETCH_PRIVATE: "perhaps",
    });
    expect([code, output]).toEqual([1, ""]);
    const sentences = errors.trim().split("\n");
    const about = [
      "SERVICE_PORT",
      "SERVICE_MAX_IMAGE_BYTES",
      "SERVICE_IMAGE_FETCH_PRIVATE",
      "SERVICE_IMAGE_FETCH_ALLOWLIST",
    ];
    expect(sentences.map((sentence) => sentence.split(" ")[0])).toEqual(about);
    for (const sentence of sentences) expect(sentence).toMatch(/\b(Set for example|Write) .*\.$/);
  });
});

test("Two processes, sequentially and five at once, return the same bytes (answers 2.12)", async () => {
  const processes = await Promise.all([startProcess(), startProcess()]);
  const asked = ["text", "ansi", "html", "json", "json-compact", "svg"].flatMap((format) => [
    { columns: 24, format, color: true, qualityTarget: "portrait" },
    { columns: 24, format, dither: true, charset: "standard" },
  ]);
  const [first, second] = processes.map(({ url }) => url);
  const oneByOne: string[] = [];
  for (const given of asked) oneByOne.push((await askRender(first!, rawImage(PICTURE, given))).text);
  const twice = [...asked, ...asked.toReversed()];
  const atOnce = await fiveAtOnce(twice, (given) => askRender(second!, jsonImage(PICTURE, given)));
  expect(atOnce.map(({ status }) => status)).toEqual(twice.map(() => 200));
  expect(atOnce.map(({ text }) => text)).toEqual([...oneByOne, ...oneByOne.toReversed()]);
  expect(new Set(oneByOne).size).toBe(asked.length);
  expect(await Promise.all(processes.map(({ stop }) => stop()))).toEqual([0, 0]);
});

test("A process fetches from its own host, and gives an unresponsive one three seconds (spec 2.1; answers 3.9, 3.11)", async () => {
  const host = await startImageHost(["localhost"], (_request, response) => void response.end(PICTURE));
  const sockets: Socket[] = [];
  const deaf = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(deaf, "listening");
  const { port } = deaf.address() as AddressInfo;
  const { url, stop } = await startProcess({
    SERVICE_PORT: "0",
    SERVICE_IMAGE_FETCH_ALLOWLIST: `localhost:${host.port},localhost:${port}`,
    SERVICE_IMAGE_FETCH_PRIVATE: "true",
    NODE_EXTRA_CA_CERTS: host.certificateFile,
  });
  const begun = performance.now();
  const slow = askRender(url, jsonBody({ imageUrl: `https://localhost:${port}/` }));
  const fetched = await askRender(url, jsonBody({ imageUrl: `https://localhost:${host.port}/`, columns: 24 }));
  expect(fetched.text).toBe((await askRender(url, rawImage(PICTURE, { columns: 24 }))).text);
  const { status, json } = await slow;
  expect([status, json()["code"]]).toEqual([504, "image_host_slow"]);
  expect(performance.now() - begun).toBeGreaterThan(2900);
  expect(performance.now() - begun).toBeLessThan(6000);
  expect(await stop()).toBe(0);
  for (const socket of sockets) socket.destroy();
  deaf.close();
  await host.stop();
});
