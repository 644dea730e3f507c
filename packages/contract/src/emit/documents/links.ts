import { DOCUMENT_IDS, DOCUMENTS, documentRow } from "../../documents.ts";
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from "../../endpoints.ts";
import type { AgentManifest } from "../../shapes/agent-manifest.ts";
import { sentence } from "../markdown/page.ts";

/** The documents of a service that are served, with their addresses. */
export const documentLinks = (
  baseUrl: string,
  served: readonly EndpointId[] = ENDPOINT_IDS,
): AgentManifest["documents"] =>
  DOCUMENT_IDS.filter((id) => served.includes(id)).map((id) => ({
    title: DOCUMENTS[id].title,
    url: `${baseUrl}${ENDPOINTS[id].path}`,
    mediaType: DOCUMENTS[id].mediaType,
    says: sentence(ENDPOINTS[id].summary),
  }));

/** The `Link` header of a document (RFC 8288): where the service is described (RFC 8631), and how it does. */
export const linkHeader = (): string =>
  [
    ...DOCUMENT_IDS.flatMap((id) => {
      const { rel, mediaType } = documentRow(id);
      return rel === undefined ? [] : [`<${ENDPOINTS[id].path}>; rel="${rel}"; type="${mediaType}"`];
    }),
    `<${ENDPOINTS.health.path}>; rel="status"; type="application/json"`,
  ].join(", ");
