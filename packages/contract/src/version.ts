/** Version of the service and of its interface (specification 9.1), independent of the packages' versions. */
export const VERSION = "0.3.0";

/** Name of the service on the wire: in health, in documents, in file names. */
export const SERVICE = "lumiglyph";

/** Where the service listens, unless its settings say otherwise. */
export const LISTENS_AT = { host: "127.0.0.1", port: 8787 } as const;

/** Identifier of the compact chroma encoding (specification 2.3). */
export const CHROMA_ENCODING = "rgb24-b64-v1";

/** The only tool of the tool endpoint (specification 4.4). */
export const TOOL_NAME = "render_ascii";
