import type { JsonSchema } from "../schema.ts";
import { object } from "../schema.ts";

const version = { const: "2.0" } as const;
const id = { anyOf: [{ type: "string" }, { type: "integer" }], description: "The request's own name." } as const;

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

/** What a message is refused with. `data.code` is a code of the error table, where the refusal is one of it. */
export const RPC_ERROR: JsonSchema = {
  type: "object",
  properties: {
    jsonrpc: version,
    id: { anyOf: [...id.anyOf, { type: "null" }], description: "Null where it could not be read." },
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

/** What a request is answered with. */
export const RPC_ANSWER: JsonSchema = { anyOf: [RESULT, RPC_ERROR] };
