import { describe, expect, test } from "vitest";
import { fetcherFor } from "../support/http-image-host.ts";
import { type Answer, ask } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";
import { call, post, type Rpc, request, stateless } from "./mcp-request.ts";

const service = serviceForFile({ SERVICE_MAX_IMAGE_BYTES: "4096" }, () => ({
  fetchImage: fetcherFor({}, { resolve: () => Promise.reject(new Error("no name is resolved here")) }),
}));

const rpcOf = (answer: Answer) => answer.json() as unknown as Rpc;

/** Status, JSON-RPC code and id of a response. */
const errorOf = (answer: Answer) => [answer.status, rpcOf(answer).error?.code, rpcOf(answer).id];

const older = (message: object, headers = {}) => post(service.url, JSON.stringify(message), headers);
const newer = (message: ReturnType<typeof request>, change: object = {}) => {
  const { message: whole, headers } = stateless(message);
  const given = Object.entries({ ...headers, ...change }).filter(([, value]) => value !== undefined);
  return post(service.url, JSON.stringify(whole), Object.fromEntries(given) as { [name: string]: string });
};

const PING = request("ping");

describe("a body that is not a message", () => {
  test.each([
    ["not JSON", "{", -32700],
    ["empty", "", -32700],
    ["not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), -32700],
    ["not JSON-RPC", '{"foo":1}', -32600],
    ["a number", "7", -32600],
    ["of another JSON-RPC", '{"jsonrpc":"1.0","id":null,"method":"ping"}', -32600],
    ["an empty batch", "[]", -32600],
    ["a batch of nine", JSON.stringify(Array(9).fill(PING)), -32600],
    ["a batch with a handshake", JSON.stringify([PING, request("initialize", {})]), -32600],
    ["nested beyond reason", `${"[".repeat(40)}${"]".repeat(40)}`, -32600],
  ] as const)("%s: 400, %s", async (_, body, code) => {
    for (const headers of [{}, { "mcp-protocol-version": "2026-07-28" }]) {
      expect(errorOf(await post(service.url, body, headers))).toEqual([400, code, null]);
    }
  });

  test("gets a response under its id if that is readable", async () => {
    expect(errorOf(await older({ jsonrpc: "2.0", id: "a", method: 7 }))).toEqual([400, -32600, "a"]);
  });
});

describe("a batch", () => {
  test("is refused at 2026-07-28, by its header or by its messages", async () => {
    expect(errorOf(await older([PING], { "mcp-protocol-version": "2026-07-28" }))).toEqual([400, -32600, null]);
    expect(errorOf(await older([stateless(PING).message]))).toEqual([400, -32600, null]);
  });

  test("answers an invalid message in its place", async () => {
    const answer = await older([PING, 7, { jsonrpc: "2.0", id: "x", method: "nothing" }]);
    expect([answer.status, answer.json()]).toMatchObject([
      200,
      [
        { id: 1, result: {} },
        { id: null, error: { code: -32600 } },
        { id: "x", error: { code: -32601 } },
      ],
    ]);
  });
});

describe("a request that fails", () => {
  test.each([
    ["an unknown method", request("resources/list"), 200, -32601, 404],
    ["an unknown tool", request("tools/call", { name: "zz", arguments: {} }), 200, -32602, 200],
    ["a call without a name", request("tools/call", { arguments: {} }), 200, -32602, 200],
    [
      "a call with a list for its arguments",
      request("tools/call", { name: "render_ascii", arguments: [] }),
      200,
      -32602,
      200,
    ],
  ])("%s", async (_, message, plainStatus, code, statelessStatus) => {
    expect(errorOf(await older(message))).toEqual([plainStatus, code, 1]);
    expect(errorOf(await newer(message))).toEqual([statelessStatus, code, 1]);
  });

  test("names the only tool, in our own words", async () => {
    const { error } = rpcOf(await older(request("tools/call", { name: "zz<script>" })));
    expect(error).toEqual({ code: -32602, message: "Unknown tool. There is render_ascii." });
  });
});

describe("invalid arguments are the tool's own error", () => {
  test.each([
    ["out of range", { imageBase64: "AAAA", columns: 3 }, "parameter_invalid: "],
    ["unknown", { imageBase64: "AAAA", colums: 80 }, "parameter_unknown: "],
    ["a word for a number", { imageBase64: "AAAA", columns: "forty" }, "parameter_invalid: "],
    ["a file", { image: "AAAA" }, "image_misplaced: "],
    ["no choice", { imageBase64: "AAAA", format: "pdf" }, "parameter_invalid: "],
    ["no image", {}, "image_missing: "],
    ["two images", { imageBase64: "AAAA", imageUrl: "https://a.example/b.png" }, "image_ambiguous: "],
    ["an untrusted host", { imageUrl: "https://a.example/b.png" }, "image_url_untrusted: "],
    ["unreadable", { imageBase64: Buffer.from("GIF89a").toString("base64") }, "image_unreadable: "],
    ["no image format", { imageBase64: "AAAA" }, "image_format_unsupported: "],
    ["over the limit", { imageBase64: "A".repeat(8192) }, "image_too_large: "],
  ])("%s", async (_, args, text) => {
    for (const answer of [await older(call(args)), await newer(call(args))]) {
      const { id, result, error } = rpcOf(answer);
      expect([answer.status, id, error, result?.isError]).toEqual([200, 1, undefined, true]);
      expect(result?.content[0]?.text.slice(0, text.length)).toBe(text);
      expect(JSON.stringify(result)).not.toMatch(
        /multipart|Content-Type|Retry-After|query string|\bbody\b|\b[Ss]end\b|curl/,
      );
    }
  });
});

describe("headers and envelope of 2026-07-28", () => {
  test("without the keys in _meta: 400, -32602", async () => {
    expect(errorOf(await older(request("tools/list"), { "mcp-protocol-version": "2026-07-28" }))).toEqual([
      400, -32602, 1,
    ]);
  });

  test.each([
    ["no version", { "mcp-protocol-version": undefined }],
    ["another version", { "mcp-protocol-version": "2025-11-25" }],
    ["no method", { "mcp-method": undefined }],
    ["another method", { "mcp-method": "tools/list" }],
    ["no name", { "mcp-name": undefined }],
    ["another name", { "mcp-name": "zz" }],
  ])("%s in the headers: 400, -32020", async (_, change) => {
    expect(errorOf(await newer(call({}), change))).toEqual([400, -32020, 1]);
  });

  test("an unsupported revision: 400, -32022 with the supported ones", async () => {
    const { message, headers } = stateless(request("tools/list"));
    const changed = JSON.stringify(message).replace("2026-07-28", "2031-01-01");
    const answer = await post(service.url, changed, { ...headers, "mcp-protocol-version": "2031-01-01" });
    expect(errorOf(answer)).toEqual([400, -32022, 1]);
    expect(rpcOf(answer).error?.data).toEqual({ supported: ["2026-07-28"], requested: "2031-01-01" });
    const plain = await older(PING, { "mcp-protocol-version": "2025-01-01" });
    expect(errorOf(plain)).toEqual([400, -32022, 1]);
    expect(rpcOf(plain).error?.data?.["supported"]).toEqual([
      "2026-07-28",
      "2025-11-25",
      "2025-06-18",
      "2025-03-26",
      "2024-11-05",
    ]);
  });
});

describe("a request refused as a whole", () => {
  test("from a page of another site: 403 origin_untrusted", async () => {
    const answer = await older(PING, { origin: "https://elsewhere.example" });
    expect(errorOf(answer)).toEqual([403, -32600, null]);
    expect(rpcOf(answer).error?.data).toMatchObject({ code: "origin_untrusted" });
  });

  test.each(["GET", "DELETE", "PUT", "PATCH"])("%s: 405 with Allow", async (method) => {
    const { status, headers, json } = await ask(`${service.url}/api/mcp`, { method });
    expect([status, headers.get("allow"), json()["code"]]).toEqual([405, "POST, OPTIONS", "method_not_allowed"]);
  });

  test.each(["text/plain", "application/json; charset=latin1", "application/x-www-form-urlencoded", ""])(
    "as %j: 415",
    async (type) => {
      const answer = await older(PING, { "content-type": type });
      expect([...errorOf(answer), answer.headers.get("accept-post")]).toEqual([415, -32600, null, "application/json"]);
    },
  );

  test("over the limit: 413, at once or while reading", async () => {
    const body = JSON.stringify(call({ imageBase64: "A".repeat(80_000) }));
    const whole = await post(service.url, body);
    expect([...errorOf(whole), rpcOf(whole).error?.data?.["code"]]).toEqual([413, -32600, null, "image_too_large"]);
    const pieces = new Blob([body]).stream();
    const streamed = await fetch(`${service.url}/api/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: pieces,
      duplex: "half",
    } as RequestInit);
    expect(streamed.status).toBe(413);
  });
});

describe("a message without a response", () => {
  test.each([
    ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }],
    ["a posted response", { jsonrpc: "2.0", id: 3, result: {} }],
    ["a batch of notifications", [{ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }]],
  ])("%s: 202 without a body", async (_, message) => {
    const answer = await older(message);
    expect([answer.status, answer.text]).toEqual([202, ""]);
  });
});
