import { parse } from "parse5";
import { describe, expect, test } from "vitest";
import { DOCUMENT_IDS, DOCUMENTS } from "../../apps/service/src/documents/documents.ts";
import { ENDPOINTS, type Endpoint } from "../../apps/service/src/tables/endpoints.ts";
import { SMALL_STUDIO } from "../../apps/service/src/testing/small-studio.ts";
import { ask } from "../support/http-render.ts";
import { SCHEMAS } from "../support/http-schemas.ts";
import { serviceForFile, startService } from "../support/http-service.ts";

const service = serviceForFile({ SERVICE_HANDOFF_TARGET: "https://receiver.example" }, () => ({
  studio: SMALL_STUDIO,
}));
const get = (path: string, init?: RequestInit) => ask(service.url + path, init);

/** The paths of this service that a text names with a full address. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/http:\/\/127\.0\.0\.1:\d+([\w./-]*\w)?/g)].map(([address]) => {
    expect(address.startsWith(service.url)).toBe(true);
    return new URL(address).pathname;
  });

const served = Object.values<Endpoint>(ENDPOINTS);
const isServed = (path: string): boolean => served.some((row) => row.path === path);

const CONTENT_TYPES = {
  "/docs": "text/html; charset=utf-8",
  "/api/openapi.json": "application/json",
  "/api/v1/agent": "application/json",
  "/llms.txt": "text/plain; charset=utf-8",
  "/llms-full.txt": "text/plain; charset=utf-8",
  "/api/v1/interoperability": "application/json",
  "/api/v1/a2v-handoff": "application/json",
  "/api/mcp/server-card": "application/mcp-server-card+json",
  "/.well-known/ai-catalog.json": "application/ai-catalog+json",
  "/.well-known/api-catalog": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  "/docs/errors": "text/html; charset=utf-8",
};

describe("the documents", () => {
  test("All have a strong ETag, are cached for 300 s, and return 304 when unchanged (answers 2.16)", async () => {
    expect(DOCUMENT_IDS.map((id) => ENDPOINTS[id].path)).toEqual(Object.keys(CONTENT_TYPES));
    for (const [path, contentType] of Object.entries(CONTENT_TYPES)) {
      const first = await get(path);
      const etag = first.headers.get("etag") ?? "";
      expect([path, first.status, first.headers.get("content-type")]).toEqual([path, 200, contentType]);
      expect([etag.startsWith('"'), first.headers.get("cache-control")]).toEqual([true, "public, max-age=300"]);
      const again = await get(path, { headers: { "if-none-match": etag } });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
      const head = await get(path, { method: "HEAD" });
      expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", etag]);
      expect(Number(head.headers.get("content-length"))).toBe(first.bytes.length);
    }
  });

  test("All link to the description, the reference and the manifest (spec 4.5)", async () => {
    for (const path of Object.keys(CONTENT_TYPES)) {
      const links = (await get(path)).headers.get("link") ?? "";
      const relations = [...links.matchAll(/<([^>]+)>; rel="([^"]+)"; type="([^"]+)"/g)];
      expect(relations.map(([, target, rel]) => [rel, target])).toEqual([
        ["service-doc", "/docs"],
        ["service-desc", "/api/openapi.json"],
        ["service-meta", "/api/v1/agent"],
        ["api-catalog", "/.well-known/api-catalog"],
        ["status", "/api/health"],
      ]);
      for (const [, target = "", , type = ""] of relations) {
        expect((await get(target)).headers.get("content-type")).toContain(type);
      }
    }
  });

  test("All name only served paths, at the service's own address (spec 4.5)", async () => {
    for (const path of ["/api/v1/agent", "/llms.txt", "/llms-full.txt", "/api/v1/interoperability"]) {
      const { text } = await get(path);
      expect(pathsIn(text).length).toBeGreaterThan(4);
      expect([path, pathsIn(text).filter((named) => named !== "/" && !isServed(named))]).toEqual([path, []]);
    }
    const { documents } = (await get("/api/v1/agent")).json() as { documents: { url: string; mediaType: string }[] };
    expect(documents.map(({ url }) => new URL(url).pathname)).toEqual(Object.keys(CONTENT_TYPES));
    for (const { url, mediaType } of documents)
      expect((await ask(url)).headers.get("content-type")).toContain(mediaType);
    expect(documents.map(({ mediaType }) => mediaType)).toEqual(DOCUMENT_IDS.map((id) => DOCUMENTS[id].mediaType));
  });

  test("A service behind a public address names that address (spec 4.5)", async () => {
    const { service: named, stop } = await startService({ SERVICE_BASE_URL: "https://ascii.example" });
    for (const path of Object.keys(CONTENT_TYPES)) {
      const { text } = await ask(named.url + path, { headers: { host: "ascii.example" } });
      expect([path, text.includes(named.url)]).toEqual([path, false]);
    }
    expect((await ask(`${named.url}/llms.txt`)).text).toContain("(https://ascii.example/llms-full.txt)");
    await stop();
  });

  test("They list the operator's limits (spec 4.5)", async () => {
    const { service: small, stop } = await startService({
      SERVICE_MAX_IMAGE_BYTES: "54321",
      SERVICE_INPUT_FORMATS: "png",
    });
    const limits = async (path: string) => (await ask(small.url + path)).json()["limits"];
    for (const path of ["/api/v1/agent", "/api/v1/interoperability"]) {
      expect(await limits(path)).toContainEqual(expect.objectContaining({ name: "imageBytes", value: 54_321 }));
    }
    expect((await ask(`${small.url}/llms.txt`)).text).toContain("Reads PNG up to 54321 bytes");
    expect((await ask(`${small.url}/llms-full.txt`)).text).toContain("| `imageBytes` | 54321 bytes |");
    expect((await ask(`${small.url}/docs`)).text).toContain("<b>54,321 bytes</b>");
    await stop();
  });
});

test("GET /api/v1/agent is a valid manifest, with recipes (spec 4, 4.5)", async () => {
  const manifest = (await get("/api/v1/agent")).json();
  expect(SCHEMAS.agentManifest(manifest)).toBe("valid");
  expect(manifest).toMatchObject({ service: "lumiglyph", version: "0.3.0", baseUrl: service.url, credential: "none" });
  const recipes = manifest["recipes"] as { curl: string }[];
  expect(recipes.length).toBeGreaterThan(9);
  for (const { curl } of recipes) {
    expect(["/api/v1/render", "/api/mcp"].some((path) => curl.includes(`${service.url}${path}`))).toBe(true);
  }
});

test("The manifest's endpoints are those of the router (spec 4, 4.5)", async () => {
  const { endpoints } = (await get("/api/v1/agent")).json() as { endpoints: { method: string; url: string }[] };
  const routed = service
    .routes()
    .flatMap(([path, methods]) => methods.filter((method) => method !== "HEAD").map((method) => `${method} ${path}`));
  const named = endpoints.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  // addresses are described only where some are drawn
  const drawn = routed.filter((route) => route !== "GET /api/v1/render");
  expect(named.toSorted()).toEqual(drawn.toSorted());
});

test("GET /llms.txt has a title, a summary and lists of links, as llmstxt.org requires (spec 4)", async () => {
  const { text } = await get("/llms.txt");
  expect(text).toMatch(/^# Lumiglyph\n\n> [^\n]+\n\n/);
  const [, ...sections] = text.split(/^## /m);
  expect(sections.length).toBeGreaterThan(1);
  for (const section of sections) {
    const [, ...links] = section
      .trim()
      .split("\n")
      .filter((line) => line !== "");
    for (const link of links) expect(link).toMatch(/^- \[[^\]]+\]\(http:\/\/[^)]+\): /);
  }
  for (const [, url = ""] of text.matchAll(/\]\(([^)]+)\)/g))
    expect([url, (await ask(url)).status]).toEqual([url, 200]);
});

test("GET /llms-full.txt has parameters, formats, errors, limits and recipes (spec 4)", async () => {
  const { text } = await get("/llms-full.txt");
  const chapters = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(chapters).toEqual(
    expect.arrayContaining(["Recipes", "Parameters", "Formats", "Response headers", "Errors", "Limits"]),
  );
  for (const name of ["columns", "monoColor", "parameter_invalid", "imageBytes", "Render-Quality"]) {
    expect(text).toContain(`| \`${name}\` |`);
  }
});

describe("GET /api/v1/interoperability", () => {
  type Document = { standards: { name: string; revision: string }[]; notOffered: string[]; encodings: object[] };
  const read = async () => (await get("/api/v1/interoperability")).json() as unknown as Document;

  test("is valid and names the supported protocols (spec 4)", async () => {
    const document = await read();
    expect(SCHEMAS.interoperability(document)).toBe("valid");
    const revisions = Object.fromEntries(document.standards.map(({ name, revision }) => [name, revision]));
    expect(revisions).toMatchObject({
      HTTP: "1.1 (RFC 9110, RFC 9112)",
      "Problem Details": "RFC 9457",
      "Structured Field Values": "RFC 9651",
      "W3C Trace Context": "Level 2",
      OpenAPI: "3.1.0",
    });
    expect(document.encodings).toMatchObject([{ id: "rgb24-b64-v1" }]);
    expect((await get("/api/openapi.json")).json()["openapi"]).toBe(revisions["OpenAPI"]);
  });

  test("lists missing features correctly (spec 4, 4.5)", async () => {
    const { notOffered } = await read();
    expect(notOffered.join("\n")).toMatch(/`Accept` is ignored[\s\S]*`Range` is ignored/);
    const asked = await get("/llms.txt", { headers: { range: "bytes=0-3", accept: "image/png" } });
    expect([asked.status, asked.headers.get("content-range"), asked.headers.get("set-cookie")]).toEqual([
      200,
      null,
      null,
    ]);
    expect(notOffered.some((says) => says.includes("not in this release"))).toBe(!isServed("/api/mcp"));
    expect(notOffered.some((says) => says.startsWith("Parts of the Model Context Protocol: sessions"))).toBe(true);
  });
});

describe("GET /api/v1/a2v-handoff", () => {
  type Manifest = {
    readonly protocol: string;
    readonly transport: object;
    readonly modes: readonly { readonly name: string }[];
    readonly launch: { readonly template: string; readonly parameters: readonly { readonly name: string }[] };
    readonly receiverHeaders: readonly object[];
    readonly browserTool: { readonly name: string; readonly inputSchema: object };
  };
  const read = async () => (await get("/api/v1/a2v-handoff")).json() as unknown as Manifest;

  test("is served under /v1 without a credential and names its protocol (spec 4, 5.2, 9.2, 9.3)", async () => {
    expect(SCHEMAS.handoffManifest(await read())).toBe("valid");
    expect((await read()).protocol).toBe("service.v2a.a2v.handoff.v1");
    const { status, headers } = await get("/api/v1/a2v-handoff", { headers: { authorization: "Bearer wrong" } });
    expect([status, headers.get("www-authenticate")]).toEqual([200, null]);
    expect((await get("/api/a2v-handoff")).status).toBe(404);
  });

  test("has the three modes (spec 4.3)", async () => {
    expect((await read()).modes.map(({ name }) => name)).toEqual(["latest-frame", "webcam-stream", "video-stream"]);
  });

  test("has the launch address: the target's root with five parameters (spec 4.3; answers 6.2)", async () => {
    const { launch, transport } = await read();
    expect(transport).toEqual({ name: "window.postMessage", targetOrigin: "https://receiver.example" });
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const url = new URL(launch.template.replace("{mode}", "webcam-stream").replace("{traceId}", traceId));
    expect([url.origin, url.pathname]).toEqual(["https://receiver.example", "/"]);
    expect([...url.searchParams]).toEqual([
      ["handoff", "1"],
      ["protocol", "service.v2a.a2v.handoff.v1"],
      ["mode", "webcam-stream"],
      ["source", "studio"],
      ["traceId", traceId],
    ]);
    expect(launch.parameters.map(({ name }) => name)).toEqual([...url.searchParams.keys()]);
  });

  test("tells the receiver to send no Cross-Origin-Opener-Policy (answers 6.3)", async () => {
    const { receiverHeaders } = await read();
    expect(receiverHeaders).toMatchObject([{ name: "Cross-Origin-Opener-Policy", rule: "absent, or `unsafe-none`" }]);
  });

  test("describes the browser's tool (answers 6.3)", async () => {
    const { browserTool } = await read();
    expect(browserTool).toMatchObject({ name: "stream_ascii_to_a2v", runsIn: "browser" });
    expect(browserTool.inputSchema).toMatchObject({
      properties: { mode: { enum: ["latest-frame", "webcam-stream", "video-stream"] }, traceId: { type: "string" } },
      required: ["mode"],
    });
  });
});

describe("the pages for people", () => {
  for (const path of ["/docs", "/docs/errors"]) {
    test(`${path} is valid HTML under a policy without exceptions (spec 4.5; answers 2.1)`, async () => {
      const { text, headers } = await get(path);
      const faults: string[] = [];
      parse(text, { onParseError: ({ code, startLine }) => faults.push(`${code} in line ${startLine}`) });
      expect(faults).toEqual([]);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*'; /);
      expect(policy).not.toContain("unsafe");
      expect(text).toContain('<link rel="service-desc" type="application/json" href="/api/openapi.json">');
    });
  }

  test("/docs has no broken links (spec 4.5)", async () => {
    const { text } = await get("/docs");
    const links = new Set([...text.matchAll(/ href="([^"]+)"/g)].map(([, link = ""]) => link));
    expect(links.size).toBeGreaterThan(60);
    for (const link of links) {
      const { pathname, hash } = new URL(link, `${service.url}/docs`);
      const target = await get(pathname);
      expect([link, [200, 503].includes(target.status)]).toEqual([link, true]);
      if (hash !== "") expect([link, target.text.includes(`id="${hash.slice(1)}"`)]).toEqual([link, true]);
    }
  });
});
