import type { RenderOptions } from "@lumiglyph/contract";
import type { OwnFont } from "../font-choice.ts";
import type { OpaquePage, TimeRange } from "./frame-sequence.ts";
import type { Recording } from "./recording.ts";
import type { QualityChoice, SizeChoice } from "./video-size.ts";

/** The source and settings of a video export. */
export type VideoJob = {
  readonly source: ExportSource;
  /** The part of a clip or recording; null is all of it. */
  readonly range: TimeRange | null;
  /** Parameters for a clip; other sources are already rendered. */
  readonly options: RenderOptions;
  /** Fonts of the user's own that the options or rendered pages may name. */
  readonly ownFonts: readonly OwnFont[];
  readonly choice: VideoSettings;
};

/** Starts a video export in a separate Worker, or measures how large exports would be. */
export type ExportMessage =
  | ({ readonly type: "export"; readonly format: VideoFormat } & VideoJob)
  | ({ readonly type: "estimate" } & VideoJob);

/** Replies of that Worker. */
export type ExportReply =
  | ({ readonly type: "progress" } & ExportProgress)
  | { readonly type: "done"; readonly file: Blob }
  /**
   * Estimated bytes of a format; null if it cannot be made. All formats are reported, one by one.
   */
  | { readonly type: "estimated"; readonly format: VideoFormat; readonly bytes: number | null }
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
export const EXPORT_FORMATS = ["mp4", "webm", "gif", "cast", "html"] as const;

export type VideoFormat = (typeof EXPORT_FORMATS)[number];

/** Size, frame rate and quality. */
export type VideoSettings = {
  /** For MP4, WebM and GIF. */
  readonly size: SizeChoice;
  /** Maximum frames a second; 0 for all. */
  readonly fps: 0 | 10 | 15 | 24 | 30;
  /** For MP4 and WebM. */
  readonly quality: QualityChoice;
};

/** The source of a video export: a video file, a recording, or a picture in motion. */
export type ExportSource =
  | { readonly kind: "clip"; readonly file: Blob; readonly name: string }
  | { readonly kind: "recording"; readonly recording: Recording; readonly name: string }
  | { readonly kind: "still"; readonly page: OpaquePage; readonly motion: StillMotion; readonly name: string };

/** How a still picture can move. Each motion is a loop without a seam. */
export type StillMotion = "dissolve" | "typewriter" | "rain" | "twinkle";

/** Length of every loop. */
export const LOOP_SECONDS = 3;

/**
 * Frames per second of a loop, unless fewer are requested. GIFs cannot have more without uneven
 * steps.
 */
export const LOOP_FPS = 25;
