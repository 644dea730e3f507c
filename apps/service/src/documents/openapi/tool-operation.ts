import { ERRORS, type ErrorCode, type JsonSchema, object, TOOL_NAME } from "@lumiglyph/contract";
import { MCP_METHODS, MCP_REVISIONS, MCP_STATELESS } from "../../tables/mcp.ts";
import { CHECKERBOARD } from "../agent-recipe.ts";
import { CREDENTIAL, type HeaderName, headerRefs } from "./parts.ts";
import type { OpenApiResponses, OperationDetails, RequestBody, Response } from "./types.ts";

const MESSAGE = { $ref: "#/components/schemas/RpcMessage" };
const ANSWER = { $ref: "#/components/schemas/RpcAnswer" };
const ERROR = { $ref: "#/components/schemas/RpcError" };

/** The tool endpoint. It returns JSON-RPC errors, unless the bytes were not a valid HTTP request. */
export const toolOperation = (isGuarded: boolean): OperationDetails => ({
  tag: "tools",
  description: [
    `${isGuarded ? CREDENTIAL : ""}The Model Context Protocol over Streamable HTTP, without sessions: revisions ${MCP_REVISIONS.join(", ")}.`,
    `Methods: ${MCP_METHODS.map((method) => `\`${method}\``).join(", ")}. The only tool is \`${TOOL_NAME}\`, which is the render operation.`,
    `A batch is an array of messages, in revisions before ${MCP_STATELESS}.`,
    "A render that fails is a result with `isError: true`, status 200, with the codes of the render operation.",
  ].join(" "),
  body: body(),
  successes: {
    200: answer("The response, or the responses of a batch in its order."),
    202: { description: "Only notifications: no response.", headers: headerRefs(["traceparent"]) },
    ...refusals(isGuarded),
  },
  fails: [],
});

const body = (): RequestBody => ({
  required: true,
  description: "One JSON-RPC 2.0 message, or a batch of them.",
  content: {
    "application/json": {
      schema: { anyOf: [MESSAGE, { type: "array", items: MESSAGE, minItems: 1 }] },
      examples: {
        list: { summary: "The tools", value: { jsonrpc: "2.0", id: 1, method: "tools/list" } },
        call: { summary: "A render", value: { jsonrpc: "2.0", id: 2, method: "tools/call", params: CALL } },
      },
    },
  },
});

const CALL = { name: TOOL_NAME, arguments: { imageBase64: CHECKERBOARD, columns: 8, charset: "minimal" } };

const answer = (description: string): Response => ({
  description,
  headers: headerRefs(["RateLimit", "RateLimit-Policy", "traceparent", "tracestate"]),
  content: { "application/json": { schema: { anyOf: [ANSWER, { type: "array", items: ANSWER, minItems: 1 }] } } },
});

/** Requests refused before their method is read, by status, with the codes in `data.code`. */
const REFUSALS: readonly (readonly [number, string, readonly ErrorCode[]])[] = [
  [400, "Invalid JSON, not a JSON-RPC message, an unacceptable batch, or an unsupported revision.", []],
  [401, "The credential is missing or wrong.", ["credential_missing", "invalid_token"]],
  [403, "The request comes from a page of another site.", ["origin_untrusted", "host_untrusted"]],
  [404, `An unknown method in revision ${MCP_STATELESS}; older revisions get 200 with the same error.`, []],
  [408, "The message did not arrive in time.", ["upload_stalled"]],
  [413, "The message is larger than an image in base64 may be.", ["image_too_large"]],
  [415, "The message is not application/json.", ["media_type_unsupported"]],
  [503, "At capacity, or shutting down.", ["overloaded", "draining"]],
];

const refusals = (isGuarded: boolean): OpenApiResponses =>
  Object.fromEntries(
    REFUSALS.filter(([status]) => isGuarded || status !== 401).map(([status, says, codes]) => [
      String(status),
      {
        description: [says, ...codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`)].join(" "),
        headers: headerRefs([...(EXTRA_HEADERS[status] ?? []), "traceparent"]),
        content: { "application/json": { schema: ERROR } },
      },
    ]),
  );

const EXTRA_HEADERS: { readonly [status: number]: readonly HeaderName[] } = {
  401: ["WWW-Authenticate"],
  503: ["Retry-After"],
};

const version = { const: "2.0" } as const;
const id = { anyOf: [{ type: "string" }, { type: "integer" }], description: "The request's id." } as const;

/** A request, or a notification, which has no `id` (JSON-RPC 2.0). */
export const RPC_MESSAGE: JsonSchema = {
  type: "object",
  properties: {
    jsonrpc: version,
    id,
    method: { type: "string" },
    params: { type: "object", additionalProperties: true },
  },
  required: ["jsonrpc", "method"],
};

const RESULT = object({ jsonrpc: version, id, result: { type: "object", additionalProperties: true } });

/** An error response. `data.code` is a code of the error table, if the error is in it. */
export const RPC_ERROR: JsonSchema = {
  type: "object",
  properties: {
    jsonrpc: version,
    id: { anyOf: [...id.anyOf, { type: "null" }], description: "Null if it could not be read." },
    error: {
      type: "object",
      properties: {
        code: { type: "integer" },
        message: { type: "string" },
        data: { type: "object", additionalProperties: true },
      },
      required: ["code", "message"],
    },
  },
  required: ["jsonrpc", "id", "error"],
};

/** The response to a request. */
export const RPC_ANSWER: JsonSchema = { anyOf: [RESULT, RPC_ERROR] };
