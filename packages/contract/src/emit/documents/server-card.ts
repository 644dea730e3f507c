import { ENDPOINTS } from "../../endpoints.ts";
import type { Instance } from "../../instance.ts";
import { MCP_REVISIONS } from "../../protocol.ts";
import type { ServerCard } from "../../shapes/discovery.ts";
import { SERVICE, VERSION } from "../../version.ts";
import { NAME, SHORT_SUMMARY } from "../summary.ts";

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

/** The host of an address as it was written, without its port. */
export const hostOf = (baseUrl: string): string => baseUrl.replace(/^https?:\/\//, "").replace(/:\d+$/, "");

/** A host's name in reverse-DNS order; `localhost` for one that has no name of its own. */
const reversedHost = (baseUrl: string): string => {
  const host = hostOf(baseUrl);
  return /[a-z]$/i.test(host) && host.includes(".") ? host.split(".").toReversed().join(".") : "localhost";
};
