import type { GlyphEvidence, GridSize, QualityEvidence, RenderParams } from "@lumiglyph/contract";

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
