import type { FromSchema } from "@lumiglyph/contract";
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from "../tables/endpoints.ts";
import type { DOCUMENT_LINK } from "./document-parts.ts";
import { sentence } from "./markdown/page.ts";

/** Media type of a server card (SEP-2127). */
export const SERVER_CARD_TYPE = "application/mcp-server-card+json";

/** A document about the service: its title, media type and link relation (RFC 8631). */
type DocumentRow = {
  readonly title: string;
  readonly mediaType: string;
  /** The profile of the media type, if any. */
  readonly profile?: string;
  readonly rel?: "service-desc" | "service-doc" | "service-meta" | "api-catalog";
};

/** The endpoints that serve a document, which changes only with the release or the settings. */
export const DOCUMENTS = {
  reference: { title: "Reference", mediaType: "text/html", rel: "service-doc" },
  openapi: { title: "OpenAPI description", mediaType: "application/json", rel: "service-desc" },
  agent: { title: "Agent manifest", mediaType: "application/json", rel: "service-meta" },
  llms: { title: "llms.txt", mediaType: "text/plain" },
  llmsFull: { title: "llms-full.txt", mediaType: "text/plain" },
  interoperability: { title: "Interoperability", mediaType: "application/json" },
  handoff: { title: "Handoff manifest", mediaType: "application/json" },
  serverCard: { title: "Server card", mediaType: SERVER_CARD_TYPE },
  aiCatalog: { title: "AI catalog", mediaType: "application/ai-catalog+json" },
  apiCatalog: {
    title: "API catalog",
    mediaType: "application/linkset+json",
    profile: "https://www.rfc-editor.org/info/rfc9727",
    rel: "api-catalog",
  },
  errorReference: { title: "Errors", mediaType: "text/html" },
} as const satisfies { readonly [Id in EndpointId]?: DocumentRow };

export type DocumentId = keyof typeof DOCUMENTS;

export const DOCUMENT_IDS = Object.keys(DOCUMENTS) as readonly DocumentId[];

/** The row of a document, typed as any row. */
const documentRow = (id: DocumentId): DocumentRow => DOCUMENTS[id];

/** The `Content-Type` of a document. */
export const documentType = (id: DocumentId): string => {
  const { mediaType, profile } = documentRow(id);
  if (mediaType.startsWith("text/")) return `${mediaType}; charset=utf-8`;
  return profile === undefined ? mediaType : `${mediaType}; profile="${profile}"`;
};

/** Links to the documents that a service serves. */
export const documentLinks = (
  baseUrl: string,
  served: readonly EndpointId[] = ENDPOINT_IDS,
): readonly FromSchema<typeof DOCUMENT_LINK>[] =>
  DOCUMENT_IDS.filter((id) => served.includes(id)).map((id) => ({
    title: DOCUMENTS[id].title,
    url: `${baseUrl}${ENDPOINTS[id].path}`,
    mediaType: DOCUMENTS[id].mediaType,
    says: sentence(ENDPOINTS[id].summary),
  }));

/** The `Link` header of a document (RFC 8288): the service's descriptions and its status (RFC 8631). */
export const linkHeader = (): string =>
  [
    ...DOCUMENT_IDS.flatMap((id) => {
      const { rel, mediaType } = documentRow(id);
      return rel === undefined ? [] : [`<${ENDPOINTS[id].path}>; rel="${rel}"; type="${mediaType}"`];
    }),
    `<${ENDPOINTS.health.path}>; rel="status"; type="application/json"`,
  ].join(", ");
