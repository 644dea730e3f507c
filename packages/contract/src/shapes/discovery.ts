import { MCP_REVISIONS } from "../protocol.ts";
import { type FromSchema, object } from "../schema.ts";
import { VERSION } from "../version.ts";
import { URL_TEXT } from "./document-parts.ts";

/** Media type of a server card (SEP-2127). */
export const SERVER_CARD_TYPE = "application/mcp-server-card+json";

/** `GET /api/mcp/server-card` (SEP-2127): how to reach the tool endpoint. It lists no tools: `tools/list` does. */
export const SERVER_CARD = object({
  $schema: { const: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json" },
  name: { type: "string", pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
  version: { const: VERSION },
  title: { type: "string" },
  description: { type: "string" },
  websiteUrl: URL_TEXT,
  remotes: {
    type: "array",
    items: object({
      type: { const: "streamable-http" },
      url: URL_TEXT,
      supportedProtocolVersions: { type: "array", items: { enum: MCP_REVISIONS } },
    }),
  },
});

/** `GET /.well-known/ai-catalog.json`: what of this host is made for agents. */
export const AI_CATALOG = object({
  specVersion: { const: "1.0" },
  entries: {
    type: "array",
    items: object({
      identifier: { type: "string" },
      type: { const: SERVER_CARD_TYPE },
      url: URL_TEXT,
    }),
  },
});

const links = { type: "array", items: object({ href: URL_TEXT, type: { type: "string" } }) } as const;

/** `GET /.well-known/api-catalog` (RFC 9727), a set of links (RFC 9264) by the interface that they lead from. */
export const API_CATALOG = object({
  linkset: {
    type: "array",
    items: object({
      anchor: URL_TEXT,
      "service-desc": links,
      "service-doc": links,
      "service-meta": links,
      status: links,
    }),
  },
});

export type ServerCard = FromSchema<typeof SERVER_CARD>;
export type AiCatalog = FromSchema<typeof AI_CATALOG>;
export type ApiCatalog = FromSchema<typeof API_CATALOG>;
