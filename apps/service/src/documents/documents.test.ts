import { ERROR_CODES, PARAM_NAMES, TUNABLE } from "@lumiglyph/contract";
import { STREAM_TOOL } from "@lumiglyph/handoff";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from "../tables/endpoints.ts";
import { AGENT_MANIFEST, agentManifest } from "./agent-manifest.ts";
import { DOCUMENT_IDS, linkHeader } from "./documents.ts";
import { HANDOFF_MANIFEST, handoffManifest } from "./handoff-manifest.ts";
import { DEFAULT_INSTANCE, type Instance } from "./instance.ts";
import { INTEROPERABILITY, interoperability } from "./interoperability.ts";
import { llms } from "./llms.ts";
import { llmsFull } from "./llms-full.ts";
import { openapi } from "./openapi/document.ts";
import { RECIPE_IDS } from "./recipes.ts";
import { renderTool } from "./render-tool.ts";

const BASE = "https://glyphs.example";
const instance: Instance = { ...DEFAULT_INSTANCE, baseUrl: BASE };
const WITHOUT_MCP = ENDPOINT_IDS.filter((id: EndpointId) => id !== "mcp");
const WITH_MCP: readonly EndpointId[] = [...WITHOUT_MCP, "mcp"];
const ajv = formats.default(new Ajv2020({ strict: true, allErrors: true }));

/** The paths of all the service's own URLs in a text. */
const ownPaths = (text: string): readonly string[] =>
  [...text.matchAll(/https:\/\/glyphs\.example([\w./-]*)/g)].map(([, path]) => path ?? "");

const served = new Set<string>(ENDPOINT_IDS.map((id) => ENDPOINTS[id].path));

describe.each([
  ["agent manifest", AGENT_MANIFEST, agentManifest(instance)],
  ["interoperability document", INTEROPERABILITY, interoperability(instance)],
  ["handoff manifest", HANDOFF_MANIFEST, handoffManifest(instance)],
] as const)("the %s", (_, schema, document) => {
  it("matches its schema exactly, with no field more or less", () => {
    const accepts = ajv.compile(schema);
    expect(accepts(document), ajv.errorsText(accepts.errors)).toBe(true);
    for (const field of Object.keys(document)) expect(accepts({ ...document, [field]: undefined }), field).toBe(false);
    expect(accepts({ ...document, more: 1 })).toBe(false);
  });
});

describe.each([
  ["agent manifest", JSON.stringify(agentManifest(instance)), JSON.stringify(agentManifest(instance, WITH_MCP))],
  [
    "interoperability document",
    JSON.stringify(interoperability(instance)),
    JSON.stringify(interoperability(instance, WITH_MCP)),
  ],
  ["llms.txt", llms(instance), llms(instance, WITH_MCP)],
  ["llms-full.txt", llmsFull(instance), llmsFull(instance, WITH_MCP)],
])("the %s", (_, text, withMcp) => {
  it("lists only served paths, under the instance's own address", () => {
    expect(ownPaths(text).filter((path) => path !== "" && !served.has(path))).toEqual([]);
    expect(ownPaths(text)).toContain("/api/openapi.json");
    expect(text).not.toContain(DEFAULT_INSTANCE.baseUrl);
  });

  it("mentions the tool endpoint only if it is served", () => {
    expect(withMcp).toMatch(/\/api\/mcp|Model Context Protocol/);
    if (!served.has("/api/mcp")) expect(text).not.toContain("/api/mcp");
  });
});

describe("the agent manifest", () => {
  const manifest = agentManifest(instance, WITHOUT_MCP);

  it("has one tool, callable over every served protocol", () => {
    expect(manifest.tools.map(({ name }) => name)).toEqual(["render_ascii"]);
    const http = { protocol: "http", method: "POST", url: `${BASE}/api/v1/render` };
    expect(manifest.tools[0]?.callableAt).toEqual([http]);
    expect(agentManifest(instance, WITH_MCP).tools[0]?.callableAt).toEqual([
      http,
      { protocol: "mcp", method: "POST", url: `${BASE}/api/mcp` },
    ]);
  });

  it("has the arguments of a JSON render, without oneOf at the root", () => {
    const schema = manifest.tools[0]?.inputSchema;
    expect(Object.keys(schema?.["properties"] ?? {}).toSorted()).toEqual(
      ["imageUrl", "imageBase64", ...PARAM_NAMES].toSorted(),
    );
    expect(Object.keys(schema ?? {}).filter((key) => ["oneOf", "anyOf", "allOf"].includes(key))).toEqual([]);
    expect(ajv.compile(schema ?? false)({ imageBase64: "AAAA", columns: 7 })).toBe(false);
  });

  it("has the browser tool only with its handoff", () => {
    expect(manifest.browserTools).toMatchObject([{ name: "stream_ascii_to_a2v", runsIn: "browser", served: true }]);
    expect(agentManifest(instance, ["render"]).browserTools).toEqual([]);
  });

  it("has every recipe, every possible error and every document", () => {
    expect(manifest.recipes.map(({ id }) => id)).toEqual(RECIPE_IDS);
    expect(manifest.errors.map(({ code }) => code)).toEqual(ERROR_CODES);
    expect(manifest.documents).toHaveLength(DOCUMENT_IDS.length);
    expect(manifest.endpoints.map(({ url }) => url.slice(BASE.length))).toEqual(
      WITHOUT_MCP.map((id) => ENDPOINTS[id].path),
    );
  });

  it("has recipes whose fields match their command lines", () => {
    for (const { request, curl, savedAs } of manifest.recipes) {
      expect(curl).toContain(`${BASE}${request.path}`);
      expect(curl.includes(` -o ${savedAs}`)).toBe(savedAs !== null);
    }
    const [terminal, , , svg] = manifest.recipes;
    expect(terminal).toMatchObject({
      request: {
        method: "POST",
        path: "/api/v1/render?columns=80",
        headers: {},
        body: { multipart: { image: "@picture.png" } },
      },
      curl: "curl -sS -F image=@picture.png 'https://glyphs.example/api/v1/render?columns=80'",
      expect: { status: 200, contentType: "text/plain; charset=utf-8", schema: null, code: null },
    });
    expect(svg).toMatchObject({ savedAs: "picture.svg", expect: { contentType: "image/svg+xml; charset=utf-8" } });
  });

  it("has placeholders that can be replaced in any order", () => {
    const texts = manifest.placeholders.map(({ text }) => text);
    for (const text of texts) expect(texts.filter((other) => other.includes(text))).toEqual([text]);
  });

  it("links to schemas that exist", () => {
    const schemas = manifest.recipes.flatMap((recipe) => recipe.expect.schema ?? []);
    expect(schemas.map((url) => url.split("#/components/schemas/")[1])).toEqual([
      "Art",
      "CompactArt",
      "Problem",
      ...Array(3).fill("RpcAnswer"),
    ]);
    const names = ["Art", "CompactArt", "Problem", "RpcAnswer"];
    expect(Object.keys(openapi().components.schemas)).toEqual(expect.arrayContaining(names));
  });
});

describe("the tools", () => {
  const at = { maxBytes: 10 * 1024 ** 2, hosts: [] };
  const here = { baseUrl: "https://ascii.example", needsCredential: false };
  const [upload, folder, none] = ([here, "folder", "none"] as const).map((files) => renderTool({ ...at, files }));
  const propertiesOf = (tool: typeof upload) => tool?.inputSchema.properties ?? {};

  it("have short descriptions, because a model reads them before every conversation", () => {
    for (const tool of [upload, folder, none]) {
      expect(tool?.description.length).toBeLessThan(1300);
      expect(JSON.stringify(tool).length).toBeLessThan(8000);
    }
    expect(STREAM_TOOL.description.length).toBeLessThan(2048);
  });

  it("describe how to pass a picture", () => {
    expect(upload?.description).toContain(
      "`imageBase64`, the bytes of a file (JPEG, PNG, WebP, GIF, AVIF; at most 10 MB)",
    );
    expect(upload?.description).toContain("`imageUrl`, an https address on a trusted host (here: none)");
    expect(upload?.description).toContain(
      '`curl -F image=@picture.png "https://ascii.example/api/v1/render?columns=60"`.',
    );
    const guarded = renderTool({ ...at, files: { ...here, needsCredential: true } });
    expect(guarded.description).toContain("with this server's credential as `Authorization: Bearer`.");
    const named = renderTool({ ...at, files: here, hosts: ["images.example", "*.photos.example"] });
    expect(named.description).toContain("(here: images.example, *.photos.example)");
    expect(renderTool({ ...at, files: here, hosts: null }).description).not.toContain("(here:");
    expect(folder?.description).toMatch(/Give one picture: `imagePath`/);
    expect(none?.description).toContain("`--root DIR`");
  });

  it("list the most important arguments first: picture, size, format", () => {
    expect(Object.keys(propertiesOf(folder)).slice(0, 8)).toEqual([
      ...["imagePath", "imageBase64", "imageUrl", "outPath", "columns", "rows", "maxCharacters", "format"],
    ]);
    expect(Object.keys(propertiesOf(upload)).slice(0, 3)).toEqual(["imageBase64", "imageUrl", "columns"]);
  });

  it("state a default only if sending it changes nothing", () => {
    const stated = Object.entries(propertiesOf(upload)).filter(([, schema]) => "default" in schema);
    const names = stated.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(["format", "color", "background", "qualityTarget", "dither"]));
    for (const name of [...TUNABLE, "rows", "maxCharacters", "charset", "characters", "monoColor"]) {
      expect(names).not.toContain(name);
    }
  });

  it("are read-only without a folder, and not destructive with one", () => {
    expect(upload?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
    expect(folder?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: true });
  });
});

describe("the handoff manifest", () => {
  const { transport, launch, browserTool } = handoffManifest({
    baseUrl: BASE,
    settings: { ...DEFAULT_INSTANCE.settings, SERVICE_HANDOFF_TARGET: "https://receiver.example" },
  });

  it("posts to the operator's receiving site and opens its root with five parameters", () => {
    expect(transport).toEqual({ name: "window.postMessage", targetOrigin: "https://receiver.example" });
    expect(launch.template).toBe(
      "https://receiver.example/?handoff=1&protocol=service.v2a.a2v.handoff.v1&mode={mode}&source=studio&traceId={traceId}",
    );
    expect(launch.parameters.map(({ name }) => name)).toEqual(["handoff", "protocol", "mode", "source", "traceId"]);
  });

  it("has a tool that takes a mode and an optional trace id", () => {
    const accepts = ajv.compile(browserTool.inputSchema);
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    expect([{ mode: "latest-frame" }, { mode: "video-stream", traceId }].map((input) => accepts(input))).toEqual([
      true,
      true,
    ]);
    const faulty = [
      {},
      { mode: "tape" },
      { mode: "latest-frame", traceId: "0".repeat(32) },
      { mode: "latest-frame", x: 1 },
    ];
    expect(faulty.map((input) => accepts(input))).toEqual([false, false, false, false]);
  });
});

describe("the interoperability document", () => {
  it("lists a feature as missing until it is offered", () => {
    const says = "A tool endpoint of the Model Context Protocol: not in this release.";
    expect(interoperability(instance, WITHOUT_MCP).notOffered).toContain(says);
    expect(interoperability(instance, WITH_MCP).notOffered).not.toContain(says);
  });

  it("names each standard once, with an https URL", () => {
    const { standards } = interoperability(instance, WITH_MCP);
    expect(new Set(standards.map(({ name }) => name)).size).toBe(standards.length);
    expect(standards.filter(({ url }) => !url.startsWith("https://"))).toEqual([]);
  });

  it("lists the allowed input formats", () => {
    const settings = { ...DEFAULT_INSTANCE.settings, SERVICE_INPUT_FORMATS: ["png"] as const };
    expect(interoperability({ baseUrl: BASE, settings }).inputs).toEqual([
      { format: "png", mediaType: "image/png", label: "PNG" },
    ]);
  });
});

describe("llms.txt", () => {
  const lines = llms(instance).split("\n");

  it("begins with its only title and its summary", () => {
    expect(lines.filter((line) => line.startsWith("# "))).toEqual(["# Lumiglyph"]);
    expect([lines[0], lines[1]]).toEqual(["# Lumiglyph", ""]);
    expect(lines[2]).toMatch(/^> Turns a raster image into character art: .* Version 0\.3\.0\.$/);
  });

  it("has only lists of links under its headings, the optional ones last", () => {
    const headings = lines.filter((line) => line.startsWith("## "));
    expect(headings.at(-1)).toBe("## Optional");
    const lists = lines
      .slice(lines.indexOf(headings[0] ?? ""))
      .filter((line) => line !== "" && !line.startsWith("## "));
    expect(lists.length).toBeGreaterThan(6);
    for (const line of lists) expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/glyphs\.example\/\S+\): [A-Z].*\.$/);
  });

  it("is short", () => expect(llms(instance).length).toBeLessThan(3000));
});

describe("llms-full.txt", () => {
  const text = llmsFull(instance);

  it("has every parameter, error, recipe and output field", () => {
    const missing = [...PARAM_NAMES, ...ERROR_CODES].filter((name) => !text.includes(`| \`${name}\` |`));
    expect(missing).toEqual([]);
    for (const { curl } of agentManifest(instance).recipes) expect(text).toContain(curl);
    expect(text).toContain("| `quality.components[].met` | boolean |");
    expect(text).toContain("| `imageBytes` | 10485760 bytes |");
  });

  it("has one title and skips no heading level", () => {
    const levels = [...text.replaceAll(/```[\s\S]*?```/g, "").matchAll(/^(#+) /gm)].map(
      ([, marks = ""]) => marks.length,
    );
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1)).toBe(true);
    expect(Math.max(...levels)).toBe(3);
  });

  it("fits in a model's context", () => expect(text.length).toBeLessThan(60_000));
});

describe("the Link header", () => {
  it("links to description, reference, manifest and status", () => {
    const links = linkHeader().split(", ");
    expect(links).toContain('</api/openapi.json>; rel="service-desc"; type="application/json"');
    expect(links).toContain('</docs>; rel="service-doc"; type="text/html"');
    expect(links).toContain('</api/v1/agent>; rel="service-meta"; type="application/json"');
    expect(links).toContain('</api/health>; rel="status"; type="application/json"');
  });
});
