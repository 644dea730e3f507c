import { HANDOFF_MODE_SAYS, LAUNCH_PARAMETERS, RECEIVER_HEADERS } from "../../handoff.ts";
import type { Instance } from "../../instance.ts";
import type { HandoffManifest } from "../../shapes/handoff-manifest.ts";
import { HANDOFF_MODES, HANDOFF_PROTOCOL, SERVICE, VERSION } from "../../version.ts";
import { browserTool } from "./browser-tool.ts";

/** How the studio of an instance hands frames to its receiving site. */
export const handoffManifest = ({ baseUrl, settings }: Instance): HandoffManifest => ({
  service: SERVICE,
  version: VERSION,
  baseUrl,
  protocol: HANDOFF_PROTOCOL,
  transport: { name: "window.postMessage", targetOrigin: settings.SERVICE_HANDOFF_TARGET },
  modes: HANDOFF_MODES.map((name) => ({ name, says: HANDOFF_MODE_SAYS[name] })),
  launch: {
    template: launchTemplate(settings.SERVICE_HANDOFF_TARGET),
    parameters: Object.entries(LAUNCH_PARAMETERS).map(([name, { schema, says }]) => ({ name, schema, says })),
  },
  receiverHeaders: RECEIVER_HEADERS,
  browserTool: browserTool(baseUrl),
});

/** The launch address, with what is always the same filled in (RFC 6570, level 1). */
const launchTemplate = (target: string): string => {
  const pairs = Object.entries(LAUNCH_PARAMETERS).map(
    ([name, { schema }]) => `${name}=${"const" in schema ? encodeURIComponent(schema.const) : `{${name}}`}`,
  );
  return `${target}/?${pairs.join("&")}`;
};
