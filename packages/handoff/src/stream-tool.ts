import { HANDOFF_MODES } from "./messages.ts";

/** 32 lower-case hex digits, not all zero (answers 6.2; W3C Trace Context's trace id). */
export const TRACE_ID_PATTERN = "^(?!0{32}$)[0-9a-f]{32}$";

/** The browser-only tool (specification 4.5), which the studio's page registers. */
export const STREAM_TOOL = {
  name: "stream_ascii_to_a2v",
  title: "Stream character art to the receiving site",
  description:
    "Sends frames from the browser studio to the trusted receiving site by `window.postMessage`. The studio asks its user, who has 60 seconds to allow it. A camera or video must be running before it can be streamed. Runs only in the studio's page, in browsers with WebMCP: the service has no such operation.",
  inputSchema: {
    type: "object",
    properties: {
      mode: { enum: HANDOFF_MODES, description: "What to send: one frame, or a camera or video stream." },
      traceId: {
        type: "string",
        pattern: TRACE_ID_PATTERN,
        description: "Public trace id that both sites report; the browser generates one if it is omitted.",
      },
    },
    required: ["mode"],
    additionalProperties: false,
  },
  served: true,
} as const;
