import type { HandoffMode } from "@lumiglyph/contract";
import type { SourceKind } from "../sources/opened.ts";

/** What is sent of each kind of source, unless somebody asks for something else. */
export const MODE_OF: { readonly [Kind in SourceKind]: HandoffMode } = {
  image: "latest-frame",
  video: "video-stream",
  camera: "webcam-stream",
};
