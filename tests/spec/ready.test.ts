import { createDrain } from "@lumiglyph/service";
import { expect, test } from "vitest";
import { ask, askRender, rawImage } from "../support/http-render.ts";
import { SCHEMAS } from "../support/http-schemas.ts";
import { serviceForFile, startService } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";

const service = serviceForFile();
const RAMP = fixture("charts/ramp.png");

const probe = async (url: string) => {
  const { status, json } = await ask(`${url}/api/ready`);
  expect(SCHEMAS.ready(json())).toBe("valid");
  return [status, json()["status"]];
};

test("An idle service is ready (answers 2.13)", async () => {
  expect(await probe(service.url)).toEqual([200, "ready"]);
  const { headers } = await ask(`${service.url}/api/ready`);
  expect([headers.get("content-type"), headers.get("cache-control")]).toEqual(["application/json", "no-store"]);
});

test("A draining service is not ready, from that moment on (answers 2.13)", async () => {
  const drain = createDrain();
  const { service: leaving, stop } = await startService({}, { drain });
  expect(await probe(leaving.url)).toEqual([200, "ready"]);
  drain.begin();
  expect(await probe(leaving.url)).toEqual([503, "draining"]);
  await stop();
});

test("A service with a full queue is not ready until there is room again (answers 2.13)", async () => {
  const held = Promise.withResolvers<never>();
  const { service: busy, stop } = await startService({}, { renderer: () => held.promise });
  const { capacity } = (await ask(`${busy.url}/api/health`)).json()["load"] as { capacity: number };
  const waiting = Array.from({ length: capacity }, (_, at) => askRender(busy.url, rawImage(RAMP, { columns: 8 + at })));
  await expect.poll(() => probe(busy.url)).toEqual([503, "full"]);
  held.reject(new Error("over"));
  await Promise.all(waiting);
  expect(await probe(busy.url)).toEqual([200, "ready"]);
  await stop();
});
