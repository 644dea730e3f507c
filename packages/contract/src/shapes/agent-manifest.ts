import { ERROR_CODES } from "../errors.ts";
import { type FromSchema, object } from "../schema.ts";
import { TOLD_LIMIT } from "../told-limits.ts";
import { TOOL_NAME } from "../version.ts";
import { BROWSER_TOOL } from "./browser-tool.ts";
import { DOCUMENT_LINK, SCHEMA_VALUE, SERVICE_PARTS, URL_TEXT } from "./document-parts.ts";

const texts = { type: "object", additionalProperties: { type: "string" } } as const;
const errorCode = { enum: ERROR_CODES } as const;

const BODY = {
  anyOf: [
    object({ multipart: { ...texts, description: "Form fields; a value that begins with @ names a file." } }),
    object({
      json: {
        anyOf: [
          { type: "object", additionalProperties: true },
          { type: "array", items: { type: "object", additionalProperties: true } },
        ],
      },
    }),
    object({ file: { type: "string", description: "The path of a file whose bytes are the body." } }),
  ],
} as const;

/** A recipe, ready to run: as parts for a program and as one line for a shell. */
const RECIPE = object({
  id: { type: "string" },
  title: { type: "string" },
  when: { type: "string", description: "When to use it." },
  request: object({
    method: { type: "string" },
    path: { type: "string", description: "With its query string." },
    headers: { ...texts, description: "To be set by the caller; a client sets those of a form by itself." },
    body: BODY,
  }),
  curl: { type: "string", description: "The same request as one command line for a POSIX shell." },
  savedAs: {
    anyOf: [{ type: "string" }, { type: "null" }],
    description: "The file that the command line writes, or null where it prints the answer.",
  },
  expect: object({
    status: { type: "integer", minimum: 200, maximum: 599 },
    contentType: { type: "string" },
    schema: {
      anyOf: [URL_TEXT, { type: "null" }],
      description: "Where the schema of a JSON answer is.",
    },
    code: { anyOf: [errorCode, { type: "null" }], description: "The error that it shows, or null." },
    says: { type: "string", description: "What comes back." },
  }),
  next: { type: "string", description: "What to do next." },
});

const TOOL = object({
  name: { const: TOOL_NAME },
  title: { type: "string" },
  description: { type: "string" },
  annotations: object({
    readOnlyHint: { type: "boolean" },
    destructiveHint: { type: "boolean" },
    idempotentHint: { type: "boolean" },
    openWorldHint: { type: "boolean" },
  }),
  inputSchema: { ...SCHEMA_VALUE, description: "JSON Schema of a JSON body, or of the tool's arguments." },
  callableAt: {
    type: "array",
    items: object({ protocol: { enum: ["http", "mcp"] as const }, method: { type: "string" }, url: URL_TEXT }),
    description: "Where the tool can be called today.",
  },
});

/** `GET /api/v1/agent`: what an agent needs in order to use the service, as one object. */
export const AGENT_MANIFEST = object({
  ...SERVICE_PARTS,
  summary: { type: "string" },
  credential: { const: "none", description: "What the public operations ask for." },
  endpoints: {
    type: "array",
    items: object({
      operation: { type: "string" },
      method: { type: "string" },
      url: URL_TEXT,
      summary: { type: "string" },
      access: { enum: ["public", "platform"] as const },
    }),
  },
  tools: { type: "array", items: TOOL },
  browserTools: { type: "array", items: BROWSER_TOOL },
  placeholders: {
    type: "array",
    items: object({ text: { type: "string" }, says: { type: "string" } }),
    description: "Texts in the recipes that stand for something of yours.",
  },
  recipes: { type: "array", items: RECIPE },
  errors: {
    type: "array",
    items: object({
      code: errorCode,
      status: { type: "integer" },
      title: { type: "string" },
      says: { type: "string" },
      url: URL_TEXT,
    }),
  },
  limits: { type: "array", items: TOLD_LIMIT },
  documents: { type: "array", items: DOCUMENT_LINK },
});

export type AgentManifest = FromSchema<typeof AGENT_MANIFEST>;
export type AgentRecipe = FromSchema<typeof RECIPE>;
