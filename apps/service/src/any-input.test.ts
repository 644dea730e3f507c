import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createApp } from "./app.ts";
import { createRenderer } from "./render/renderer.ts";
import { httpParts } from "./testing/test-parts.ts";

const clock = () => performance.now();

const png = readFileSync(new URL("../../../fixtures/charts/ramp.png", import.meta.url));

const words = [
  "columns",
  "format",
  "image",
  "imageUrl",
  "imageBase64",
  "=",
  "&",
  "?",
  "#",
  "%",
  "%ff",
  "+",
  "8",
  "json",
  "\u{1F600}",
  "__proto__",
  ";",
  "/",
];
const query = fc
  .array(fc.constantFrom(...words), { maxLength: 12 })
  .map((parts) => encodeURI(parts.join("")).replaceAll("%25", "%"));
const type = fc.oneof(
  fc.constantFrom(
    "image/png",
    "application/json",
    "multipart/form-data; boundary=b",
    "multipart/form-data",
    "text/plain",
    "",
    ";",
    "a/b;c",
  ),
  fc.string({ unit: fc.constantFrom(...'imagepng/;= \t"\\bond-1'), maxLength: 30 }),
);
const tokens = [
  "--b",
  "--b--",
  "\r\n",
  'Content-Disposition: form-data; name="image"',
  '; filename="a"',
  "{",
  "}",
  '"columns"',
  ":",
  "8",
  ",",
  "[",
  "\0",
  '"imageBase64":"AAAA"',
];
const text = fc.array(fc.constantFrom(...tokens), { maxLength: 20 }).map((parts) => Buffer.from(parts.join("")));
const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 });

describe("arbitrary input", () => {
  test("any path, content type and text gets a status below 500", async () => {
    const parts = httpParts();
    const app = createApp({ ...parts, renderer: createRenderer(clock) });
    const methods = fc.constantFrom("GET", "POST", "OPTIONS", "PUT", "HEAD" as const);
    await fc.assert(
      fc.asyncProperty(methods, query, type, text, async (method, search, contentType, payload) => {
        const headers = contentType === "" ? {} : { "content-type": contentType };
        const response = await app.inject({ method, url: `/api/v1/render?${search}`, headers, payload });
        expect(response.statusCode).toBeLessThan(500);
        expect(response.headers["traceparent"]).toMatch(/^00-/);
      }),
      { numRuns: 600 },
    );
    expect(parts.lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test("any damaged image gets a status below 500", async () => {
    const parts = httpParts();
    const app = createApp({ ...parts, renderer: createRenderer(clock) });
    await fc.assert(
      fc.asyncProperty(damage, fc.integer({ min: 1, max: 400 }), async (changes, length) => {
        const payload = Buffer.from(png.subarray(0, length));
        for (const [at, value] of changes) payload[at % payload.length] = value;
        const headers = { "content-type": "image/png" };
        const response = await app.inject({ method: "POST", url: "/api/v1/render?columns=8", headers, payload });
        expect(response.statusCode).toBeLessThan(500);
      }),
      { numRuns: 200 },
    );
    expect(parts.lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});
