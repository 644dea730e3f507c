import type { RenderOptions } from "@lumiglyph/contract";
import type { OwnFont } from "../render-worker.ts";
import type { Recording } from "./recording.ts";

/** Starts a video export on a Worker of its own. */
export type ExportMessage = {
  readonly type: "export";
  readonly source: ExportSource;
  /** Parameters for a clip; a recording is already rendered. */
  readonly options: RenderOptions;
  /** Fonts of the user's own that the options or recorded frames may name. */
  readonly ownFonts: readonly OwnFont[];
  readonly format: VideoFormat;
};

/** Replies of that Worker. */
export type ExportReply =
  | ({ readonly type: "progress" } & ExportProgress)
  | { readonly type: "done"; readonly file: Blob }
  /** A message for users. */
  | { readonly type: "failed"; readonly message: string };

export type ExportProgress = {
  /** Finished frames and their total. */
  readonly frame: number;
  readonly count: number;
  /** Bytes of the file so far. */
  readonly bytes: number;
};

/** Formats of video exports. */
export type VideoFormat = "mp4" | "webm" | "gif" | "cast" | "html";

/** The source of a video export: a whole video file, or a recording. */
export type ExportSource =
  | { readonly kind: "clip"; readonly file: Blob; readonly name: string }
  | { readonly kind: "recording"; readonly recording: Recording; readonly name: string };
