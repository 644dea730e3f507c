import { HANDOFF_MODE_SAYS, LAUNCH_PARAMETERS, RECEIVER_HEADERS } from "../../handoff.ts";
import {
  HANDOFF_ENCODINGS,
  HANDOFF_FAILURES,
  HANDOFF_LIMITS,
  HANDOFF_MESSAGES,
  type HandoffMessageType,
} from "../../handoff-messages.ts";
import type { Instance } from "../../instance.ts";
import type { HandoffManifest } from "../../shapes/handoff-manifest.ts";
import { type ReceiverStatus, UNCHECKED } from "../../shapes/receiver-status.ts";
import { HANDOFF_MODES, HANDOFF_PROTOCOL, SERVICE, VERSION } from "../../version.ts";
import { handoffMessageSchema } from "../handoff-schemas.ts";
import { browserTool } from "./browser-tool.ts";

/** How the studio of an instance hands frames to its receiving site, and how that was last found. */
export const handoffManifest = (
  { baseUrl, settings }: Instance,
  receiver: ReceiverStatus = UNCHECKED,
): HandoffManifest => ({
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
  messages: Object.entries(HANDOFF_MESSAGES).map(([type, { from, says }]) => ({
    type,
    from,
    says,
    schema: handoffMessageSchema(type as HandoffMessageType),
  })),
  encodings: HANDOFF_ENCODINGS,
  limits: {
    helloEveryMs: HANDOFF_LIMITS.helloEvery,
    helloForMs: HANDOFF_LIMITS.helloFor,
    pingEveryMs: HANDOFF_LIMITS.pingEvery,
    pingsMissed: HANDOFF_LIMITS.pingsMissed,
    credits: HANDOFF_LIMITS.credits,
    messagesPerSecond: HANDOFF_LIMITS.messagesPerSecond,
    cells: HANDOFF_LIMITS.cells,
  },
  failures: Object.entries(HANDOFF_FAILURES).map(([code, says]) => ({ code, says })),
  receiverHeaders: RECEIVER_HEADERS,
  receiver,
  browserTool: browserTool(baseUrl),
});

/** The launch address, with what is always the same filled in (RFC 6570, level 1). */
const launchTemplate = (target: string): string => {
  const pairs = Object.entries(LAUNCH_PARAMETERS).map(
    ([name, { schema }]) => `${name}=${"const" in schema ? encodeURIComponent(schema.const) : `{${name}}`}`,
  );
  return `${target}/?${pairs.join("&")}`;
};
