import type {
  FormatId,
  GlyphEvidence,
  GridSize,
  QualityEvidence,
  RenderOptions,
  RenderParams,
} from "@lumiglyph/contract";
import type { SourceInfo, StepName } from "@lumiglyph/engine";
import type { ReadonlySignal } from "@preact/signals";
import type { View } from "./paint/page.ts";

/** A picture's pixels on their way to the Worker: upright 8-bit sRGB RGBA, transferred and not copied. */
export type DecodedImage = {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayBuffer;
  readonly source: SourceInfo;
};

/**
 * What the Worker has drawn last: the quick pass is drawn without the Auto Director, the full pass with it. Of a live feed
 * each is of one frame: full once the quality of its scene has been measured with its parameters. The quality of a quick one
 * is what was measured before; where that is nothing, it has no components, and its `evaluations` are 0.
 */
export type Preview = {
  readonly revision: number;
  readonly pass: "quick" | "full";
  readonly size: GridSize;
  /** As the Auto Director has left them. */
  readonly params: RenderParams;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
  readonly lines: readonly string[];
  /** sRGB bytes, three a cell. */
  readonly colors: Uint8Array;
  /** How bright each cell of the picture looks, 0 to 1. */
  readonly tones: Float32Array;
  readonly levels: { readonly black: number; readonly white: number };
  /** Milliseconds that the pass has taken in the Worker. */
  readonly ms: number;
};

/** Why there is no picture to show: one of the API's codes, with its sentence. */
export type Refused = { readonly code: string; readonly message: string };

/** A small picture of characters, as pixels: a look of the contact sheet, a charset's tile, a sample. */
export type Thumbnail = ImageBitmap;

/** The studio's engine: a Worker that draws and paints. One picture at a time, newest wins, nothing queues. */
export type RenderWorker = {
  /** Takes the place of whatever picture is there. */
  readonly open: (image: DecodedImage) => void;
  readonly clear: () => void;
  /** Draws the open picture: quickly at first, then in full. A newer call cancels what is not yet drawn. */
  readonly render: (options: RenderOptions) => void;
  /** Stops the pass that is under way; the last proof stays. */
  readonly cancel: () => void;
  /** The newest proof, or null where no picture is open. */
  readonly preview: ReadonlySignal<Preview | null>;
  /** What is being drawn now. */
  readonly pass: ReadonlySignal<"none" | "quick" | "full">;
  readonly refused: ReadonlySignal<Refused | null>;
  /** Hands the Worker the canvas of the stage. Once for each Worker, see `attached`. */
  readonly attach: (canvas: OffscreenCanvas) => void;
  /** Whether the Worker has a canvas. One that had to be replaced takes its canvas with it: the next needs a new one. */
  readonly attached: ReadonlySignal<boolean>;
  /**
   * What of the picture is to be seen, and how large: painted at once, and again after each proof. After a proof of another
   * size, which no view given before can fit, nothing is painted until the next call.
   */
  readonly show: (view: View) => void;
  /** Which painter draws the stage. */
  readonly painter: ReadonlySignal<"cpu" | "webgl2">;
  /**
   * The open picture in a format, drawn in full with these parameters: the bytes of the API. This and what follows rejects
   * with the signal's reason once that is aborted, else with an error that has a refusal's `code`.
   */
  readonly encode: (options: RenderOptions, format: FormatId, signal: AbortSignal) => Promise<string>;
  /** The open picture, drawn in full, as a PNG: `scale` times 8 × 16 pixels a cell. */
  readonly png: (
    options: RenderOptions,
    scale: 1 | 2 | 3 | 4,
    transparent: boolean,
    signal: AbortSignal,
  ) => Promise<Blob>;
  /** The open picture's most contrasted part, `columns` × `rows` cells of it, once for each set of parameters. */
  readonly looks: (
    variants: readonly RenderOptions[],
    grid: GridSize,
    cell: number,
    signal: AbortSignal,
  ) => Promise<readonly Thumbnail[]>;
  /** Another picture than the open one, small: for samples and charset tiles. */
  readonly thumbnail: (image: DecodedImage, options: RenderOptions, cell: number) => Promise<Thumbnail>;
  /**
   * Begins a live feed, which takes the place of whatever picture is there; `develop` says what to draw it with, from the
   * next frame on. `clear` or another `open` or `roll` ends it: its stream is canceled, its frames are closed.
   */
  readonly startFeed: (feed: Feed) => void;
  /**
   * One frame of a feed without a stream. True: it is handed over. False: too many are under way or no feed is there; it
   * counts as dropped, and stays the caller's to close.
   */
  readonly push: (frame: VideoFrame) => boolean;
  /** Forgets the frames before, after a seek or a loop. */
  readonly jump: () => void;
  /** Freezes the feed: its last frame stays, and parameters go on acting on it. */
  readonly hold: (isHeld: boolean) => void;
  /** Smoothing off, to compare, and on again. Every feed begins with it on. */
  readonly smooth: (isOn: boolean) => void;
  readonly mirror: (isMirrored: boolean) => void;
  /** How the feed is going; null where there is none. Four times a second, as are proofs of it. */
  readonly stats: ReadonlySignal<FeedStats | null>;
  /** Whether the feed's own stream has come to its end, or broke off. The last frame stays as if held. */
  readonly ended: ReadonlySignal<"none" | "ended" | "failed">;
  /** Gives every frame that is shown from now on to a taker; a slow page gets the newest. The result ends it. */
  readonly onCells: (take: (frame: CellFrame) => void) => () => void;
};

/** Where the frames of a video or a camera come from. */
export type Feed = {
  /** Pixels of a frame as it is shown: upright, square. */
  readonly width: number;
  readonly height: number;
  /** The frames, where the browser hands them over by itself; null where the page pushes them one by one. */
  readonly frames: ReadableStream<VideoFrame> | null;
  /** Whether left and right are swapped, as in a mirror. */
  readonly isMirrored: boolean;
};

/** How a feed is going: told four times a second. */
export type FeedStats = {
  readonly size: GridSize;
  /** Frames that were shown a second, over the last one. */
  readonly fps: number;
  /** Frames since the feed began: drawn and shown, and left out because newer ones had come. */
  readonly shown: number;
  readonly dropped: number;
  /** Share of cells that change from frame to frame where the picture stands still, 0 to 1: over the last second. */
  readonly flicker: number;
  /** The same without smoothing, where that was last looked at; null where it never was. */
  readonly bareFlicker: number | null;
  /** Milliseconds of a frame's steps, means of the last second. */
  readonly ms: Readonly<Partial<Record<StepName | "copy" | "paint" | "whole", number>>>;
};

/** One frame in characters, for whoever keeps it or sends it on. */
export type CellFrame = {
  /** Seconds: a video's own time, of a camera since it began. */
  readonly time: number;
  readonly size: GridSize;
  readonly params: RenderParams;
  /** The glyphs that `cells` point at, at most 256. */
  readonly codebook: string;
  readonly cells: Uint8Array<ArrayBuffer>;
  /** The colors that glyphs are drawn in, sRGB, three bytes a cell; null where all have the ink of `params`. */
  readonly inks: Uint8Array<ArrayBuffer> | null;
};
