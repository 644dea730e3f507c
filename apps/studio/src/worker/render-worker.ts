import type { RenderOptions, TextFormat } from "@lumiglyph/contract";
import type { View } from "@lumiglyph/engine/paint/view";
import type { ReadonlySignal } from "@preact/signals";
import type { FontChoice, OwnFont } from "./font-choice.ts";
import type { CellFrame, Feed, FeedStats } from "./live-feed.ts";
import type { PngPicture, SentPicture, Thumbnail } from "./pictures.ts";
import type { Preview, Refused } from "./preview.ts";
import type { StillMotion } from "./video/export-messages.ts";
import type { OpaquePage, TimeRange } from "./video/frame-sequence.ts";
import type { Recording } from "./video/recording.ts";

/**
 * The studio's engine: a Worker that renders and paints. One source at a time; the newest request wins, nothing queues.
 */
export type RenderWorker = {
  /** Replaces the current source. */
  readonly open: (image: SentPicture) => void;
  /** Reads the whole picture, of which a glance is open, in its place. Rejects if it cannot be read. */
  readonly openWhole: (file: Blob) => Promise<void>;
  readonly clear: () => void;
  /** Renders the open image: quickly first, then in full. A newer call cancels what is not yet rendered. */
  readonly render: (options: RenderOptions) => void;
  /** Cancels the pass in progress; the last preview stays. */
  readonly cancel: () => void;
  /** The newest preview, or null if nothing is open. */
  readonly preview: ReadonlySignal<Preview | null>;
  /** The pass in progress. */
  readonly pass: ReadonlySignal<"none" | "quick" | "full">;
  readonly refused: ReadonlySignal<Refused | null>;
  /** Transfers the viewer's canvas. Once per Worker, see `attached`. */
  readonly attach: (canvas: OffscreenCanvas) => void;
  /** Whether the Worker has a canvas. A replaced Worker loses its canvas, so its successor needs a new one. */
  readonly attached: ReadonlySignal<boolean>;
  /**
   * Sets the visible part and its size: painted at once, and after each preview. After a preview of another size
   * nothing is painted until the next call, because the old view cannot fit.
   */
  readonly show: (view: View) => void;
  /** The painter in use. */
  readonly painter: ReadonlySignal<"cpu" | "webgl2">;
  /**
   * Encodes the open image, rendered in full: the same bytes as the API's. This and the following reject with the
   * signal's reason once aborted, else with an error that has a refusal's `code`.
   */
  readonly encode: (options: RenderOptions, format: TextFormat, signal: AbortSignal) => Promise<string>;
  /** The open image, rendered in full, as a PNG. */
  readonly png: (options: RenderOptions, picture: PngPicture, signal: AbortSignal) => Promise<Blob>;
  /** Renders a small copy of the open image once per set of parameters. */
  readonly looks: (
    variants: readonly RenderOptions[],
    cell: number,
    signal: AbortSignal,
  ) => Promise<readonly Thumbnail[]>;
  /** Measures a custom font and uses it. Rejects with an error whose message is for users. */
  readonly matchFont: (choice: FontChoice) => Promise<void>;
  /** Uses one of `ownFonts` instead of the parameter's font; null ends that. */
  readonly useFont: (font: OwnFont | null) => void;
  readonly ownFont: ReadonlySignal<OwnFont | null>;
  /** The measured fonts. A replaced Worker has none. */
  readonly ownFonts: ReadonlySignal<readonly OwnFont[]>;
  /** Renders another small image: for samples and charset tiles. */
  readonly thumbnail: (image: SentPicture, options: RenderOptions, cell: number) => Promise<Thumbnail>;
  /**
   * Starts a live feed, which replaces the current source; `render` sets its parameters from the next frame on.
   * `clear`, `open` or another feed ends it, and its frames are closed.
   */
  readonly startFeed: (feed: Feed) => void;
  /**
   * Sends one frame of the feed. False if too many are in transit or there is no feed; the frame then counts as
   * dropped, and the caller must close it.
   */
  readonly push: (frame: VideoFrame) => boolean;
  /** Resets the stream's state, after a seek or a loop. */
  readonly jump: () => void;
  /** Freezes the feed: its last frame stays, and parameters still apply to it. */
  readonly hold: (isHeld: boolean) => void;
  /** Turns smoothing off, to compare, and on again. Initially on. */
  readonly smooth: (isOn: boolean) => void;
  readonly mirror: (isMirrored: boolean) => void;
  /** The feed's statistics; null without a feed. Updated four times a second, like its previews. */
  readonly stats: ReadonlySignal<FeedStats | null>;
  /** Plays something instead of the art: the picture in motion, or a recording; null ends it. */
  readonly play: (played: Played | null) => void;
  /** The open image, rendered in full, as characters. */
  readonly page: (options: RenderOptions, signal: AbortSignal) => Promise<OpaquePage>;
  /** Calls `take` with every frame shown from now on; a slow page gets the newest. Returns a function that stops it. */
  readonly onCells: (take: (frame: CellFrame) => void) => () => void;
};

/** A loop that is played instead of the art. */
export type Played =
  | { readonly kind: "motion"; readonly motion: StillMotion }
  | { readonly kind: "recording"; readonly recording: Recording; readonly range: TimeRange };
