import { ENDPOINTS } from "./endpoints.ts";
import { INPUT_FORMATS } from "./formats.ts";
import { HANDOFF_MODES, TOOL_NAME } from "./version.ts";

const inputs = Object.values(INPUT_FORMATS).map(({ label }) => label);

/** The tool `render_ascii` (specification 4.4) as agents are told of it. Clients cut a description at 2 KB. */
export const RENDER_TOOL = {
  name: TOOL_NAME,
  title: "Render an image as character art",
  description: [
    `Turns one raster image (${inputs.join(", ")}) into character art, with measured evidence of how faithful it is.`,
    "Give exactly one image source: `imageUrl`, an https URL on a host that the service trusts, or `imageBase64`.",
    "Pick `format` by where the art goes: `text` for chats and logs, `ansi` only for terminals, `svg` or `html` for files and pages, `json` for the whole evidence, `json-compact` for text with a color for each cell.",
    "In a chat 40 to 80 `columns` are enough. All other parameters have good defaults.",
    "Read-only and stateless, without an account: nothing is stored, and the same request gives the same answer.",
    `Do not write out a local file as base64: send it with \`curl -F image=@picture.png\` to ${ENDPOINTS.render.method} ${ENDPOINTS.render.path}.`,
  ].join("\n"),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
} as const;

/** 32 lower-case hex digits, not all zero (decision 6; W3C Trace Context's trace id). */
export const TRACE_ID_PATTERN = "^(?!0{32}$)[0-9a-f]{32}$";

/** The browser-only tool (specification 4.5). `served` turns true with the studio that registers it. */
export const STREAM_TOOL = {
  name: "stream_ascii_to_a2v",
  title: "Stream character art to the receiving site",
  description:
    "Sends frames of the browser studio to the trusted receiving site by `window.postMessage`. It runs in the studio's page only: the service has no such operation.",
  inputSchema: {
    type: "object",
    properties: {
      mode: { enum: HANDOFF_MODES, description: "What is sent: one frame, or a stream of a camera or a video." },
      traceId: {
        type: "string",
        pattern: TRACE_ID_PATTERN,
        description: "Public trace id that both sites tell; the browser makes one where it is left out.",
      },
    },
    required: ["mode"],
    additionalProperties: false,
  },
  served: false,
} as const;
