import { READY } from "@lumiglyph/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { createDrain } from "../drain.ts";
import { httpParts, renderedAs } from "../testing/test-parts.ts";

const isReady = new Ajv2020({ strict: true }).compile(READY);

describe("the readiness probe", () => {
  test("returns 200 at rest, never cacheable", async () => {
    const response = await createApp(httpParts()).inject({ url: "/api/ready" });
    expect([response.statusCode, response.payload]).toEqual([200, '{"status":"ready"}']);
    expect(isReady(response.json())).toBe(true);
    expect(response.headers).toMatchObject({ "content-type": "application/json", "cache-control": "no-store" });
  });

  test("returns 503 as soon as the service drains", async () => {
    const drain = createDrain();
    const app = createApp({ ...httpParts(), drain });
    drain.begin();
    const response = await app.inject({ url: "/api/ready" });
    expect([response.statusCode, response.payload]).toEqual([503, '{"status":"draining"}']);
    expect(response.headers["connection"]).toBe("close");
  });

  test("returns 503 only while every place is taken", async () => {
    const held = Promise.withResolvers<ReturnType<typeof renderedAs>>();
    const app = createApp({ ...httpParts(), renderer: () => held.promise });
    const probe = async () => (await app.inject({ url: "/api/ready" })).statusCode;
    const { capacity } = (await app.inject({ url: "/api/health" })).json().load;
    const renders = [];
    for (let columns = 8; columns < 8 + capacity; columns++) {
      expect(await probe()).toBe(200);
      const headers = { "content-type": "image/png" };
      const url = `/api/v1/render?columns=${columns}`;
      renders.push(app.inject({ method: "POST", url, headers, payload: Buffer.from("four") }));
      const accepted = async () => {
        const { busy, queued } = (await app.inject({ url: "/api/health" })).json().load;
        return busy + queued;
      };
      await expect.poll(accepted).toBe(renders.length);
    }
    const full = await app.inject({ url: "/api/ready" });
    expect([full.statusCode, full.payload]).toEqual([503, '{"status":"full"}']);
    expect(isReady(full.json())).toBe(true);
    held.resolve(renderedAs(""));
    await Promise.all(renders);
    expect(await probe()).toBe(200);
  });
});
