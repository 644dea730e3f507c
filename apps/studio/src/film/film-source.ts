import type { Recording } from "./recording.ts";

/** What a film is made of: a video file from its first frame to its last, or what was recorded. */
export type ExportSource =
  | { readonly kind: "clip"; readonly file: Blob; readonly name: string }
  | { readonly kind: "recording"; readonly recording: Recording; readonly name: string };
