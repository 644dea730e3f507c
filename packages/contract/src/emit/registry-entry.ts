import { ENDPOINTS } from "../endpoints.ts";
import { SERVICE } from "../version.ts";
import { NAME, SHORT_SUMMARY } from "./summary.ts";

/**
 * `server.json`, the entry of the public registry of servers: as a package over standard input and output, and as a
 * service at an address that whoever runs one fills in. Who publishes it owns the name's first part.
 * The version is the package's, which the registry looks up; the interface's may be another.
 */
export const registryEntry = (version: string) => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: `io.github.${SERVICE}/${SERVICE}`,
  title: NAME,
  description: SHORT_SUMMARY,
  version,
  packages: [
    {
      registryType: "npm",
      identifier: `@${SERVICE}/cli`,
      version,
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
