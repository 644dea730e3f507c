import { type FromSchema, object, SERVICE, URL_TEXT, VERSION } from "@lumiglyph/contract";
import { ENDPOINTS } from "../tables/endpoints.ts";
import { MCP_REVISIONS } from "../tables/mcp.ts";
import { NAME, SHORT_SUMMARY } from "./document-parts.ts";
import { DOCUMENTS, SERVER_CARD_TYPE } from "./documents.ts";
import type { Instance } from "./instance.ts";

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

/** `GET /.well-known/ai-catalog.json`: resources of this host for agents. */
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

/** `GET /.well-known/api-catalog` (RFC 9727), a set of links (RFC 9264), grouped by interface. */
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

/** How to reach the tool endpoint of an instance. */
export const serverCard = ({ baseUrl }: Instance): ServerCard => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  name: `${reversedHost(baseUrl)}/${SERVICE}`,
  version: VERSION,
  title: NAME,
  description: SHORT_SUMMARY,
  websiteUrl: `${baseUrl}${ENDPOINTS.reference.path}`,
  remotes: [
    { type: "streamable-http", url: `${baseUrl}${ENDPOINTS.mcp.path}`, supportedProtocolVersions: MCP_REVISIONS },
  ],
});

/** The host of a base URL as written, without its port. */
const hostOf = (baseUrl: string): string => baseUrl.replace(/^https?:\/\//, "").replace(/:\d+$/, "");

/** A host's name in reverse-DNS order; `localhost` if it has no domain name. */
const reversedHost = (baseUrl: string): string => {
  const host = hostOf(baseUrl);
  return /[a-z]$/i.test(host) && host.includes(".") ? host.split(".").toReversed().join(".") : "localhost";
};

/** The resources of an instance for agents. */
export const aiCatalog = ({ baseUrl }: Instance): AiCatalog => ({
  specVersion: "1.0",
  entries: [
    {
      identifier: `urn:air:${hostOf(baseUrl)}:mcp:${SERVICE}`,
      type: SERVER_CARD_TYPE,
      url: `${baseUrl}${ENDPOINTS.serverCard.path}`,
    },
  ],
});

/** The two interfaces of an instance, with links to their descriptions. */
export const apiCatalog = ({ baseUrl }: Instance): ApiCatalog => {
  const to = (id: keyof typeof DOCUMENTS) => [
    { href: `${baseUrl}${ENDPOINTS[id].path}`, type: DOCUMENTS[id].mediaType },
  ];
  const status = [{ href: `${baseUrl}${ENDPOINTS.health.path}`, type: "application/json" }];
  const shared = { "service-doc": to("reference"), status };
  return {
    linkset: [
      {
        anchor: `${baseUrl}${ENDPOINTS.render.path}`,
        "service-desc": to("openapi"),
        "service-meta": to("agent"),
        ...shared,
      },
      {
        anchor: `${baseUrl}${ENDPOINTS.mcp.path}`,
        "service-desc": to("serverCard"),
        "service-meta": to("interoperability"),
        ...shared,
      },
    ],
  };
};

/**
 * The name in the public registry of servers. The package's `mcpName` must be the same, which
 * proves ownership.
 */
const REGISTRY_NAME = `io.github.${SERVICE}/${SERVICE}`;

/**
 * `server.json`, the entry in the public registry of servers: as a package over standard input and
 * output, and as a remote service whose host the user fills in. The publisher owns the first part
 * of the name. The version is the package's, because the registry looks it up; the interface's may
 * differ.
 */
export const registryEntry = (version: string) => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: REGISTRY_NAME,
  title: NAME,
  description: SHORT_SUMMARY,
  version,
  packages: [
    {
      registryType: "npm",
      identifier: `${SERVICE}-mcp`,
      version,
      transport: { type: "stdio" },
      packageArguments: [
        {
          type: "named",
          name: "--root",
          description:
            "The folder whose pictures it may read, and in which it may write art. By default the current one.",
          format: "filepath",
          isRequired: false,
        },
      ],
    },
  ],
  remotes: [
    {
      type: "streamable-http",
      url: `https://{host}${ENDPOINTS.mcp.path}`,
      variables: { host: { description: "The host of an instance.", isRequired: true } },
    },
  ],
});
