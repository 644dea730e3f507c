import type { EndpointId } from "./endpoints.ts";
import { SERVER_CARD_TYPE } from "./shapes/discovery.ts";

/** A document about the service: what it is called, how it travels, how it relates to the service (RFC 8631). */
type DocumentRow = {
  readonly title: string;
  readonly mediaType: string;
  /** Of the media type, where it has one. */
  readonly profile?: string;
  readonly rel?: "service-desc" | "service-doc" | "service-meta" | "api-catalog";
};

/** The endpoints that answer with a document, which changes only with the release or with its settings. */
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

/** The row of a document, seen as any row. */
export const documentRow = (id: DocumentId): DocumentRow => DOCUMENTS[id];

/** The `Content-Type` of a document. */
export const documentType = (id: DocumentId): string => {
  const { mediaType, profile } = documentRow(id);
  if (mediaType.startsWith("text/")) return `${mediaType}; charset=utf-8`;
  return profile === undefined ? mediaType : `${mediaType}; profile="${profile}"`;
};
