import { createService, readSettings } from "@lumiglyph/service";
import { expect, test } from "vitest";
import { openapi } from "../../apps/service/src/documents/openapi/document.ts";
import { ENDPOINTS, type Endpoint } from "../../apps/service/src/tables/endpoints.ts";
import { SMALL_STUDIO } from "../../apps/service/src/testing/small-studio.ts";

// without a credential the operator's endpoints do not exist
const reading = readSettings({ SERVICE_API_KEY: "of-the-operator" });
if ("problems" in reading) throw new Error(reading.problems.join(" "));
const app = createService(reading.settings, { logTo: { write: () => {} }, studio: SMALL_STUDIO });

const isServed = async ({ method, path }: { readonly method: "GET" | "HEAD" | "POST"; readonly path: string }) =>
  ![404, 405].includes((await app.inject({ method, url: path })).statusCode);

const METHODS = { get: "GET", head: "HEAD", post: "POST" } as const;

const described = Object.entries(openapi().paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => ({ method: METHODS[method as keyof typeof METHODS], path })),
);

test("Every described operation is served (answers 2.17)", async () => {
  expect(described.length).toBeGreaterThan(4);
  for (const operation of described) expect([operation, await isServed(operation)]).toEqual([operation, true]);
});

test("The described paths are exactly the served ones of the specification (answers 2.17)", async () => {
  for (const { method, path } of Object.values<Endpoint>(ENDPOINTS)) {
    const isDescribed = described.some((operation) => operation.method === method && operation.path === path);
    expect([method, path, isDescribed]).toEqual([method, path, await isServed({ method, path })]);
  }
  expect(described).toContainEqual({ method: "POST", path: "/api/v1/render" });
});
