import { describe, expect, it } from "vitest";
import { ENDPOINTS, type Endpoint } from "./endpoints.ts";

const all: readonly Endpoint[] = Object.values(ENDPOINTS);

describe("the endpoint table", () => {
  it.each([
    ["GET", "/api/health"],
    ["GET", "/api/v1/health"],
    ["POST", "/api/v1/render"],
    ["GET", "/api/v1/a2v-handoff"],
    ["POST", "/api/mcp"],
    ["GET", "/api/v1/agent"],
    ["GET", "/api/openapi.json"],
    ["GET", "/llms.txt"],
    ["GET", "/llms-full.txt"],
    ["GET", "/api/v1/interoperability"],
  ])("has %s %s of specification 4, public", (method, path) => {
    expect(all.filter((row) => row.path === path && row.method === method)).toMatchObject([{ access: "public" }]);
  });

  it("adds only the paths of the answers", () => {
    expect(
      all
        .map(({ path }) => path)
        .slice()
        .sort(),
    ).toEqual(
      [
        "/",
        "/api/health",
        "/.well-known/ai-catalog.json",
        "/.well-known/api-catalog",
        "/api/mcp",
        "/api/mcp/server-card",
        "/api/openapi.json",
        "/api/ready",
        "/api/v1/a2v-handoff",
        "/api/v1/agent",
        "/api/v1/health",
        "/api/v1/interoperability",
        "/api/v1/platform/status",
        "/api/v1/render",
        "/api/v1/render",
        "/docs",
        "/docs/errors",
        "/llms-full.txt",
        "/llms.txt",
        "/metrics",
      ].sort(),
    );
  });

  it("restricts the platform's two operations to the operator", () => {
    const kept = all.filter(({ access }) => access === "platform").map(({ path }) => path);
    expect(kept).toEqual(["/api/v1/platform/status", "/metrics"]);
  });

  it("has POST only for render and the tool endpoint, both free of side effects", () => {
    const posted = all.filter(({ method }) => method === "POST").map(({ path }) => path);
    expect(posted).toEqual(["/api/v1/render", "/api/mcp"]);
  });

  it("names each operation once", () => {
    const names = all.map(({ operation }) => operation);
    expect(new Set(names).size).toBe(names.length);
  });
});
