import {
  agentManifest,
  aiCatalog,
  apiCatalog,
  DOCUMENT_IDS,
  type DocumentId,
  documentType,
  ENDPOINTS,
  errorPage,
  handoffManifest,
  type Instance,
  interoperability,
  llms,
  llmsFull,
  openapi,
  referencePage,
  type Settings,
  serverCard,
} from "@lumiglyph/contract";
import type { FastifyInstance } from "fastify";
import { type Document, documentOf, sendDocument } from "../http/documents.ts";

export type DocumentsParts = { readonly settings: Settings; readonly baseUrl: () => string };

/** The documents about the service, each made when it is first asked for: only then is the port known. */
export const documentRoutes = (app: FastifyInstance, { settings, baseUrl }: DocumentsParts): void => {
  for (const id of DOCUMENT_IDS) {
    const documentAt = keepLast((url) => documentOf(documentType(id), MAKERS[id]({ baseUrl: url, settings })));
    app.get(ENDPOINTS[id].path, (request, reply) => sendDocument(request, reply, documentAt(baseUrl())));
  }
};

const MAKERS: { readonly [Id in DocumentId]: (instance: Instance) => string } = {
  reference: referencePage,
  openapi: () => JSON.stringify(openapi()),
  agent: (instance) => JSON.stringify(agentManifest(instance)),
  llms: (instance) => llms(instance),
  llmsFull: (instance) => llmsFull(instance),
  interoperability: (instance) => JSON.stringify(interoperability(instance)),
  handoff: (instance) => JSON.stringify(handoffManifest(instance)),
  serverCard: (instance) => JSON.stringify(serverCard(instance)),
  aiCatalog: (instance) => JSON.stringify(aiCatalog(instance)),
  apiCatalog: (instance) => JSON.stringify(apiCatalog(instance)),
  errorReference: errorPage,
};

/** Makes a document once for an address, which changes at most when the service begins to listen. */
const keepLast = (make: (url: string) => Document): ((url: string) => Document) => {
  let kept: { readonly url: string; readonly document: Document } | undefined;
  return (url) => {
    if (kept?.url !== url) kept = { url, document: make(url) };
    return kept.document;
  };
};
