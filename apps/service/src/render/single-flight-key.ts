import { hash } from "node:crypto";
import { PARAM_NAMES } from "@lumiglyph/contract";
import type { RenderJob } from "./renderer.ts";

/** What makes two jobs of one process the same: the image's bytes, and every parameter in the order of the table. */
export const jobKey = ({ bytes, parsed: { params } }: RenderJob): string =>
  `${hash("sha256", bytes, "base64url")} ${JSON.stringify(PARAM_NAMES.map((name) => params[name]))}`;
