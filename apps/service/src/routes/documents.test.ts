import { expect, test } from "vitest";
import { createApp } from "../app.ts";
import { httpParts } from "../testing/test-parts.ts";

test("a document built before the service listens is rebuilt with the actual port", async () => {
  const app = createApp(httpParts({ SERVICE_PORT: "0" }));
  const before = await app.inject({ url: "/llms.txt" });
  expect(before.payload).toContain("(http://127.0.0.1:0/api/openapi.json)");
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const after = await app.inject({ url: "/llms.txt", headers: { "if-none-match": String(before.headers["etag"]) } });
  expect([after.statusCode, after.payload.includes(`(${url}/api/openapi.json)`)]).toEqual([200, true]);
  await app.close();
});

test("no document contains a secret setting", async () => {
  const env = {
    SERVICE_API_KEY: "kanarienvogel-0123456789-abcdef",
    SERVICE_REDIS_URL: "redis://:kanarienvogel@127.0.0.1",
  };
  const app = createApp(httpParts(env));
  const paths = ["/docs", "/docs/errors", "/llms.txt", "/llms-full.txt", "/api/openapi.json", "/api/v1/agent"];
  for (const url of [...paths, "/api/v1/interoperability", "/api/v1/a2v-handoff"]) {
    const { statusCode, payload } = await app.inject({ url });
    expect([url, statusCode, payload.includes("kanarienvogel")]).toEqual([url, 200, false]);
  }
});
