import type { RenderOptions } from "@lumiglyph/contract";
import type { Recording } from "./recording.ts";

/** What the page asks of a Worker that it has started for one film. */
export type ExportMessage = {
  readonly type: "export";
  readonly source: ExportSource;
  /** What a clip is drawn with; a recording is drawn already. */
  readonly options: RenderOptions;
  readonly format: VideoFormat;
};

/** What the Worker tells of it. */
export type ExportReply =
  | ({ readonly type: "progress" } & ExportProgress)
  | { readonly type: "done"; readonly file: Blob }
  /** A sentence for people. */
  | { readonly type: "failed"; readonly message: string };

export type ExportProgress = {
  /** Frames that are done, of how many. */
  readonly frame: number;
  readonly count: number;
  /** Bytes of the file so far. */
  readonly bytes: number;
};

/** What films are developed into. */
export type VideoFormat = "mp4" | "webm" | "gif" | "cast" | "html";

/** What a film is made of: a video file from its first frame to its last, or what was recorded. */
export type ExportSource =
  | { readonly kind: "clip"; readonly file: Blob; readonly name: string }
  | { readonly kind: "recording"; readonly recording: Recording; readonly name: string };
