import {
  ERROR_CODES,
  ERRORS,
  type FromSchema,
  object,
  SERVICE,
  TOOL_NAME,
  URL_TEXT,
  VERSION,
} from "@lumiglyph/contract";
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from "../tables/endpoints.ts";
import { agentRecipe, PLACEHOLDERS, RECIPE } from "./agent-recipe.ts";
import { DOCUMENT_LINK, SCHEMA_VALUE, SERVICE_PARTS, SUMMARY } from "./document-parts.ts";
import { documentLinks } from "./documents.ts";
import { BROWSER_TOOL, browserTool } from "./handoff-manifest.ts";
import { type Instance, needsCredential, PUBLIC_LIMIT, publicLimits } from "./instance.ts";
import { sentence } from "./markdown/page.ts";
import { RECIPE_IDS } from "./recipes.ts";
import { instanceTool } from "./render-tool.ts";

const errorCode = { enum: ERROR_CODES } as const;

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
    description: "Where the tool can be called.",
  },
});

/** `GET /api/v1/agent`: everything an agent needs to use the service, as one object. */
export const AGENT_MANIFEST = object({
  ...SERVICE_PARTS,
  summary: { type: "string" },
  credential: {
    enum: ["none", "platform"] as const,
    description: "What uploads and the tool require: nothing, or the platform credential.",
  },
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
    description: "Texts in the recipes to replace with your own.",
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
  limits: { type: "array", items: PUBLIC_LIMIT },
  documents: { type: "array", items: DOCUMENT_LINK },
});

export type AgentManifest = FromSchema<typeof AGENT_MANIFEST>;

/** The agent manifest of an instance. It lists only what is `served`. */
export const agentManifest = (instance: Instance, served: readonly EndpointId[] = ENDPOINT_IDS): AgentManifest => ({
  service: SERVICE,
  version: VERSION,
  baseUrl: instance.baseUrl,
  summary: SUMMARY,
  credential: needsCredential("render", instance) ? "platform" : "none",
  endpoints: served.map((id) => {
    const { operation, method, path, summary } = ENDPOINTS[id];
    const access = needsCredential(id, instance) ? "platform" : "public";
    return { operation, method, url: `${instance.baseUrl}${path}`, summary: sentence(summary), access };
  }),
  tools: [{ ...plainTool(instance), callableAt: callableAt(instance.baseUrl, served) }],
  browserTools: served.includes("handoff") ? [browserTool(instance.baseUrl)] : [],
  placeholders: PLACEHOLDERS,
  recipes: RECIPE_IDS.map((id) => agentRecipe(id, instance.baseUrl)),
  errors: ERROR_CODES.map((code) => {
    const { status, title, says } = ERRORS[code];
    return { code, status, title, says, url: `${instance.baseUrl}${ENDPOINTS.errorReference.path}#${code}` };
  }),
  limits: publicLimits(instance),
  documents: documentLinks(instance.baseUrl, served),
});

const plainTool = (instance: Instance) => {
  const { description, ...tool } = instanceTool(instance);
  const { method, path } = ENDPOINTS.render;
  return { ...tool, description: `${description}\n${method} ${path} takes the same arguments as a JSON body.` };
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
