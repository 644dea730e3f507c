import type { JsonSchema } from "./schema.ts";
import { TRACE_ID_PATTERN } from "./tools.ts";
import { HANDOFF_MODES, HANDOFF_PROTOCOL } from "./version.ts";

/** What each mode of the handoff sends. */
export const HANDOFF_MODE_SAYS: { readonly [Mode in (typeof HANDOFF_MODES)[number]]: string } = {
  "latest-frame": "One frame, the newest; then the session ends.",
  "webcam-stream": "Frames of a camera until somebody stops it. The newest frame wins.",
  "video-stream": "Frames of a video until it ends or somebody stops it. The newest frame wins.",
};

type LaunchParameter = { readonly schema: JsonSchema; readonly says: string };

/** The query of the receiver's launch address (specification 4.3, answers 6.2), in its order. */
export const LAUNCH_PARAMETERS = {
  handoff: { schema: { const: "1" }, says: "Tells the receiver that it was opened for a handoff." },
  protocol: { schema: { const: HANDOFF_PROTOCOL }, says: "The protocol and its version." },
  mode: { schema: { enum: HANDOFF_MODES }, says: "What will be sent." },
  source: { schema: { const: "studio" }, says: "Who opened the receiver." },
  traceId: {
    schema: { type: "string", pattern: TRACE_ID_PATTERN },
    says: "Public trace id of the handoff; the browser makes one where none is given.",
  },
} as const satisfies { readonly [name: string]: LaunchParameter };

/** Response headers that decide whether the receiver's page can talk to the one that opened it. */
export const RECEIVER_HEADERS = [
  {
    name: "Cross-Origin-Opener-Policy",
    rule: "absent, or `unsafe-none`",
    says: "Any other value cuts the link between the two windows: the receiver then looks closed from the first moment.",
  },
] as const;
