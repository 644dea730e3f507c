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
    "`columns` is the width in characters; the rows follow from the picture, half as many as columns for a square one. 40 to 60 for a chat message (about 1,000 characters), 80 to 100 for a terminal or a code block, 120 to 200 for a file, or where faces, letters or fine lines must be made out. Twice the columns are four times the characters.",
    "`format` by where the art goes: `text` for chats, logs and code blocks; `ansi` only for a terminal that shows color; `svg` or `html` for files and pages; `json` to read the evidence or the rows; `json-compact` for a program that draws text with a color for each cell. Color needs `color: true` and many more characters: not in a chat.",
    "`qualityTarget` by what the picture shows: `balanced` unless one of these fits better: `portrait` for a face, `low-light` for a dark or noisy picture, `motion` for a frame of a video, `round-trip` where the art is to be decoded back into a picture.",
    "Leave everything else out at first: the service tunes tone and detail by itself and does not touch what you set. On a light background add `invert: true`.",
    "The result's `_meta` has the measured quality. `best_effort` is no error: the art is there; for a better one ask for more `columns` or another `qualityTarget`. An error names its code and what to change.",
    "Read-only and stateless, without an account: nothing is stored, and the same request gives the same answer.",
  ].join("\n"),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
} as const;

/** 32 lower-case hex digits, not all zero (answers 6.2; W3C Trace Context's trace id). */
export const TRACE_ID_PATTERN = "^(?!0{32}$)[0-9a-f]{32}$";

/** The browser-only tool (specification 4.5), which the studio's page registers. */
export const STREAM_TOOL = {
  name: "stream_ascii_to_a2v",
  title: "Stream character art to the receiving site",
  description:
    "Sends frames of the browser studio to the trusted receiving site by `window.postMessage`. The person at the studio is asked and has 60 seconds to allow it; a camera or a video must be running already for a stream of it. It runs in the studio's page only, where the browser has WebMCP: the service has no such operation.",
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
  served: true,
} as const;
