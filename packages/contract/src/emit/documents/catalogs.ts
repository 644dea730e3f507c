import { DOCUMENTS } from "../../documents.ts";
import { ENDPOINTS } from "../../endpoints.ts";
import type { Instance } from "../../instance.ts";
import { type AiCatalog, type ApiCatalog, SERVER_CARD_TYPE } from "../../shapes/discovery.ts";
import { SERVICE } from "../../version.ts";
import { hostOf } from "./server-card.ts";

/** What of an instance is made for agents. */
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

/** The two interfaces of an instance, each with where it is described. */
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
