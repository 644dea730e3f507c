import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { readStudio } from "../studio/read-studio.ts";
import { httpParts } from "../testing/test-parts.ts";

const FILES = {
  "index.html": "<!doctype html><title>Studio</title>",
  "robots.txt": "User-agent: *\nAllow: /\n",
  "assets/main-B2x4.js": `export const words = ${JSON.stringify("light ".repeat(200))};\n`,
  "assets/main-C7.css": "main { color: canvastext }\n",
  "assets/mono-d1.woff2": "wOF2",
  "assets/koi-E0.png": "\x89PNG",
  "assets/kernel-f3.wasm": "\0asm",
  "assets/atlas-g5.bin": "\x01\x02",
  "assets/icon-h6.svg": "<svg/>",
  ".vite/manifest.json": "{}",
} as const;

const folder = mkdtempSync(join(tmpdir(), "lumiglyph-studio-"));
beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text, "latin1");
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const app = () => createApp({ ...httpParts(), studio: readStudio(folder) });
const get = (url: string, headers: { readonly [name: string]: string } = {}) => app().inject({ url, headers });

describe("the built studio", () => {
  test.each([
    ["/", "text/html; charset=utf-8", "no-cache", "accept-encoding"],
    ["/robots.txt", "text/plain; charset=utf-8", "no-cache", "accept-encoding"],
    [
      "/assets/main-B2x4.js",
      "text/javascript; charset=utf-8",
      "public, max-age=31536000, immutable",
      "accept-encoding",
    ],
    ["/assets/main-C7.css", "text/css; charset=utf-8", "public, max-age=31536000, immutable", "accept-encoding"],
    ["/assets/mono-d1.woff2", "font/woff2", "public, max-age=31536000, immutable", undefined],
    ["/assets/koi-E0.png", "image/png", "public, max-age=31536000, immutable", undefined],
    ["/assets/kernel-f3.wasm", "application/wasm", "public, max-age=31536000, immutable", "accept-encoding"],
    ["/assets/atlas-g5.bin", "application/octet-stream", "public, max-age=31536000, immutable", "accept-encoding"],
    ["/assets/icon-h6.svg", "image/svg+xml", "public, max-age=31536000, immutable", "accept-encoding"],
  ])("has %s as %s, kept %s", async (url, contentType, cacheControl, vary) => {
    const { statusCode, headers, rawPayload } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ "content-type": contentType, "cache-control": cacheControl });
    expect(headers["vary"]).toBe(vary);
    const name = url === "/" ? "index.html" : (url.slice(1) as keyof typeof FILES);
    expect(rawPayload.toString("latin1")).toBe(FILES[name]);
  });

  test("serves no other path: the bundler's manifest, a folder, a parent folder, a raw file name", async () => {
    const paths = ["/assets", "/assets/", "/assets/nope.js", "/assets/../index.html", "/assets/%2e%2e/index.html"];
    const more = [
      "/.vite/manifest.json",
      "/index.html/",
      "/index.html",
      "/assets/..%2findex.html",
      "/%2e%2e/etc/passwd",
    ];
    for (const url of [...paths, ...more, "/assets/main-B2x4.js%00", "/assets/MAIN-B2x4.js"]) {
      const { statusCode, headers, payload } = await get(url);
      expect([url, statusCode, headers["content-type"]]).toEqual([url, 404, "application/problem+json"]);
      expect(JSON.parse(payload).code).toBe("not_found");
    }
  });

  test.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const)("is sent as %s to a client that accepts it, with its own ETag", async (coding, unpack) => {
    const plain = await get("/assets/main-B2x4.js");
    const { headers, rawPayload } = await get("/assets/main-B2x4.js", { "accept-encoding": coding });
    expect(headers).toMatchObject({
      "content-encoding": coding,
      "content-type": "text/javascript; charset=utf-8",
      "content-length": String(rawPayload.length),
      vary: "accept-encoding",
    });
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    expect(unpack(rawPayload)).toEqual(plain.rawPayload);
    expect(headers["etag"]).not.toBe(plain.headers["etag"]);
  });

  test("is sent uncompressed if compression gains nothing or the file is compressed already", async () => {
    for (const url of ["/assets/kernel-f3.wasm", "/assets/koi-E0.png"]) {
      const { headers } = await get(url, { "accept-encoding": "br, gzip" });
      expect([url, headers["content-encoding"]]).toEqual([url, undefined]);
    }
  });

  test("returns 304 to a client that has it, and the page keeps its policy", async () => {
    for (const coding of ["identity", "br", "gzip"]) {
      const first = await get("/", { "accept-encoding": coding });
      const etag = String(first.headers["etag"]);
      const again = await get("/", { "accept-encoding": coding, "if-none-match": `"other", W/${etag}` });
      expect([again.statusCode, again.payload, again.headers["etag"]]).toEqual([304, "", etag]);
      for (const name of ["content-security-policy", "cache-control", "vary"]) {
        expect(again.headers[name]).toBe(first.headers[name]);
      }
      expect((await get("/", { "accept-encoding": coding, "if-none-match": '"other"' })).statusCode).toBe(200);
    }
  });

  test("answers HEAD, OPTIONS and other methods like every path", async () => {
    const head = await app().inject({ method: "HEAD", url: "/" });
    const { headers } = await get("/");
    expect([head.statusCode, head.payload, head.headers["etag"]]).toEqual([200, "", headers["etag"]]);
    expect(head.headers["content-length"]).toBe(headers["content-length"]);
    const put = await app().inject({ method: "PUT", url: "/assets/main-C7.css" });
    expect([put.statusCode, put.headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect((await app().inject({ method: "OPTIONS", url: "/" })).statusCode).toBe(204);
  });

  test("accepts query parameters", async () => {
    expect((await get("/?columns=160&charset=blocks")).statusCode).toBe(200);
  });

  test("links to the API description", async () => {
    expect((await get("/")).headers["link"]).toContain('</api/openapi.json>; rel="service-desc"');
    expect((await get("/assets/main-C7.css")).headers["link"]).toBeUndefined();
  });
});

describe("the studio's headers", () => {
  test("let the page run its own code and send nothing to other origins, without any unsafe source", async () => {
    const { headers } = await get("/");
    expect(headers).toMatchObject({
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; " +
        "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types studio-worker",
      "cross-origin-opener-policy": "same-origin-allow-popups",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(self), microphone=(), geolocation=(), display-capture=()",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    expect(headers["content-security-policy"]).not.toContain("unsafe");
  });

  test("let a Worker script compile WebAssembly, and allow nothing for other files", async () => {
    const policyOf = async (url: string) => (await get(url)).headers["content-security-policy"];
    expect(await policyOf("/assets/main-B2x4.js")).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    for (const url of ["/assets/icon-h6.svg", "/assets/main-C7.css", "/assets/koi-E0.png"]) {
      expect([url, await policyOf(url)]).toEqual([url, "default-src 'none'; frame-ancestors 'self'"]);
    }
  });
});

describe("without a build", () => {
  test("there is no studio to read", () => {
    expect(readStudio(join(folder, "assets"))).toBeNull();
  });

  test("the root explains how to get one", async () => {
    const { statusCode, headers, payload } = await createApp(httpParts()).inject({ url: "/" });
    expect([statusCode, headers["content-type"]]).toEqual([404, "application/problem+json"]);
    expect(JSON.parse(payload)).toMatchObject({
      code: "not_found",
      detail: expect.stringContaining("`npm run build`"),
    });
  });
});

test("a build with a file of an unknown type is refused on startup", () => {
  writeFileSync(join(folder, "notes.xyz"), "");
  expect(() => readStudio(folder)).toThrow("The studio's build has a file of an unknown kind: notes.xyz.");
  rmSync(join(folder, "notes.xyz"));
});
