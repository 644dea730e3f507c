import { PARAM_NAMES } from "@lumiglyph/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { ENDPOINTS, type Endpoint, servedEndpoints } from "../../tables/endpoints.ts";
import { DEFAULT_INSTANCE, type Instance } from "../instance.ts";
import { openapi } from "./document.ts";
import type { Operation } from "./types.ts";

const description = openapi();
const operations = Object.entries(description.paths).flatMap(([path, item]) =>
  Object.entries(item).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Operation] as const,
  ),
);
const render = description.paths["/api/v1/render"]?.post as Operation;
const validates = (schema: string) => {
  const ajv = formats.default(new Ajv2020({ strict: false }));
  return ajv.addSchema(description, "openapi").compile({ $ref: `openapi#/components/schemas/${schema}` });
};

describe("the interface description", () => {
  it("is OpenAPI 3.1.0 of version 0.3.0 under the MIT license", () => {
    expect(description.openapi).toBe("3.1.0");
    expect(description.info).toMatchObject({ title: "Lumiglyph", version: "0.3.0", license: { identifier: "MIT" } });
    expect(description.servers.map(({ url }) => url)).toEqual(["http://127.0.0.1:8787"]);
  });

  it("lists exactly the served routes, with HEAD beside each GET", () => {
    const served = Object.values<Endpoint>(ENDPOINTS);
    const expected = served.flatMap(({ method, path }) =>
      method === "GET" ? [`GET ${path}`, `HEAD ${path}`] : [`POST ${path}`],
    );
    expect(operations.map(([route]) => route).sort()).toEqual(expected.sort());
    expect(expected).toContain("POST /api/v1/render");
  });

  it("names operations as the table does", () => {
    expect(description.paths["/api/health"]?.get?.operationId).toBe("getHealth");
    expect(description.paths["/api/health"]?.head?.operationId).toBe("getHealthHead");
    expect(render.operationId).toBe("render");
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length);
  });

  it("declares both credential schemes", () => {
    expect(description.components.securitySchemes).toMatchObject({
      bearer: { type: "http", scheme: "bearer" },
      apiKey: { type: "apiKey", in: "header", name: "X-Service-API-Key" },
    });
  });

  it("requires a credential exactly for the operator's operations", () => {
    for (const { path, method, access } of Object.values<Endpoint>(ENDPOINTS)) {
      const item = description.paths[path];
      const operation = method === "GET" ? item?.get : item?.post;
      expect(operation?.security).toEqual(access === "public" ? [] : [{ bearer: [] }, { apiKey: [] }]);
    }
  });

  it("refers only to existing components, and has no unused ones", () => {
    const text = JSON.stringify(description);
    const referred = new Set(
      [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
    );
    const { securitySchemes: _, ...components } = description.components;
    const existing = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind}/${name}`),
    );
    expect([...referred].sort()).toEqual(existing.sort());
  });

  it.each(operations)("lets a client of %s send trace context", (_, { parameters = [] }) => {
    const names = parameters.map(({ $ref }) => $ref.split("/").at(-1));
    expect(names.slice(-2)).toEqual(["traceparent", "tracestate"]);
  });

  it.each(operations)("gives %s a problem for each error, and never 405 or 500", (route, { responses }) => {
    // an instance that is not ready is a normal response, not an error
    const isAnswer = (status: string) => route.endsWith("/api/ready") && status === "503";
    const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400 && !isAnswer(status));
    expect(errors.map(([status]) => status)).toEqual(expect.arrayContaining(["400", "403", "408", "431"]));
    expect(errors.filter(([status]) => status === "405" || status === "500")).toEqual([]);
    const types = errors.map(([, { content = {} }]) => Object.keys(content));
    const expected = (status: string): readonly string[] => {
      if (route.startsWith("HEAD")) return [];
      // the tool endpoint reports errors in its own protocol's form
      return route === "POST /api/mcp" && status !== "431" ? ["application/json"] : ["application/problem+json"];
    };
    expect(types).toEqual(errors.map(([status]) => expected(status)));
  });

  it.each(operations.filter(([route]) => route.startsWith("HEAD")))("gives %s no body", (_, { responses }) => {
    expect(Object.values(responses).filter(({ content }) => content !== undefined)).toEqual([]);
  });

  it.each(["/api/openapi.json", "/docs/errors"])("lets %s be requested conditionally", (path) => {
    const { responses = {}, parameters = [] } = description.paths[path]?.get ?? {};
    expect(Object.keys(responses["304"]?.headers ?? {})).toContain("ETag");
    expect(parameters).toContainEqual({ $ref: "#/components/parameters/If-None-Match" });
  });

  it("serves the error reference as HTML and health as JSON", () => {
    const typesAt = (path: string) => Object.keys(description.paths[path]?.get?.responses["200"]?.content ?? {});
    expect(typesAt("/docs/errors")).toEqual(["text/html"]);
    expect(typesAt("/api/health")).toEqual(["application/json"]);
    expect(typesAt("/api/v1/health")).toEqual(["application/json"]);
  });
});

describe("the description of an instance with its own settings", () => {
  const instanceWith = (given: Partial<Instance["settings"]>, baseUrl = "https://art.example"): Instance => ({
    baseUrl,
    settings: { ...DEFAULT_INSTANCE.settings, ...given },
  });
  const EITHER = [{ bearer: [] }, { apiKey: [] }];

  it("requires the credential for uploads and the tool if the operator does, and not for other public operations", () => {
    const guarded = openapi(instanceWith({ SERVICE_RENDER_AUTH: true }));
    for (const [at, { post, get }] of Object.entries(guarded.paths)) {
      const isPlatform = ["/metrics", "/api/v1/platform/status"].includes(at);
      if (post !== undefined) expect([at, post.security]).toEqual([at, EITHER]);
      if (get !== undefined) expect([at, get.security]).toEqual([at, isPlatform ? EITHER : []]);
      const posted = Object.keys(post?.responses["401"]?.headers ?? {});
      expect(posted.includes("WWW-Authenticate")).toBe(post !== undefined);
      expect([at, post?.description ?? "Requires the platform credential."]).toEqual([
        at,
        expect.stringMatching(/^Requires the platform credential\./),
      ]);
    }
    expect(JSON.stringify(guarded)).not.toMatch(/no public operation|no operation requires/i);
    const open = openapi(instanceWith({}));
    for (const { post } of Object.values(open.paths)) expect(Object.keys(post?.responses ?? {})).not.toContain("401");
  });

  it("has its absolute address, or none if unknown", () => {
    const served = (given: Partial<Instance["settings"]>, at?: string) =>
      openapi(instanceWith(given, at)).servers[0]?.url;
    expect(served({ SERVICE_BASE_URL: "https://art.example", SERVICE_HOST: "0.0.0.0" })).toBe("https://art.example");
    expect(served({}, "http://127.0.0.1:4567")).toBe("http://127.0.0.1:4567");
    expect(served({ SERVICE_HOST: "0.0.0.0" }, "http://127.0.0.1:8787")).toBe("/");
    expect(served({ SERVICE_HOST: "::" }, "http://127.0.0.1:8787")).toBe("/");
  });

  it("has its address in every example", () => {
    const text = JSON.stringify(openapi(instanceWith({ SERVICE_BASE_URL: "https://art.example" })));
    expect(text).not.toContain("127.0.0.1:8787");
    expect(text).toContain("https://art.example/docs/errors#image_too_large");
  });

  it("refers to no address parameters if addresses are disabled", () => {
    const { paths, components } = openapi(instanceWith({}), servedEndpoints({ credential: false, addresses: false }));
    expect(Object.keys(paths["/api/v1/render"] ?? {})).toEqual(["post"]);
    expect(Object.keys(components.parameters)).not.toContain("sig");
  });
});

describe("the render operation", () => {
  it("takes the parameters in the query, with their ranges and defaults", () => {
    const inQuery = Object.values(description.components.parameters).filter((parameter) => parameter.in === "query");
    expect(inQuery.map(({ name }) => name)).toEqual([...PARAM_NAMES, "imageUrl", "preset", "exp", "sig"]);
    expect(render.parameters?.slice(0, PARAM_NAMES.length)).toEqual(
      PARAM_NAMES.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    );
    const own = inQuery.slice(0, PARAM_NAMES.length);
    expect(own.map(({ schema }) => [schema.minimum, schema.maximum, schema.enum?.length, schema.default])).toEqual([
      [8, 400, undefined, 120],
      [undefined, undefined, 10, undefined],
      [undefined, undefined, 7, "text"],
      [undefined, undefined, undefined, false],
      [undefined, undefined, undefined, false],
      [0.2, 4, undefined, undefined],
      [-150, 150, undefined, undefined],
      [0, 4, undefined, undefined],
      [0.2, 3, undefined, undefined],
      [undefined, undefined, undefined, false],
      [0.1, 5, undefined, 1.8],
      [undefined, undefined, undefined, false],
      [0, 1, undefined, undefined],
      [0, 1, undefined, undefined],
      [0, 1, undefined, undefined],
      [0, 1, undefined, undefined],
      [0, 1, undefined, 0.7],
      [0, 1, undefined, 0.9],
      [undefined, undefined, 5, "balanced"],
      [undefined, undefined, 2, "adaptive"],
      [0.005, 0.1, undefined, 0.03],
      [undefined, undefined, undefined, undefined],
      [0, 1, undefined, 0],
      [undefined, undefined, 4, "truecolor"],
      [undefined, undefined, 2, "dark"],
      [undefined, undefined, undefined, ""],
      [0, 1, undefined, 0],
      [undefined, undefined, 13, "any"],
      [undefined, undefined, undefined, ""],
      [undefined, 400, undefined, 0],
      [0.3, 1, undefined, 0.5],
      [undefined, 1_000_000, undefined, 0],
      [undefined, undefined, undefined, ""],
      [6, 24, undefined, 10],
      [undefined, undefined, 2, "one"],
      [0, 10, undefined, 0],
    ]);
  });

  it("takes a form, JSON or the image itself", () => {
    expect(Object.keys(render.requestBody?.content ?? {})).toEqual([
      "multipart/form-data",
      "application/json",
      "image/*",
    ]);
    const { RenderForm, RenderRequest } = description.components.schemas;
    expect(Object.keys(RenderForm?.properties ?? {})).toEqual(["image", ...PARAM_NAMES]);
    expect(RenderForm?.required).toEqual(["image"]);
    expect(Object.keys(RenderRequest?.properties ?? {})).toEqual(["imageUrl", "imageBase64", ...PARAM_NAMES]);
  });

  it("answers in the media types of the formats, with the evidence in headers", () => {
    const { content = {}, headers = {} } = render.responses["200"] ?? {};
    expect(Object.keys(content)).toEqual(["text/plain", "text/html", "application/json", "image/svg+xml", "image/png"]);
    expect(content["application/json"]?.schema.anyOf).toEqual([
      { $ref: "#/components/schemas/Art" },
      { $ref: "#/components/schemas/CompactArt" },
    ]);
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining([
        "Render-Quality",
        "Render-Glyphs",
        "Render-Grid",
        "Server-Timing",
        "traceparent",
        "Content-Disposition",
      ]),
    );
  });

  it("can fail with exactly these statuses", () => {
    expect(Object.keys(render.responses).filter((status) => Number(status) >= 400)).toEqual([
      "400",
      "403",
      "404",
      "408",
      "413",
      "415",
      "429",
      "431",
      "502",
      "503",
      "504",
    ]);
    expect(Object.keys(render.responses["503"]?.headers ?? {})).toContain("Retry-After");
    expect(render.responses["413"]?.description).toContain("`image_too_many_pixels`");
  });
});

describe("the examples", () => {
  it.each(Object.entries(description.components.examples))("have a valid problem for %s", (code, { value }) => {
    const accepts = validates("Problem");
    expect(accepts(value), JSON.stringify(accepts.errors)).toBe(true);
    expect(value).toMatchObject({ code, type: `http://127.0.0.1:8787/docs/errors#${code}` });
  });

  it("have the parser's own message for an invalid request", () => {
    expect(description.components.examples["parameter_invalid"]?.value).toMatchObject({
      detail: "Expected an integer from 8 to 400 for `columns` but received `9000`.",
      errors: [{ parameter: "columns", given: "9000", allowed: "an integer from 8 to 400" }],
    });
  });

  it("have valid JSON requests", () => {
    const accepts = validates("RenderRequest");
    const examples = render.requestBody?.content["application/json"]?.examples ?? {};
    const values = Object.values(examples).map((example) => ("value" in example ? example.value : undefined));
    expect(values.map((value) => accepts(value))).toEqual([true, true]);
    expect([{}, { columns: 80 }, Object.assign({}, ...values)].map((value) => accepts(value))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("have a valid health envelope", () => {
    const example = description.paths["/api/health"]?.get?.responses["200"]?.content?.["application/json"]?.example;
    expect(validates("Health")(example)).toBe(true);
    expect(validates("Health")({ ...(example as object), status: "fine" })).toBe(false);
  });
});
