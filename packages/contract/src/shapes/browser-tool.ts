import { object } from "../schema.ts";
import { STREAM_TOOL } from "../tools.ts";
import { SCHEMA_VALUE, URL_TEXT } from "./document-parts.ts";

/** The tool that runs in a browser, as the agent manifest and the handoff manifest describe it. */
export const BROWSER_TOOL = object({
  name: { const: STREAM_TOOL.name },
  title: { type: "string" },
  description: { type: "string" },
  runsIn: { const: "browser" },
  served: { type: "boolean", description: "Whether this release has the page that registers it." },
  inputSchema: SCHEMA_VALUE,
  manifest: { ...URL_TEXT, description: "The handoff manifest." },
});
