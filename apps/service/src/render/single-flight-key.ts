import { hash } from "node:crypto";
import { PARAM_NAMES } from "@lumiglyph/contract";
import type { RenderJob } from "./renderer.ts";

/**
 * What makes two jobs the same, also to another instance: the SHA-256 of the image's bytes, and that of every parameter in
 * the order of the table and of the limits, under which an image may be refused.
 */
export const jobKey = ({ bytes, parsed: { params }, limits }: RenderJob): string =>
  `${sha256(bytes)}:${sha256(JSON.stringify([PARAM_NAMES.map((name) => params[name]), limits]))}`;

const sha256 = (data: string | Uint8Array): string => hash("sha256", data, "base64url");
