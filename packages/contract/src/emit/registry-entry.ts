import { ENDPOINTS } from "../endpoints.ts";
import { SERVICE, VERSION } from "../version.ts";
import { NAME, SHORT_SUMMARY } from "./summary.ts";

/**
 * `server.json`, the entry of the public registry of servers: as a package over standard input and output, and as a
 * service at an address that whoever runs one fills in. Who publishes it owns the name's first part.
 */
export const registryEntry = () => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: `io.github.${SERVICE}/${SERVICE}`,
  title: NAME,
  description: SHORT_SUMMARY,
  version: VERSION,
  packages: [
    {
      registryType: "npm",
      identifier: `@${SERVICE}/cli`,
      version: VERSION,
      transport: { type: "stdio" },
      packageArguments: [{ type: "positional", value: "mcp" }],
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
