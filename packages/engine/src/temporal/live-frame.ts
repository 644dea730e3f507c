import type { GlyphEvidence, GridSize, RenderParams } from "@lumiglyph/contract";
import { cellMeans } from "../cells.ts";
import { atlasCells } from "../director/views.ts";
import { histogramOfLight, rmseOf } from "../glyphs/codebook.ts";
import { glyphEvidence } from "../glyphs/evidence.ts";
import { toTone } from "../math/srgb.ts";
import { charactersOf } from "../picture.ts";
import type { PipelineState } from "../pipeline-state.ts";
import { wantedLight } from "../stages/codebook.ts";
import type { FrameResult } from "./frame-renderer.ts";

/** A frame of a stream in characters. Its arrays belong to the stream and are valid until the next frame. */
export type LiveFrame = Stillness & {
  readonly size: GridSize;
  /** As used for the frame: tuned, and without error diffusion. */
  readonly params: RenderParams;
  /** All glyphs in use: the codebook, its strokes and, for a while, glyphs of the previous codebook. */
  readonly characters: string;
  /** Index into `characters` for each cell. */
  readonly cells: Uint8Array;
  /** Index into the atlas for each cell. */
  readonly glyphs: Uint8Array;
  /** Color of each glyph as sRGB bytes, three per cell, or null if no color is asked for. */
  readonly inks: Uint8Array | null;
  /** The same of each background, or null if cells have none. */
  readonly grounds: Uint8Array | null;
  /** Tone of each cell of the picture, 0 to 1, with noise removed. */
  readonly tones: () => Float32Array;
  /** Ends of the stretch that those tones got; tones outside became black or white. */
  readonly levels: { readonly black: number; readonly white: number };
  /** The glyphs in use, and their error against this frame's tones. */
  readonly evidence: () => GlyphEvidence;
  /** Share of cells whose glyph differs from the frame before, 0 to 1. */
  readonly flicker: number;
  /** Whether no earlier frame affects this one: it is the first, or the first of a new scene. */
  readonly cut: boolean;
};

/** Makes a live frame of a frame renderer's result. */
export const liveFrame = (
  { scaled, drawn, contours, inks, grounds, cut }: FrameResult,
  params: RenderParams,
  flickerOf: (glyphs: Uint8Array) => number,
  stillnessOf: (flicker: number, cut: boolean) => Stillness,
): LiveFrame => {
  const { size, cells, leveling } = drawn;
  const glyphs = atlasCells(drawn);
  const flicker = flickerOf(glyphs);
  return {
    ...stillnessOf(flicker, cut),
    size,
    params,
    characters: charactersOf(drawn),
    cells,
    glyphs,
    inks,
    grounds,
    tones: () => cellMeans(scaled.light, size).map(toTone),
    levels: { black: leveling.black, white: leveling.black + 1 / leveling.scale },
    evidence: () => evidenceOf({ ...drawn, contours: contours() }, params),
    flicker,
    cut,
  };
};

/** The codebook outlives its frame, so its error is measured on the current one. */
const evidenceOf = (drawn: PipelineState, params: RenderParams): GlyphEvidence => {
  const wanted = wantedLight(drawn, params);
  const histogram = histogramOfLight(wanted);
  const { glyphs, atlas, densest } = drawn.codebook;
  const tones = Float64Array.from(glyphs, (glyph) => atlas.tone[glyph]! / densest);
  const rmse = rmseOf(histogram, tones.toSorted());
  return glyphEvidence({ ...drawn, wanted, codebook: { ...drawn.codebook, tones, histogram, rmse } }, params);
};

/** How long a scene has lasted and whether it is still. */
export type Stillness = {
  /** Frames since the first of the scene; 0 for the first. */
  readonly age: number;
  /** Whether the grid has been still for a while. */
  readonly settled: boolean;
};

/** Tracks a stream by its flicker and its cuts. */
export const createStillness = (): ((flicker: number, cut: boolean) => Stillness) => {
  let age = 0;
  let still = 0;
  return (flicker, cut) => {
    age = cut ? 0 : age + 1;
    still = flicker < STILL && !cut ? still + 1 : 0;
    return { age, settled: still >= SETTLED };
  };
};

/** Share of glyphs that may change in a still grid. */
const STILL = 0.02;

/** Still frames in a row after which the grid counts as settled. */
const SETTLED = 15;
