import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CHROMA_ENCODING, ERROR_CODES, FORMATS, VERSION } from "@lumiglyph/contract";
import { render } from "@lumiglyph/engine";
import { HANDOFF_PROTOCOL } from "@lumiglyph/handoff";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { errorPage } from "../../apps/service/src/documents/error-page.ts";
import { openapi } from "../../apps/service/src/documents/openapi/document.ts";
import { OPENAPI_VERSION } from "../../apps/service/src/documents/standards.ts";
import { SETTING_NAMES } from "../../apps/service/src/tables/settings.ts";
import { optionsWith } from "../support/params.ts";
import { horizontalRamp } from "../support/rasters.ts";
import { SPECIFIED_FORMATS } from "./table.ts";

const ROOT = join(import.meta.dirname, "../..");
const description = openapi();
const jsonArt = () => JSON.parse(render(horizontalRamp(32, 32), optionsWith({ columns: 8, format: "json" })).body);

test.each(SPECIFIED_FORMATS)("$id has its media type, extension and label (spec 2.3)", (row) => {
  const { id, mediaType, extension, label } = row;
  expect(FORMATS[id]).toEqual({ mediaType, extension, label });
});

test("Compact chroma is rgb24-b64-v1 (spec 2.3)", () => {
  const { body } = render(horizontalRamp(32, 32), optionsWith({ columns: 8, format: "json-compact" }));
  expect(JSON.parse(body).chroma.encoding).toBe("rgb24-b64-v1");
  expect(CHROMA_ENCODING).toBe("rgb24-b64-v1");
});

test("The version is 0.3.0 in the table, the description and an output (spec 9.1)", () => {
  expect([VERSION, description.info.version, jsonArt().version]).toEqual(["0.3.0", "0.3.0", "0.3.0"]);
});

test("No source reads a package's own version, except to print it (answers 7.2)", () => {
  const sources = globSync(["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"], { cwd: ROOT }).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  expect(sources.length).toBeGreaterThan(50);
  const readers = sources.filter((file) => /package\.json|npm_package/.test(readFileSync(join(ROOT, file), "utf8")));
  expect(readers.toSorted()).toEqual([
    // for the operator, who rolls out packages
    "apps/service/src/metrics/metrics.ts",
    "packages/lumiglyph/src/cli/read-command.ts",
  ]);
});

test("The description is OpenAPI 3.1.0, of version 0.3.0 (spec 9.4; answers 2.17)", () => {
  expect([description.openapi, OPENAPI_VERSION]).toEqual(["3.1.0", "3.1.0"]);
  expect(description.info.version).toBe("0.3.0");
});

test("The wire uses the specification's neutral names (answers 7.1)", () => {
  expect(description.components.securitySchemes["apiKey"]).toMatchObject({ name: "X-Service-API-Key" });
  expect(SETTING_NAMES.filter((name) => !/^SERVICE_[A-Z_]+$/.test(name))).toEqual([
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
    "OTEL_EXPORTER_OTLP_TIMEOUT",
    "OTEL_SERVICE_NAME",
  ]);
  expect(SETTING_NAMES).toContain("SERVICE_IMAGE_FETCH_ALLOWLIST");
  expect([HANDOFF_PROTOCOL, VERSION]).toEqual(["service.v2a.a2v.handoff.v1", "0.3.0"]);
});

test("Both credential schemes are declared (spec 5.1; answers 2.17)", () => {
  expect(description.components.securitySchemes).toEqual({
    bearer: { type: "http", scheme: "bearer", description: expect.any(String) },
    apiKey: { type: "apiKey", in: "header", name: "X-Service-API-Key", description: expect.any(String) },
  });
});

test("Health, render and the documents require no credential (answers 2.17)", () => {
  const { paths } = description;
  const operations = [
    paths["/api/health"]?.get,
    paths["/api/v1/health"]?.get,
    paths["/api/v1/render"]?.post,
    paths["/api/openapi.json"]?.get,
  ];
  expect(operations.map((operation) => operation?.security)).toEqual([[], [], [], []]);
});

test("A render's errors are all described as problems (answers 2.17)", () => {
  const { responses = {} } = description.paths["/api/v1/render"]?.post ?? {};
  const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const statuses = ["400", "403", "404", "408", "413", "415", "429", "431", "502", "503", "504"];
  expect(failures.map(([status]) => status)).toEqual(statuses);
  expect(failures.map(([, { content }]) => content?.["application/problem+json"]?.schema)).toEqual(
    statuses.map(() => ({ $ref: "#/components/schemas/Problem" })),
  );
  expect(description.components.schemas["Problem"]?.required).toEqual(
    expect.arrayContaining(["type", "title", "status", "detail", "code", "traceId"]),
  );
});

test("Every error code has an entry on the error page (answers 2.1)", () => {
  const page = errorPage();
  expect(ERROR_CODES.length).toBeGreaterThan(20);
  expect(ERROR_CODES.filter((code) => !page.includes(`id="${code}"`))).toEqual([]);
});

test("The published schema accepts a json output, and none without a field (answers 2.4)", () => {
  const schema = JSON.parse(readFileSync(join(ROOT, "apps/service/generated/art.schema.json"), "utf8"));
  const valid = new Ajv2020({ strict: false }).compile(schema);
  expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  const art = jsonArt();
  expect([valid(art), valid.errors]).toEqual([true, null]);
  for (const field of Object.keys(art)) expect(valid({ ...art, [field]: undefined })).toBe(false);
  expect(valid({ ...art, more: 1 })).toBe(false);
});
