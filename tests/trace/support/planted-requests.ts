import sharp from "sharp";
import { multipartBody } from "../../../apps/service/src/testing/multipart-body.ts";
import type { Secrets } from "./secrets.ts";

/** A request with secrets in it, and its possible statuses. */
export type Planted = {
  readonly what: string;
  readonly method?: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string | Uint8Array;
  readonly statuses: readonly number[];
};

/** Where secrets are planted. Those after the bar are repeated to their own client: a wrong value, a wrong name, an id. */
export const PLACES = [
  ...["bearer", "apiKey", "cookie", "userAgent", "referer", "origin", "forwardedFor", "forwarded", "accept"],
  ...["ifNoneMatch", "header", "headerName", "tracestate", "traceparent", "baggage", "path", "fragment", "host"],
  ...["fileName", "partType", "boundary", "exifArtist", "exifGps", "exifDescription", "exifCopyright", "pixels"],
  ...["brokenBase64", "dataUrl", "urlUser", "urlPath", "urlQuery", "urlHost", "urlLabel", "notJson", "rawBody"],
  ...["clientName", "clientVersion", "toolName", "method", "metaTracestate", "metaKey", "metaBaggage", "sessionId"],
] as const;

export const TOLD_BACK = [
  ...["queryName", "queryValue", "fieldName", "jsonKey", "monoColor", "rpcId", "argument", "revision", "batchId"],
] as const;

type Place = (typeof PLACES)[number] | (typeof TOLD_BACK)[number];

const RENDER = "/api/v1/render";
const MCP = "/api/mcp";
const JSON_TYPE = { "content-type": "application/json" };
const PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/** Requests of every transport with all secrets in them, most of them rendered. */
export const plantedRequests = async (secrets: Secrets, picture: Uint8Array): Promise<readonly Planted[]> => {
  const secret = (place: Place): string => secrets[place] ?? "";
  const photo = await taggedPhoto(picture, secret);
  const base64 = photo.toString("base64");
  const color = "#c0ffee";
  const json = (what: string, value: unknown, ...statuses: readonly number[]): Planted => ({
    ...{ what, path: RENDER, headers: JSON_TYPE, body: JSON.stringify(value), statuses },
  });
  const message = (what: string, value: unknown, headers: Planted["headers"] = {}, ...statuses: readonly number[]) => ({
    ...{ what, path: MCP, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(value), statuses },
  });
  const rpc = (method: string, params: object, id: string | number = 1) => ({ jsonrpc: "2.0", id, method, params });
  const call = (args: object, id: string | number = 1, more: object = {}) =>
    rpc("tools/call", { name: "render_ascii", arguments: args, ...more }, id);
  const file = (fileName: string, type: string) => ({ name: "image", value: photo, fileName, type });
  const form = (parts: Parameters<typeof multipartBody>[0], boundary?: string) => {
    const { headers, payload } = multipartBody(parts, boundary);
    return { headers, body: payload };
  };
  return [
    {
      what: "headers of a raw image",
      path: `${RENDER}?columns=12&monoColor=%23c0ffee&format=svg`,
      headers: {
        ...{
          "content-type": "image/jpeg",
          authorization: `Bearer ${secret("bearer")}`,
          "x-service-api-key": secret("apiKey"),
        },
        ...{
          cookie: `session=${secret("cookie")}`,
          "user-agent": secret("userAgent"),
          referer: `https://${secret("referer")}.example/`,
        },
        ...{
          "x-forwarded-for": secret("forwardedFor"),
          forwarded: `for=${secret("forwarded")}`,
          accept: secret("accept"),
        },
        ...{
          "if-none-match": `"${secret("ifNoneMatch")}"`,
          "x-other": secret("header"),
          [`x-${secret("headerName")}`]: "1",
        },
        ...{ traceparent: PARENT, tracestate: `vendor=${secret("tracestate")}`, baggage: `user=${secret("baggage")}` },
      },
      body: photo,
      statuses: [200],
    },
    {
      what: "a traceparent that is none",
      path: `${RENDER}?columns=12`,
      headers: { "content-type": "image/jpeg", traceparent: secret("traceparent") },
      body: photo,
      statuses: [200],
    },
    {
      what: "a raw body that is no image",
      path: RENDER,
      headers: { "content-type": "image/png" },
      body: `${secret("rawBody")} is no picture`,
      statuses: [400],
    },
    {
      what: "a query",
      path: `${RENDER}?${secret("queryName")}=1&columns=${secret("queryValue")}`,
      headers: { "content-type": "image/jpeg" },
      body: photo,
      statuses: [400],
    },
    {
      what: "a path",
      method: "GET",
      path: `/${secret("path")}?a=1#${secret("fragment")}`,
      headers: {},
      statuses: [404],
    },
    {
      what: "a host",
      method: "GET",
      path: "/api/health",
      headers: { host: `${secret("host")}.example` },
      statuses: [403],
    },
    {
      what: "a form",
      path: RENDER,
      ...form(
        [file(`${secret("fileName")}.jpg`, `image/${secret("partType")}`), { name: "columns", value: "12" }],
        secret("boundary"),
      ),
      statuses: [200],
    },
    {
      what: "a form's field",
      path: RENDER,
      ...form([file("a.jpg", "image/jpeg"), { name: secret("fieldName"), value: "1" }]),
      statuses: [400],
    },
    json("base64", { imageBase64: base64, columns: 12, monoColor: color, format: "html" }, 200),
    json("broken base64", { imageBase64: `${base64}!${secret("brokenBase64")}` }, 400),
    json("a data URL", { imageBase64: `data:image/${secret("dataUrl")};base64,${base64}`, columns: 12 }, 200, 400),
    json("a URL with a user", { imageUrl: `https://${secret("urlUser")}@images.example/${secret("urlPath")}` }, 400),
    json(
      "a URL on a trusted host",
      { imageUrl: `https://images.example/${secret("urlPath")}?token=${secret("urlQuery")}#${secret("fragment")}` },
      502,
    ),
    json(
      "a URL below a trusted suffix",
      { imageUrl: `https://${secret("urlLabel")}.cdn.example/?token=${secret("urlQuery")}` },
      502,
    ),
    json("a URL on another host", { imageUrl: `https://${secret("urlHost")}.example/` }, 400),
    json("a key", { imageBase64: base64, [secret("jsonKey")]: 1 }, 400),
    json("a color that is none", { imageBase64: base64, monoColor: secret("monoColor") }, 400),
    { what: "JSON that is none", path: RENDER, headers: JSON_TYPE, body: `{"${secret("notJson")}": `, statuses: [400] },
    {
      what: "an untrusted origin",
      path: MCP,
      headers: { ...JSON_TYPE, origin: `https://${secret("origin")}.example` },
      body: "{}",
      statuses: [403],
    },
    {
      what: "a wrong credential",
      method: "GET",
      path: "/metrics",
      headers: { authorization: `Bearer ${secret("bearer")}` },
      statuses: [401],
    },
    {
      what: "another wrong credential",
      method: "GET",
      path: "/api/v1/platform/status",
      headers: { "x-service-api-key": secret("apiKey") },
      statuses: [401],
    },
    message(
      "a call",
      call({ imageBase64: base64, columns: 12 }, secret("rpcId"), {
        _meta: {
          ...{
            traceparent: PARENT,
            tracestate: `vendor=${secret("metaTracestate")}`,
            baggage: `a=${secret("metaBaggage")}`,
          },
          ...{ "example/key": secret("metaKey") },
        },
      }),
      { "mcp-session-id": secret("sessionId") },
      200,
    ),
    message("a call of another tool", rpc("tools/call", { name: secret("toolName"), arguments: {} }), {}, 200),
    message("a call with a wrong argument", call({ imageBase64: base64, [secret("argument")]: 1 }), {}, 200),
    message("a call with a URL", call({ imageUrl: `https://images.example/?token=${secret("urlQuery")}` }), {}, 200),
    message("an unknown method", rpc(secret("method"), {}), {}, 200),
    message("an unknown revision", call({ imageBase64: base64 }), { "mcp-protocol-version": secret("revision") }, 400),
    message(
      "a handshake",
      rpc("initialize", {
        ...{ protocolVersion: "2025-11-25", capabilities: {} },
        clientInfo: { name: secret("clientName"), version: secret("clientVersion") },
      }),
      {},
      200,
    ),
    message(
      "a call without a handshake",
      call({ imageBase64: base64, columns: 12 }, 9, {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
          "io.modelcontextprotocol/clientInfo": { name: secret("clientName"), version: secret("clientVersion") },
        },
      }),
      { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "render_ascii" },
      200,
    ),
    message("a batch", [call({ imageBase64: base64, columns: 12 }, secret("batchId")), call({}, 2)], {}, 200),
  ];
};

/** A JPEG with secrets in its metadata and after its end. */
const taggedPhoto = async (picture: Uint8Array, secret: (place: Place) => string): Promise<Buffer> => {
  const photo = await sharp(picture)
    .resize(64)
    .withExif({
      IFD0: {
        Artist: secret("exifArtist"),
        ImageDescription: secret("exifDescription"),
        Copyright: secret("exifCopyright"),
      },
      IFD3: { GPSMapDatum: secret("exifGps"), GPSLatitudeRef: "N", GPSLatitude: "47/1 22/1 3699/100" },
    })
    .jpeg()
    .toBuffer();
  return Buffer.concat([photo, Buffer.from(secret("pixels"))]);
};
