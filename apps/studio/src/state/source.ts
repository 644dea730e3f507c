import type { SourceInfo } from "@lumiglyph/engine";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { DecodedImage, RenderWorker } from "../worker/render-worker.ts";

/** What moves, while it is open: what the page shows and steers of it. */
export type LiveSource = VideoSource | CameraSource;

type Moving = {
  /** The source itself, for the side of the split that shows it. */
  readonly element: HTMLVideoElement;
  /** Gives its frames to a darkroom, in the place of what that has. */
  readonly start: (worker: RenderWorker) => void;
  /** Ends it for good: no track runs on, and no frame is left open. */
  readonly stop: () => void;
  /** Whether it moves: false while a video is paused or a camera is frozen. */
  readonly isPlaying: ReadonlySignal<boolean>;
  readonly toggle: () => void;
  /** Whether left and right are swapped, as in a mirror. */
  readonly isMirrored: ReadonlySignal<boolean>;
  /** Frames that the browser has shown and the page never saw. */
  readonly missed: ReadonlySignal<number>;
};

/** A video file. Times are in seconds. */
export type VideoSource = Moving & {
  readonly kind: "video";
  readonly duration: number;
  /** Of the frame that was given last. */
  readonly time: ReadonlySignal<number>;
  /** Frames a second, as far as it can be told from those that came. */
  readonly rate: ReadonlySignal<number>;
  readonly isLooping: Signal<boolean>;
  /** 1 is as fast as it was taken. */
  readonly speed: Signal<number>;
  readonly trace: ReadonlySignal<LightTrace>;
  /** Goes there; of many places that are asked for in a row, to the last. */
  readonly seek: (time: number) => void;
  /** Stops, and goes to the next frame, or the one before. */
  readonly step: (way: 1 | -1) => void;
};

/** A camera. */
export type CameraSource = Moving & {
  readonly kind: "camera";
  /** Its name, and its number in `cameras`. */
  readonly label: string;
  readonly id: string;
  /** Frames a second that it promises. */
  readonly rate: number;
  readonly size: { readonly width: number; readonly height: number };
  /** All that there are now. */
  readonly cameras: ReadonlySignal<readonly Camera[]>;
  readonly mirror: (isMirrored: boolean) => void;
};

/** A camera that can be chosen. */
export type Camera = { readonly id: string; readonly label: string };

/** How bright a video is over time, as far as it has been seen. */
export type LightTrace = {
  /** Mean luminance of each of `TRACE_BINS` equal parts of the video, 0 to 1; not a number where none was seen. */
  readonly means: Float32Array;
  /** Where another scene begins, in seconds. */
  readonly cuts: readonly number[];
};

/** A picture's size in pixels. */
export type PictureSize = { readonly width: number; readonly height: number };

/** What the stage shows, as far as the page itself knows it: a picture, whose pixels live in the Worker, or what moves. */
export type Opened = {
  readonly name: string;
  readonly kind: SourceKind;
  readonly info: SourceInfo;
  /** The file itself, for the source side of the split and for opening it again after an undo; of a camera an empty one. */
  readonly file: Blob;
  /**
   * An object URL of `file`, or of an upright copy of it; revoked when nothing refers to the picture any more. Of a camera the
   * browser's name for it.
   */
  readonly url: string;
};

export type SourceKind = "image" | "video" | "camera";

/** A picture with its pixels, a source that gives frames, or why there is neither. */
export type OpenResult = OpenedSource | { readonly error: SourceError };

/** What can be shown. */
export type OpenedSource =
  | { readonly opened: Opened; readonly image: DecodedImage }
  | { readonly opened: Opened; readonly live: LiveSource };

/** Why a picture is not shown, under the API's code for the same; what the API has no part in has codes of its own. */
export type SourceError =
  | { readonly code: "image_format_unsupported" }
  | {
      readonly code: "image_unreadable";
      readonly name: string;
      /** Without a byte, cut short, damaged, moved since it was opened, or too much for this browser's memory. */
      readonly why: "empty" | "cut" | "damaged" | "gone" | "unshrinkable";
    }
  | { readonly code: "image_too_many_pixels"; readonly size: PictureSize }
  | {
      readonly code: "grid_too_large";
      /** Most columns that fit this picture, or null where it is too tall for any. */
      readonly fitting: number | null;
    }
  | { readonly code: "video_codec_unsupported"; readonly codec: string }
  /** Damaged, or a file that has nothing but sound. */
  | { readonly code: "video_unreadable"; readonly name: string; readonly why: "damaged" | "soundOnly" }
  | CameraError;

/** Why there is no picture from a camera. */
export type CameraError = {
  readonly code: "permission_denied" | "camera_not_found" | "camera_busy" | "camera_unplugged" | "insecure_page";
  /** Resolves as soon as it is worth another try: leave was given, a camera was plugged in. */
  readonly cleared?: Promise<void>;
};
