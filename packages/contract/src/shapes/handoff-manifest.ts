import { HANDOFF_ENCODINGS } from "../handoff-messages.ts";
import { type FromSchema, object } from "../schema.ts";
import { HANDOFF_MODES, HANDOFF_PROTOCOL } from "../version.ts";
import { BROWSER_TOOL } from "./browser-tool.ts";
import { SCHEMA_VALUE, SERVICE_PARTS, URL_TEXT } from "./document-parts.ts";
import { RECEIVER_STATUS } from "./receiver-status.ts";

/** `GET /api/v1/a2v-handoff`: how the studio hands frames to the receiving site (specification 4.3, answers 6.3). */
export const HANDOFF_MANIFEST = object({
  ...SERVICE_PARTS,
  protocol: { const: HANDOFF_PROTOCOL },
  transport: object({
    name: { const: "window.postMessage" },
    targetOrigin: { ...URL_TEXT, description: "The one origin that frames are posted to, and heard from." },
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
    description: "Every message of the protocol. What does not match its schema is dropped without a word.",
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
    description: "What the receiver's page must mind in its own response headers.",
  },
  receiver: RECEIVER_STATUS,
  browserTool: BROWSER_TOOL,
});

export type HandoffManifest = FromSchema<typeof HANDOFF_MANIFEST>;
