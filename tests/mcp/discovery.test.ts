import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ask } from "../support/http-render.ts";
import { serviceForFile, startService } from "../support/http-service.ts";
import { request, rpc } from "./mcp-request.ts";

const service = serviceForFile();
const get = async (url: string, path: string) => (await ask(`${url}${path}`)).json();

const REVISIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

describe("discovery of a service with a public name", () => {
  test("leads from the catalog to the card and on to the endpoint", async () => {
    const { service: named, stop } = await startService({ SERVICE_BASE_URL: "https://glyphs.example" });
    try {
      expect(await get(named.url, "/.well-known/ai-catalog.json")).toEqual({
        specVersion: "1.0",
        entries: [
          {
            identifier: "urn:air:glyphs.example:mcp:lumiglyph",
            type: "application/mcp-server-card+json",
            url: "https://glyphs.example/api/mcp/server-card",
          },
        ],
      });
      const card = await get(named.url, "/api/mcp/server-card");
      expect(card).toEqual({
        $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
        name: "example.glyphs/lumiglyph",
        version: "0.3.0",
        title: "Lumiglyph",
        description: "Turns an image into character art: text, ANSI, HTML, JSON or SVG, with measured quality.",
        websiteUrl: "https://glyphs.example/docs",
        remotes: [
          { type: "streamable-http", url: "https://glyphs.example/api/mcp", supportedProtocolVersions: REVISIONS },
        ],
      });
      expect(String(card["description"]).length).toBeLessThanOrEqual(100);
    } finally {
      await stop();
    }
  });
});

test("a service without a public name is a localhost server at its own address", async () => {
  const card = await get(service.url, "/api/mcp/server-card");
  expect(card).toMatchObject({ name: "localhost/lumiglyph", remotes: [{ url: `${service.url}/api/mcp` }] });
  const [remote] = card["remotes"] as readonly { readonly url: string }[];
  expect((await rpc(remote?.url.replace(/\/api\/mcp$/, "") ?? "", request("ping"))).result).toEqual({});
});

test("every link of the API catalog opens, except the two interfaces themselves", async () => {
  const { linkset } = (await get(service.url, "/.well-known/api-catalog")) as unknown as {
    readonly linkset: readonly {
      readonly [rel: string]: string | readonly { readonly href: string; readonly type: string }[];
    }[];
  };
  expect(linkset.map(({ anchor }) => anchor)).toEqual([`${service.url}/api/v1/render`, `${service.url}/api/mcp`]);
  for (const { anchor: _, ...relations } of linkset) {
    for (const { href, type } of Object.values(relations).flat() as { href: string; type: string }[]) {
      const { status, headers } = await ask(href);
      expect([href, status, headers.get("content-type")?.split(";")[0]]).toEqual([href, 200, type]);
    }
  }
});

test("the documents for agents list revisions, limits, missing features and evidence", async () => {
  const document = (await get(service.url, "/api/v1/interoperability")) as unknown as {
    readonly standards: readonly { readonly name: string; readonly revision: string }[];
    readonly limits: readonly { readonly name: string; readonly value: number }[];
    readonly notOffered: readonly string[];
    readonly conformance: readonly { readonly requirements: string }[];
  };
  expect(document.standards.find(({ name }) => name === "Model Context Protocol")?.revision).toBe(REVISIONS.join(", "));
  expect(Object.fromEntries(document.limits.map(({ name, value }) => [name, value]))).toMatchObject({
    batchCalls: 8,
    toolResultCharacters: 30_000,
  });
  expect(document.notOffered.join()).toContain("resources, prompts");
  expect(document.conformance.map(({ requirements }) => requirements)).toEqual(["2026-07-28", "2025-11-25"]);
  const { text } = await ask(`${service.url}/llms.txt`);
  expect(text).toMatch(/POST `\/api\/mcp` .* Model Context Protocol 2026-07-28 and back to 2024-11-05/);
});

test("the registry entry names the package, its published version, its folder and the endpoint", () => {
  const { version, mcpName } = JSON.parse(
    readFileSync(new URL("../../packages/lumiglyph-mcp/package.json", import.meta.url), "utf8"),
  );
  expect(JSON.parse(readFileSync(new URL("../../server.json", import.meta.url), "utf8"))).toMatchObject({
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    // the registry accepts an entry only if its package names it
    name: mcpName,
    version,
    packages: [
      {
        identifier: "lumiglyph-mcp",
        version,
        transport: { type: "stdio" },
        packageArguments: [{ type: "named", name: "--root", format: "filepath", isRequired: false }],
      },
    ],
    remotes: [{ type: "streamable-http", url: "https://{host}/api/mcp" }],
  });
});
