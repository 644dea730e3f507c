import { ENDPOINTS } from "../../endpoints.ts";
import type { HandoffManifest } from "../../shapes/handoff-manifest.ts";
import { STREAM_TOOL } from "../../tools.ts";

/** The browser's own tool, with the address of the manifest that explains what it does. */
export const browserTool = (baseUrl: string): HandoffManifest["browserTool"] => ({
  ...STREAM_TOOL,
  runsIn: "browser",
  manifest: `${baseUrl}${ENDPOINTS.handoff.path}`,
});
