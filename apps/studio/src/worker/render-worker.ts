import type {
  GlyphEvidence,
  GridSize,
  QualityEvidence,
  RenderOptions,
  RenderParams,
  TextFormat,
} from "@lumiglyph/contract";
import type { FontProfile, SourceInfo, StepName } from "@lumiglyph/engine";
import type { View } from "@lumiglyph/engine/paint/view";
import type { ReadonlySignal } from "@preact/signals";
import type { StillMotion } from "./video/export-messages.ts";
import type { OpaquePage, TimeRange } from "./video/frame-sequence.ts";
import type { Recording } from "./video/recording.ts";

/** An image's pixels on their way to the Worker: upright 8-bit sRGB RGBA, transferred rather than copied. */
export type DecodedImage = {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayBuffer;
  readonly source: SourceInfo;
  /** A small copy that is only sketched: the whole follows. */
  readonly isGlance?: true;
};

/**
 * The latest output of the Worker. The quick pass skips the Auto Director, the full pass includes it. For a live feed
 * it shows one frame, and is full once the scene's quality has been measured with these parameters. A quick one has the
 * last measured quality; if there is none, no components and 0 `evaluations`.
 */
export type Preview = {
  readonly revision: number;
  readonly pass: "quick" | "full";
  readonly size: GridSize;
  /** As tuned by the Auto Director. */
  readonly params: RenderParams;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
  readonly lines: readonly string[];
  /** sRGB, three bytes per cell. */
  readonly colors: Uint8Array;
  /** The same of each background; null if all cells are on the page's. */
  readonly grounds: Uint8Array | null;
  /** Perceived brightness of each cell of the picture, 0 to 1. */
  readonly tones: Float32Array;
  readonly levels: { readonly black: number; readonly white: number };
  /** Milliseconds that the pass took in the Worker. */
  readonly ms: number;
};

/** Why nothing can be shown: an error code of the API and its message. */
export type Refused = { readonly code: string; readonly message: string };

/** A custom font: installed on this device, by its name, or a file with the name inside it. */
export type FontChoice = { readonly name: string; readonly file: ArrayBuffer | null };

/** A measured custom font. */
export type OwnFont = FontChoice & { readonly profile: FontProfile };

/** A small rendering as pixels: a look, a charset's tile, a sample. */
export type Thumbnail = ImageBitmap;

/**
 * The studio's engine: a Worker that renders and paints. One source at a time; the newest request wins, nothing queues.
 */
export type RenderWorker = {
  /** Replaces the current source. */
  readonly open: (image: DecodedImage) => void;
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
  readonly thumbnail: (image: DecodedImage, options: RenderOptions, cell: number) => Promise<Thumbnail>;
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

/** How a PNG is painted. */
export type PngPicture = {
  /** Multiple of 8 × 16 pixels per cell. */
  readonly scale: 1 | 2 | 3 | 4;
  readonly transparent: boolean;
  /** A size in pixels, with the art centered as large as fits; null for the art's own size. */
  readonly frame: { readonly width: number; readonly height: number } | null;
};

/** A loop that is played instead of the art. */
export type Played =
  | { readonly kind: "motion"; readonly motion: StillMotion }
  | { readonly kind: "recording"; readonly recording: Recording; readonly range: TimeRange };

/** A source of video frames, which the page pushes one by one. */
export type Feed = {
  /** Display size of a frame: upright, square pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether frames are mirrored horizontally. */
  readonly isMirrored: boolean;
};

/** A feed's statistics, sent four times a second. */
export type FeedStats = {
  readonly size: GridSize;
  /** Frames shown in the last second. */
  readonly fps: number;
  /** Frames since the feed began: shown, and dropped in favor of newer ones. */
  readonly shown: number;
  readonly dropped: number;
  /** Share of cells that change between frames although the picture does not, 0 to 1, over the last second. */
  readonly flicker: number;
  /** The same without smoothing, when last compared; null if never. */
  readonly bareFlicker: number | null;
  /** Mean milliseconds of a frame's steps over the last second. */
  readonly ms: Readonly<Partial<Record<StepName | "copy" | "paint" | "whole", number>>>;
};

/** One frame as characters, for recording or handoff. */
export type CellFrame = {
  /** Seconds: a video's own time, or since the camera started. */
  readonly time: number;
  readonly size: GridSize;
  readonly params: RenderParams;
  /** The glyphs that `cells` index, at most 256. */
  readonly codebook: string;
  readonly cells: Uint8Array<ArrayBuffer>;
  /** Glyph colors, sRGB, three bytes per cell; null if all have the ink of `params`. */
  readonly inks: Uint8Array<ArrayBuffer> | null;
  /** Colors of the backgrounds, likewise; null if all cells are on the page's. */
  readonly grounds: Uint8Array<ArrayBuffer> | null;
};
