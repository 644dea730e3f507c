import type { FastifyInstance } from "fastify";
import { drawsAddresses } from "../delivery/addresses.ts";
import { agentManifest } from "../documents/agent-manifest.ts";
import { aiCatalog, apiCatalog, serverCard } from "../documents/discovery.ts";
import { DOCUMENT_IDS, type DocumentId, documentType } from "../documents/documents.ts";
import { errorPage } from "../documents/error-page.ts";
import { handoffManifest } from "../documents/handoff-manifest.ts";
import type { Instance } from "../documents/instance.ts";
import { interoperability } from "../documents/interoperability.ts";
import { llms } from "../documents/llms.ts";
import { llmsFull } from "../documents/llms-full.ts";
import { openapi } from "../documents/openapi/document.ts";
import { referencePage } from "../documents/reference/page.ts";
import { type Document, documentOf, sendDocument } from "../http/documents.ts";
import { ENDPOINTS, type EndpointId, servedEndpoints } from "../tables/endpoints.ts";
import type { ReceiverStatus } from "../tables/platform-status.ts";
import type { Settings } from "../tables/settings.ts";

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
