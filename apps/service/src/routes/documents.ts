import { ENDPOINTS, type EndpointId, type ReceiverStatus, type Settings, servedEndpoints } from "@lumiglyph/contract";
import type { FastifyInstance } from "fastify";
import {
  agentManifest,
  aiCatalog,
  apiCatalog,
  DOCUMENT_IDS,
  type DocumentId,
  documentType,
  errorPage,
  handoffManifest,
  type Instance,
  interoperability,
  llms,
  llmsFull,
  openapi,
  referencePage,
  serverCard,
} from "#documents";
import { drawsAddresses } from "../delivery/addresses.ts";
import { type Document, documentOf, sendDocument } from "../http/documents.ts";

export type DocumentsParts = {
  readonly settings: Settings;
  readonly baseUrl: () => string;
  /** Last known status of the receiving site. */
  readonly receiver: () => ReceiverStatus;
};

/** Documents about the service. Each is generated on first request, because only then is the port known. */
export const documentRoutes = (app: FastifyInstance, { settings, baseUrl, receiver }: DocumentsParts): void => {
  const served = servedEndpoints({
    credential: settings.SERVICE_API_KEY !== null,
    addresses: drawsAddresses(settings),
  });
  for (const id of DOCUMENT_IDS) {
    const documentAt = keepLast((url, found) =>
      documentOf(documentType(id), MAKERS[id]({ baseUrl: url, settings }, served, found)),
    );
    app.get(ENDPOINTS[id].path, (request, reply) => sendDocument(request, reply, documentAt(baseUrl(), receiver())));
  }
};

type Make = (instance: Instance, served: readonly EndpointId[], receiver: ReceiverStatus) => string;

const MAKERS: { readonly [Id in DocumentId]: Make } = {
  reference: referencePage,
  openapi: (instance, served) => JSON.stringify(openapi(instance, served)),
  agent: (instance, served) => JSON.stringify(agentManifest(instance, served)),
  llms,
  llmsFull,
  interoperability: (instance, served) => JSON.stringify(interoperability(instance, served)),
  handoff: (instance, _served, receiver) => JSON.stringify(handoffManifest(instance, receiver)),
  serverCard: (instance) => JSON.stringify(serverCard(instance)),
  aiCatalog: (instance) => JSON.stringify(aiCatalog(instance)),
  apiCatalog: (instance) => JSON.stringify(apiCatalog(instance)),
  errorReference: errorPage,
};

/**
 * Caches a document until the base URL, which changes at most when the service starts listening, or the receiver's
 * status changes.
 */
const keepLast = (make: DocumentAt): DocumentAt => {
  let kept: { readonly url: string; readonly receiver: ReceiverStatus; readonly document: Document } | undefined;
  return (url, receiver) => {
    if (kept?.url !== url || kept.receiver !== receiver) kept = { url, receiver, document: make(url, receiver) };
    return kept.document;
  };
};

type DocumentAt = (url: string, receiver: ReceiverStatus) => Document;
