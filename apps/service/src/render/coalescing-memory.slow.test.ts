import { request } from "node:http";
import { text } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { createApp } from "../app.ts";
import { multipartBody } from "../testing/multipart-body.ts";
import { httpParts, renderedAs } from "../testing/test-parts.ts";
import type { RenderedJob } from "./renderer.ts";

const MEBIBYTE = 1024 ** 2;
const IMAGE = Buffer.alloc(8 * MEBIBYTE, "picture");

/** Bytes of all live buffers and strings. */
const held = () => {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
};

/** Sends the same buffer each time, so the client holds it once. */
const post = (url: string, type: string, body: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { "content-type": type };
    request(`${url}/api/v1/render`, { method: "POST", headers }, (response) => text(response).then(resolve, reject))
      .on("error", reject)
      .end(body);
  });

const form = multipartBody([{ name: "image", value: IMAGE, fileName: "a.png" }]);

test.each([
  ["raw", "image/png", IMAGE],
  ["in base64", "application/json", Buffer.from(`{"imageBase64":"${IMAGE.toString("base64")}"}`)],
  ["in a form", form.headers["content-type"], form.payload],
])("frees an image sent %s while its request waits for an identical render", async (_what, type, body) => {
  const result = Promise.withResolvers<RenderedJob>();
  const app = createApp({ ...httpParts(), renderer: () => result.promise });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const waiting = async () => {
    const { load } = (await (await fetch(`${url}/api/health`)).json()) as { load: object };
    expect(load).toMatchObject({ busy: 1, queued: 0 });
  };
  const first = post(url, type, body);
  await vi.waitFor(waiting, { timeout: 10_000 });
  const before = held();
  const joined: Promise<string>[] = [];
  for (let count = 0; count < 10; count++) {
    joined.push(post(url, type, body));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await vi.waitFor(waiting, { timeout: 10_000 });
  }
  // ten of them would be 80 MiB, plus the same as base64; one or two may linger in a parser
  await vi.waitFor(() => expect(held() - before).toBeLessThan(30 * MEBIBYTE), { timeout: 20_000 });
  result.resolve(renderedAs("art"));
  expect(await Promise.all([first, ...joined])).toEqual(Array(11).fill("art"));
  await app.close();
});
