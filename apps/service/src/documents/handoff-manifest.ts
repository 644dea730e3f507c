import { type FromSchema, type JsonSchema, object, SERVICE, URL_TEXT, VERSION } from "@lumiglyph/contract";
import {
  HANDOFF_ENCODINGS,
  HANDOFF_ENVELOPE,
  HANDOFF_FAILURES,
  HANDOFF_LIMITS,
  HANDOFF_MESSAGES,
  HANDOFF_MODES,
  HANDOFF_PROTOCOL,
  type HandoffField,
  type HandoffMessageRow,
  type HandoffMessageType,
  STREAM_TOOL,
  TRACE_ID_PATTERN,
} from "@lumiglyph/handoff";
import { ENDPOINTS } from "../tables/endpoints.ts";
import { RECEIVER_STATUS, type ReceiverStatus, UNCHECKED } from "../tables/platform-status.ts";
import { SCHEMA_VALUE, SERVICE_PARTS } from "./document-parts.ts";
import type { Instance } from "./instance.ts";

/** The data that each mode of the handoff sends. */
const HANDOFF_MODE_SAYS: { readonly [Mode in (typeof HANDOFF_MODES)[number]]: string } = {
  "latest-frame": "The newest frame; then the session ends.",
  "webcam-stream": "Camera frames until the user stops. The newest frame replaces any that wait.",
  "video-stream": "Video frames until the video ends or the user stops. The newest frame replaces any that wait.",
};

type LaunchParameter = { readonly schema: JsonSchema; readonly says: string };

/** The query of the receiver's launch address (specification 4.3, answers 6.2), in its order. */
const LAUNCH_PARAMETERS = {
  handoff: { schema: { const: "1" }, says: "Tells the receiver that it was opened for a handoff." },
  protocol: { schema: { const: HANDOFF_PROTOCOL }, says: "The protocol and its version." },
  mode: { schema: { enum: HANDOFF_MODES }, says: "What will be sent." },
  source: { schema: { const: "studio" }, says: "Who opened the receiver." },
  traceId: {
    schema: { type: "string", pattern: TRACE_ID_PATTERN },
    says: "Public trace id of the handoff; the browser generates one if none is given.",
  },
} as const satisfies { readonly [name: string]: LaunchParameter };

/** Response headers that must let the receiver's page communicate with the page that opened it. */
const RECEIVER_HEADERS = [
  {
    name: "Cross-Origin-Opener-Policy",
    rule: "absent, or `unsafe-none`",
    says: "Any other value cuts the link between the two windows: the receiver then appears closed from the start.",
  },
] as const;

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

/** `GET /api/v1/a2v-handoff`: how the studio hands frames to the receiving site (specification 4.3, answers 6.3). */
export const HANDOFF_MANIFEST = object({
  ...SERVICE_PARTS,
  protocol: { const: HANDOFF_PROTOCOL },
  transport: object({
    name: { const: "window.postMessage" },
    targetOrigin: { ...URL_TEXT, description: "The only origin that messages are sent to and accepted from." },
  }),
  modes: { type: "array", items: object({ name: { enum: HANDOFF_MODES }, says: { type: "string" } }) },
  launch: object({
    template: { type: "string", description: "The receiver's launch address, an RFC 6570 URI template." },
    parameters: {
      type: "array",
      items: object({ name: { type: "string" }, schema: SCHEMA_VALUE, says: { type: "string" } }),
    },
  }),
  messages: {
    type: "array",
    items: object({
      type: { type: "string" },
      from: { enum: ["sender", "receiver", "both"] },
      says: { type: "string" },
      schema: SCHEMA_VALUE,
    }),
    description: "Every message of the protocol. A message that does not match its schema is silently dropped.",
  },
  encodings: { type: "array", items: { enum: HANDOFF_ENCODINGS } },
  limits: object({
    helloEveryMs: { type: "integer" },
    helloForMs: { type: "integer" },
    pingEveryMs: { type: "integer" },
    pingsMissed: { type: "integer" },
    credits: { type: "integer" },
    messagesPerSecond: { type: "integer" },
    cells: { type: "integer" },
  }),
  failures: { type: "array", items: object({ code: { type: "string" }, says: { type: "string" } }) },
  receiverHeaders: {
    type: "array",
    items: object({ name: { type: "string" }, rule: { type: "string" }, says: { type: "string" } }),
    description: "Requirements for the response headers of the receiver's page.",
  },
  receiver: RECEIVER_STATUS,
  browserTool: BROWSER_TOOL,
});

export type HandoffManifest = FromSchema<typeof HANDOFF_MANIFEST>;

/** The handoff manifest of an instance, with its receiver's status at the last check. */
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

/** The launch address, with constants filled in (RFC 6570, level 1). */
const launchTemplate = (target: string): string => {
  const pairs = Object.entries(LAUNCH_PARAMETERS).map(
    ([name, { schema }]) => `${name}=${"const" in schema ? encodeURIComponent(schema.const) : `{${name}}`}`,
  );
  return `${target}/?${pairs.join("&")}`;
};

/** The browser's tool, with the address of its manifest. */
export const browserTool = (baseUrl: string): HandoffManifest["browserTool"] => ({
  ...STREAM_TOOL,
  runsIn: "browser",
  manifest: `${baseUrl}${ENDPOINTS.handoff.path}`,
});

/** The schema of a handoff message of one type, including its envelope. */
const handoffMessageSchema = (type: HandoffMessageType): JsonSchema => {
  const row: HandoffMessageRow = HANDOFF_MESSAGES[type];
  const envelope = envelopeOf(type);
  const own = Object.entries(row.fields);
  return {
    type: "object",
    properties: { ...envelope, ...Object.fromEntries(own.map(([name, field]) => [name, fieldSchema(field)])) },
    required: [...Object.keys(envelope), ...own.filter(([, { optional }]) => !optional).map(([name]) => name)],
    additionalProperties: false,
  };
};

const envelopeOf = (type: HandoffMessageType): { readonly [name: string]: JsonSchema } => {
  const { protocol, type: typed, session, traceId } = HANDOFF_ENVELOPE;
  return {
    protocol: { const: HANDOFF_PROTOCOL, description: protocol },
    type: { const: type, description: typed },
    ...(type !== "boot" && { session: { type: "string", format: "uuid", description: session } }),
    traceId: { type: "string", pattern: TRACE_ID_PATTERN, description: traceId },
  };
};

const fieldSchema = (field: HandoffField): JsonSchema => {
  const about = { description: field.says };
  switch (field.kind) {
    case "integer":
    case "number":
      return { type: field.kind, minimum: field.min, maximum: field.max, ...about };
    case "text":
      return { type: "string", minLength: 1, maxLength: field.max, ...about };
    case "choice":
      return { enum: field.values, ...about };
    case "choices":
      return { type: "array", items: { enum: field.values }, minItems: 1, maxItems: 8, ...about };
    case "bytes":
      // JSON cannot represent a transferred buffer
      return { description: `${field.says} ${bytesOf(field.perCell)} per cell: an ArrayBuffer, or base64.` };
  }
};

const bytesOf = (count: number): string => (count === 1 ? "One byte" : `${count} bytes`);
