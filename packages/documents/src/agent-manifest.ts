import {
  ENDPOINT_IDS,
  ENDPOINTS,
  type EndpointId,
  ERROR_CODES,
  ERRORS,
  type FromSchema,
  object,
  SERVICE,
  TOOL_NAME,
  URL_TEXT,
  VERSION,
} from "@lumiglyph/contract";
import { agentRecipe, PLACEHOLDERS } from "./agent-recipe.ts";
import { DOCUMENT_LINK, SCHEMA_VALUE, SERVICE_PARTS, SUMMARY } from "./document-parts.ts";
import { documentLinks } from "./documents.ts";
import { BROWSER_TOOL, browserTool } from "./handoff-manifest.ts";
import { type Instance, TOLD_LIMIT, toldLimits } from "./instance.ts";
import { sentence } from "./markdown/page.ts";
import { RECIPE_IDS } from "./recipes.ts";
import { RENDER_TOOL, renderTool } from "./render-tool.ts";

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

/** What an agent needs in order to use an instance. It names what is `served` and nothing else. */
export const agentManifest = (instance: Instance, served: readonly EndpointId[] = ENDPOINT_IDS): AgentManifest => ({
  service: SERVICE,
  version: VERSION,
  baseUrl: instance.baseUrl,
  summary: SUMMARY,
  credential: "none",
  endpoints: served.map((id) => {
    const { operation, method, path, summary, access } = ENDPOINTS[id];
    return { operation, method, url: `${instance.baseUrl}${path}`, summary: sentence(summary), access };
  }),
  tools: [{ ...toldTool(), callableAt: callableAt(instance.baseUrl, served) }],
  browserTools: served.includes("handoff") ? [browserTool(instance.baseUrl)] : [],
  placeholders: PLACEHOLDERS,
  recipes: RECIPE_IDS.map((id) => agentRecipe(id, instance.baseUrl)),
  errors: ERROR_CODES.map((code) => {
    const { status, title, says } = ERRORS[code];
    return { code, status, title, says, url: `${instance.baseUrl}${ENDPOINTS.errorReference.path}#${code}` };
  }),
  limits: toldLimits(instance),
  documents: documentLinks(instance.baseUrl, served),
});

/** The tool without what only its own protocol has a use for. */
const toldTool = () => {
  const { _meta: _, ...told } = renderTool();
  return { ...told, name: RENDER_TOOL.name };
};

type Place = AgentManifest["tools"][number]["callableAt"][number];

const callableAt = (baseUrl: string, served: readonly EndpointId[]): readonly Place[] =>
  PLACES.filter(([id]) => served.includes(id)).map(([id, protocol]) => ({
    protocol,
    method: ENDPOINTS[id].method,
    url: `${baseUrl}${ENDPOINTS[id].path}`,
  }));

const PLACES: readonly (readonly [EndpointId, Place["protocol"]])[] = [
  ["render", "http"],
  ["mcp", "mcp"],
];
