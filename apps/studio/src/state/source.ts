import type { RenderOptions } from "@lumiglyph/contract";
import type { SourceInfo } from "@lumiglyph/engine";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { SentPicture } from "../worker/pictures.ts";
import type { RenderWorker } from "../worker/render-worker.ts";

/** A video or camera while it is open. */
export type LiveSource = VideoSource | CameraSource;

type Moving = {
  /** The element that plays it, for the source side of the split view. */
  readonly element: HTMLVideoElement;
  /** Starts feeding frames to the worker, replacing its current source. */
  readonly start: (worker: RenderWorker) => void;
  /** Stops it for good: ends its tracks and closes its frames. */
  readonly stop: () => void;
  /** False while a video is paused or a camera is frozen. */
  readonly isPlaying: ReadonlySignal<boolean>;
  readonly toggle: () => void;
  /** Whether it is mirrored horizontally. */
  readonly isMirrored: ReadonlySignal<boolean>;
  /** Frames that the page never got, because it was too busy. */
  readonly missed: ReadonlySignal<number>;
};

/** A video file. Times are in seconds. */
export type VideoSource = Moving & {
  readonly kind: "video";
  readonly duration: number;
  /** Time of the last frame. */
  readonly time: ReadonlySignal<number>;
  /** Frames per second, estimated from the frames so far. */
  readonly rate: ReadonlySignal<number>;
  readonly isLooping: Signal<boolean>;
  /** Playback rate; 1 is normal. */
  readonly speed: Signal<number>;
  readonly trace: ReadonlySignal<LightTrace>;
  /** Seeks; of several requests in a row only the last is carried out. */
  readonly seek: (time: number) => void;
  /** Pauses and moves to the next or previous frame. */
  readonly step: (way: 1 | -1) => void;
};

/** A camera. */
export type CameraSource = Moving & {
  readonly kind: "camera";
  /** Its name, and its id in `cameras`. */
  readonly label: string;
  readonly id: string;
  /** Frames per second as reported by the device. */
  readonly rate: number;
  readonly size: { readonly width: number; readonly height: number };
  /** All cameras currently available. */
  readonly cameras: ReadonlySignal<readonly Camera[]>;
  readonly mirror: (isMirrored: boolean) => void;
  /** Turns it off, within a frame, and returns its last frame as it was shown, as a PNG. */
  readonly stopWithPicture: () => Promise<Blob>;
  /** Whether it has ended by itself: unplugged, or no longer permitted. Its last frame stays. */
  readonly isLost: ReadonlySignal<boolean>;
};

/** A selectable camera. */
export type Camera = { readonly id: string; readonly label: string };

/** Brightness of a video over time, as far as it has been played. */
export type LightTrace = {
  /** Mean luminance of each of `TRACE_BINS` equal parts, 0 to 1; NaN where not yet played. */
  readonly means: Float32Array;
  /** Times of scene cuts, in seconds. */
  readonly cuts: readonly number[];
};

/** An image's size in pixels. */
export type PictureSize = { readonly width: number; readonly height: number };

/** The open source as the page knows it: an image, whose pixels are in the Worker, a video or a camera. */
export type Opened = {
  readonly name: string;
  readonly kind: SourceKind;
  readonly info: SourceInfo;
  /** The file, for the source side of the split view and for reopening it after undo; empty for a camera. */
  readonly file: Blob;
  /** Object URL of `file`, or of an upright copy; revoked when no undo step refers to it. For a camera its device id. */
  readonly url: string;
};

export type SourceKind = "image" | "video" | "camera";

/** A decoded image, a live source, or the reason for neither. */
export type OpenResult = OpenedSource | { readonly error: SourceError };

/** A source that can be shown. */
export type OpenedSource =
  | {
      readonly opened: Opened;
      readonly image: SentPicture;
      /** The options that suit it. */
      readonly suits?: RenderOptions;
    }
  | { readonly opened: Opened; readonly live: LiveSource };

/** Why a source cannot be shown, with the API's error code where it has one. */
export type SourceError =
  | {
      readonly code: "image_format_unsupported";
      /** The file's kind, if known. */
      readonly found?: "HEIC" | "PDF" | "TIFF" | "BMP" | "PSD";
    }
  | {
      readonly code: "image_unreadable";
      readonly name: string;
      /** Empty, truncated, damaged, moved since it was opened, or too large to shrink in this browser's memory. */
      readonly why: "empty" | "cut" | "damaged" | "gone" | "unshrinkable";
    }
  | { readonly code: "image_too_many_pixels"; readonly size: PictureSize }
  | {
      readonly code: "grid_too_large";
      /** The most columns that fit this image, or null if it is too tall for any. */
      readonly fitting: number | null;
    }
  | { readonly code: "video_codec_unsupported"; readonly codec: string }
  /** Damaged, or without a video track. */
  | { readonly code: "video_unreadable"; readonly name: string; readonly why: "damaged" | "soundOnly" }
  | CameraError;

/** Why a camera gives no picture. */
export type CameraError = {
  readonly code: "permission_denied" | "camera_not_found" | "camera_busy" | "camera_unplugged" | "insecure_page";
  /** Resolves when another try is worthwhile: permission was granted, or a camera was plugged in. */
  readonly cleared?: Promise<void>;
};
