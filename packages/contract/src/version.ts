/** Version of the service and of its interface (specification 9.1), independent of the packages' versions. */
export const VERSION = "0.3.0";

/** Name of the service on the wire: in health, in documents, in file names. */
export const SERVICE = "lumiglyph";

/** Version of the OpenAPI specification that the interface description follows (specification 9.4). */
export const OPENAPI_VERSION = "3.1.0";

/** Identifier of the compact chroma encoding (specification 2.3). */
export const CHROMA_ENCODING = "rgb24-b64-v1";

/** Identifier of the browser handoff protocol (specification 4.3). */
export const HANDOFF_PROTOCOL = "service.v2a.a2v.handoff.v1";

/** Modes of the browser handoff (specification 4.3). */
export const HANDOFF_MODES = ["latest-frame", "webcam-stream", "video-stream"] as const;

export type HandoffMode = (typeof HANDOFF_MODES)[number];

/** The only tool of the tool endpoint (specification 4.4). */
export const TOOL_NAME = "render_ascii";
