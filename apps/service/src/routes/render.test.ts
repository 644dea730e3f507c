import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { artSchema, compactArtSchema, FORMATS, type FormatId, PARAM_NAMES, refusalFor } from "@lumiglyph/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";
import { type AppParts, createApp } from "../app.ts";
import { createRenderer } from "../render/renderer.ts";
import type { FetchedImage } from "../source/fetch-image.ts";
import { multipartBody } from "../testing/multipart-body.ts";
import { fetched, httpParts, renderedAs } from "../testing/test-parts.ts";

const clock = () => performance.now();
const url = "/api/v1/render";

/** 256 × 192 pixels, rendered in 40 columns and 15 rows. */
const png = readFileSync(new URL("../../../../fixtures/formats/palette.png", import.meta.url));

const file = () => ({ name: "image", value: png, fileName: "a.png", type: "image/png" });
const json = (body: unknown) => ({ headers: { "content-type": "application/json" }, payload: JSON.stringify(body) });
const raw = (payload: string | Buffer, type = "image/png") => ({ headers: { "content-type": type }, payload });

const post = (options: InjectOptions, parts: Partial<AppParts> = {}) =>
  createApp({ ...httpParts(), ...parts }).inject({ method: "POST", url, ...options });

const code = async (options: InjectOptions, parts: Partial<AppParts> = {}) => {
  const response = await post(options, parts);
  return [response.statusCode, response.json().code];
};

describe("a render", () => {
  test("returns the same bytes however the image is sent", async () => {
    const fetchImage: AppParts["fetchImage"] = async () => fetched(png);
    const real = { renderer: createRenderer(clock), fetchImage };
    const ways: readonly InjectOptions[] = [
      multipartBody([file(), { name: "columns", value: "40" }]),
      multipartBody([{ name: "columns", value: "40" }, file()]),
      { ...multipartBody([file()]), url: `${url}?columns=40` },
      json({ imageBase64: png.toString("base64"), columns: 40 }),
      json({ imageBase64: `data:image/png;base64,${png.toString("base64url")}`, columns: 40 }),
      json({ imageUrl: "https://images.example/a.png", columns: 40 }),
      { ...raw(png), url: `${url}?columns=40` },
      { ...raw(png, "image/anything"), url: `${url}?columns=40` },
    ];
    const responses = await Promise.all(ways.map((way) => post(way, real)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(ways.map(() => 200));
    const [first] = responses;
    expect(new Set(responses.map(({ payload }) => payload))).toEqual(new Set([first?.payload]));
    expect(first?.payload.split("\n").map((line) => line.length)).toEqual([...Array(15).fill(40), 0]);
  });

  test.each(Object.keys(FORMATS) as FormatId[])("in %s has the format's headers and the evidence", async (format) => {
    const response = await post(
      { ...raw(png), url: `${url}?format=${format}&columns=40` },
      { renderer: createRenderer(clock) },
    );
    expect(response.statusCode).toBe(200);
    const { mediaType, extension } = FORMATS[format];
    const charset = mediaType === "application/json" || format === "png" ? "" : "; charset=utf-8";
    expect(response.headers).toMatchObject({
      "content-type": `${mediaType}${charset}`,
      "content-disposition": `inline; filename="lumiglyph.${extension}"`,
      "content-length": String(response.rawPayload.length),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      "referrer-policy": "no-referrer",
      "render-grid": "columns=40, rows=15",
    });
    expect(response.headers["render-quality"]).toMatch(
      /^status=(target_met|best_effort), target=balanced, score=[01]\.\d{1,3}$/,
    );
    expect(response.headers["render-glyphs"]).toMatch(
      /^strategy=adaptive, size=\d+, rmse=0\.\d{1,3}, limit=0\.03, within=\?[01]$/,
    );
  });

  test.each([
    ["json", artSchema()],
    ["json-compact", compactArtSchema()],
  ])("in %s matches its schema", async (format, schema) => {
    const isValid = new Ajv2020({ strict: false }).compile(schema);
    const response = await post(
      { ...raw(png), url: `${url}?format=${format}&columns=40` },
      { renderer: createRenderer(clock) },
    );
    expect(isValid(response.json()), JSON.stringify(isValid.errors)).toBe(true);
  });

  test("reports the duration of each step by the injected clock", async () => {
    let now = 0;
    const response = await post(json({ imageUrl: "https://images.example/a.png" }), {
      clock: () => now,
      fetchImage: async () => {
        now += 250;
        return fetched(png);
      },
      renderer: async () => renderedAs("x\n"),
    });
    const [trace, ...steps] = String(response.headers["server-timing"]).split(", ");
    expect(trace).toBe(`trace;desc=${response.headers["traceparent"]}`);
    expect(steps).toEqual(["queue;dur=0.0", "fetch;dur=250.0", "decode;dur=12.3", "render;dur=45.6", "encode;dur=0.7"]);
  });

  test("passes the parsed parameters and the configured limits to the renderer", async () => {
    const jobs: unknown[] = [];
    const parts = httpParts({
      SERVICE_INPUT_FORMATS: "png,gif",
      SERVICE_MAX_IMAGE_PIXELS: "1000",
      SERVICE_MAX_IMAGE_SIDE: "100",
    });
    const renderer: AppParts["renderer"] = async (job) => {
      jobs.push({ ...job, bytes: job.bytes.length });
      return renderedAs("");
    };
    await createApp({ ...parts, renderer }).inject({
      method: "POST",
      url: `${url}?columns=40&invert=1&gamma=1`,
      ...raw(png),
    });
    expect(jobs).toEqual([
      {
        bytes: png.length,
        options: { columns: 40, invert: true, gamma: 1 },
        limits: { formats: ["png", "gif"], maxPixels: 1000, maxSide: 100 },
      },
    ]);
  });
});

describe("a render is refused", () => {
  test.each<[string, () => InjectOptions]>([
    ["without anything", () => ({})],
    ["with an empty body of an image type", () => raw("")],
    ["with an empty JSON body", () => raw("", "application/json")],
    ["with an empty multipart body", () => raw("", "multipart/form-data; boundary=x")],
    ["with an empty body of another type", () => raw("", "text/plain")],
    ["with a body without a type", () => ({ payload: "x" })],
    ["with an image without a type", () => ({ payload: png })],
    ["with an empty JSON object", () => json({})],
    ["with a form without a file", () => multipartBody([{ name: "columns", value: "40" }])],
    ["with an empty file", () => multipartBody([{ ...file(), value: "" }])],
  ])("%s: image_missing", async (_what, options) => {
    expect(await code(options())).toEqual([400, "image_missing"]);
  });

  test.each<[string, string, () => InjectOptions]>([
    ["image_ambiguous", "two files", () => multipartBody([file(), file()])],
    ["image_ambiguous", "a URL and base64", () => json({ imageUrl: "https://a.example/", imageBase64: "AAAA" })],
    ["image_misplaced", "a URL in the query", () => ({ ...raw(png), url: `${url}?imageUrl=https://a.example/` })],
    ["image_misplaced", "base64 in a form", () => multipartBody([{ name: "imageBase64", value: "A".repeat(9000) }])],
    ["image_misplaced", "a file under another name", () => multipartBody([{ ...file(), name: "picture" }])],
    ["image_misplaced", "a file name in JSON", () => json({ image: "a.png" })],
    ["image_base64_invalid", "invalid base64", () => json({ imageBase64: "no base64" })],
    ["parameter_invalid", "a number as a string in JSON", () => json({ imageBase64: "AAAA", columns: "40" })],
    ["parameter_invalid", "null in JSON", () => json({ imageBase64: "AAAA", columns: null })],
    [
      "parameter_invalid",
      "an over-long form value",
      () => multipartBody([file(), { name: "columns", value: "0".repeat(300) }]),
    ],
    [
      "parameter_conflict",
      "two values",
      () => ({ ...multipartBody([file(), { name: "columns", value: "40" }]), url: `${url}?columns=41` }),
    ],
    [
      "parameter_repeated",
      "a repeated form field",
      () => multipartBody([file(), { name: "edges", value: "1" }, { name: "edges", value: "1" }]),
    ],
    [
      "parameter_unknown",
      "a key of Object.prototype",
      () => ({ ...raw('{"__proto__":{"columns":8}}', "application/json") }),
    ],
    ["parameter_unknown", "a malformed query", () => ({ ...raw(png), url: `${url}?%` })],
    ["parameter_unknown", "a form field without a name", () => multipartBody([file(), { name: "", value: "1" }])],
    ["body_invalid", "malformed JSON", () => raw("{", "application/json")],
    ["body_invalid", "a JSON array", () => json([1])],
    ["body_invalid", "a JSON null", () => json(null)],
    ["body_invalid", "JSON that is not UTF-8", () => raw(Buffer.from([0x7b, 0xff, 0x7d]), "application/json")],
    ["body_invalid", "unclosed brackets", () => raw("[".repeat(1_000_000), "application/json")],
    ["body_invalid", "multipart without a boundary", () => raw("x", "multipart/form-data")],
    [
      "body_invalid",
      "multipart cut short",
      () => raw("--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1", "multipart/form-data; boundary=x"),
    ],
    ["image_url_untrusted", "an untrusted host", () => json({ imageUrl: "https://evil.example/a.png" })],
  ])("with %s for %s", async (expected, _what, options) => {
    expect(await code(options())).toEqual([400, expected]);
  });

  test.each([
    "text/plain",
    "application/octet-stream",
    "application/x-www-form-urlencoded",
    "multipart/mixed; boundary=x",
    "application/json; charset=utf-16",
    "image",
    "image/png, text/html",
  ])("with 415 and Accept-Post for %s", async (type) => {
    const response = await post(raw("x", type));
    expect([response.statusCode, response.json().code]).toEqual([415, "media_type_unsupported"]);
    expect(response.headers["accept-post"]).toBe("multipart/form-data, application/json, image/*");
  });

  test("with 415 for a body with a content encoding, which it names", async () => {
    const headers = { "content-type": "image/png", "content-encoding": "gzip" };
    expect(await code({ headers, payload: png })).toEqual([415, "media_type_unsupported"]);
    expect((await post({ headers, payload: png })).json().detail).toMatch(
      /^The body has the content encoding `gzip`\. /,
    );
  });

  test("with 415 for JSON in another charset, which it names", async () => {
    const response = await post(raw("{}", "application/json; charset=iso-8859-1"));
    expect([response.statusCode, response.json().code]).toEqual([415, "media_type_unsupported"]);
    expect(response.json().detail).toBe(
      "JSON must be in UTF-8, and this body's content type says `charset=iso-8859-1`. Encode it in UTF-8 and leave the charset out.",
    );
  });

  test("with 413 for an image over the limit, however it is sent, but not for one at the limit", async () => {
    const { settings } = httpParts({ SERVICE_MAX_IMAGE_BYTES: "1024" });
    const of = (size: number): readonly InjectOptions[] => [
      raw(Buffer.alloc(size)),
      multipartBody([{ ...file(), value: Buffer.alloc(size) }]),
      json({ imageBase64: Buffer.alloc(size).toString("base64") }),
    ];
    for (const way of of(1024)) expect((await post(way, { settings })).payload).toBe("1024\n");
    for (const way of of(1025)) expect(await code(way, { settings })).toEqual([413, "image_too_large"]);
    for (const way of of(1_000_000)) expect(await code(way, { settings })).toEqual([413, "image_too_large"]);
  });

  test("with 413 that distinguishes a large image from a large body", async () => {
    const { settings } = httpParts({ SERVICE_MAX_IMAGE_BYTES: "1024" });
    const detail = async (way: InjectOptions) => (await post(way, { settings })).json().detail;
    const image = "The image has more than 1024 bytes, which is the limit.";
    expect(await detail(raw(Buffer.alloc(1025)))).toBe(image);
    expect(await detail(multipartBody([{ ...file(), value: Buffer.alloc(1025) }]))).toBe(image);
    expect(await detail(json({ imageBase64: Buffer.alloc(1025).toString("base64") }))).toBe(image);
    const padding = "x".repeat(200_000);
    const form = "The request body has more than 132096 bytes, which is the limit.";
    const object = "The request body has more than 66902 bytes, which is the limit.";
    expect(await detail(multipartBody([{ name: "columns", value: padding }]))).toBe(form);
    expect(await detail(json({ imageBase64: "AAAA", padding }))).toBe(object);
    const undeclared = (options: ReturnType<typeof raw>) => ({
      headers: { ...options.headers, "transfer-encoding": "chunked" },
      payload: Readable.from([options.payload]),
    });
    expect(await detail(undeclared(json({ imageBase64: "AAAA", padding })))).toBe(object);
    expect(await detail(undeclared(multipartBody([{ name: "columns", value: padding }])))).toBe(form);
  });

  test("with the same error for too many fields in query, form or JSON", async () => {
    const names = Array.from({ length: 97 }, (_, at) => `p${at}`);
    const ways = [
      { ...raw(png), url: `${url}?${names.map((name) => `${name}=1`).join("&")}` },
      multipartBody([file(), ...names.map((name) => ({ name, value: "1" }))]),
      json(Object.fromEntries(names.map((name) => [name, 1]))),
    ];
    const answers = [];
    for (const way of ways) answers.push((await post(way)).json());
    for (const { code: given, detail } of answers) {
      expect([given, detail]).toEqual([
        "parameter_unknown",
        `The request has more than 96 fields; the render operation has ${PARAM_NAMES.length} parameters and one image.`,
      ]);
    }
  });

  test("with every problem at once, including the image's", async () => {
    const { code: first, errors } = (await post({ url: `${url}?columns=7&colour=1` })).json();
    expect(first).toBe("parameter_unknown");
    expect(errors.map((one: { code: string; parameter: string }) => [one.code, one.parameter])).toEqual([
      ["parameter_unknown", "colour"],
      ["parameter_invalid", "columns"],
      ["image_missing", "image"],
    ]);
  });

  test("with the decoder's message for bytes that are not an image", async () => {
    const real = { renderer: createRenderer(clock) };
    expect(await code(raw("<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"), real)).toEqual([
      400,
      "image_format_unsupported",
    ]);
    expect(await code(raw(png.subarray(0, png.length / 2)), real)).toEqual([400, "image_unreadable"]);
  });

  test("with 503 and Retry-After if all places are taken", async () => {
    const held = Promise.withResolvers<ReturnType<typeof renderedAs>>();
    const app = createApp({ ...httpParts(), renderer: () => held.promise });
    // five different jobs: identical ones would be coalesced
    const waiting = [40, 41, 42, 43, 44].map((columns) =>
      app.inject({ method: "POST", url: `${url}?columns=${columns}`, ...raw(png) }),
    );
    const load = async () => (await app.inject({ url: "/api/health" })).json().load;
    await expect.poll(load).toMatchObject({ busy: 1, queued: 4 });
    const refused = await app.inject({ method: "POST", url, ...raw(png) });
    expect([refused.statusCode, refused.json().code, refused.headers["retry-after"]]).toEqual([503, "overloaded", "2"]);
    held.resolve(renderedAs(""));
    for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(200);
    expect((await app.inject({ url: "/api/health" })).json().load).toMatchObject({ busy: 0, queued: 0 });
  });

  test("by a full queue only after the fetch, which takes no place", async () => {
    const image = Promise.withResolvers<FetchedImage>();
    const app = createApp({ ...httpParts(), fetchImage: () => image.promise });
    const load = async () => (await app.inject({ url: "/api/health" })).json().load;
    const fetching = [];
    for (let count = 1; count <= 8; count++) {
      const body = { imageUrl: "https://images.example/", columns: 40 + count };
      fetching.push(app.inject({ method: "POST", url, ...json(body) }));
      await expect.poll(() => load()).toMatchObject({ busy: 0, queued: 0 });
    }
    expect((await app.inject({ method: "POST", url, ...raw(png) })).statusCode).toBe(200);
    image.resolve(fetched(png));
    const codes = (await Promise.all(fetching)).map((answer) => answer.statusCode);
    expect(codes).toEqual([200, 200, 200, 200, 200, 503, 503, 503]);
    expect(await load()).toMatchObject({ busy: 0, queued: 0 });
  });

  test("with the fetcher's own code if the image host failed", async () => {
    for (const [failure, status] of [
      ["image_url_missing", 404],
      ["image_host_failed", 502],
      ["image_host_slow", 504],
      ["overloaded", 503],
    ] as const) {
      const fetchImage = () => Promise.reject(refusalFor(failure));
      expect(await code(json({ imageUrl: "https://images.example/" }), { fetchImage })).toEqual([status, failure]);
    }
  });
});
