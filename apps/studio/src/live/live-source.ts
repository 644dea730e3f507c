import type { ReadonlySignal, Signal } from "@preact/signals";
import type { RenderWorker } from "../darkroom/darkroom.ts";
import type { LightTrace } from "./light-trace.ts";

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
