import type { GlyphEvidence, GridSize, RenderParams } from "@lumiglyph/contract";
import { cellMeans } from "../cells.ts";
import { atlasCells } from "../director/views.ts";
import type { Frame } from "../frame.ts";
import { rampOf } from "../glyphs/atlas.ts";
import { histogramOfLight, relativeTones, rmseOf } from "../glyphs/codebook.ts";
import { glyphEvidence } from "../glyphs/evidence.ts";
import { percept } from "../math/srgb.ts";
import { charactersOf } from "../picture.ts";
import { wantedLight } from "../stages/codebook.ts";
import type { Shot, Stillness } from "./reel.ts";

/** A frame of a stream in characters. Its arrays are the stream's own: they hold until the next frame. */
export type LiveFrame = Stillness & {
  readonly size: GridSize;
  /** As the frame is drawn: tuned, and never by error diffusion. */
  readonly params: RenderParams;
  /** The glyphs it is drawn with: the codebook, its strokes and, for a while, those of another codebook before. */
  readonly characters: string;
  /** The place of each cell's glyph among them. */
  readonly cells: Uint8Array;
  /** The place of each cell's glyph in the atlas. */
  readonly glyphs: Uint8Array;
  /** sRGB bytes of the colors that glyphs are drawn in, three a cell, or null where the parameters want no color. */
  readonly inks: Uint8Array | null;
  /** How bright each cell of the picture looks, 0 to 1, without what is taken for noise. */
  readonly tones: () => Float32Array;
  /** Ends of the stretch that those tones got: what lies outside became black or white. */
  readonly levels: { readonly black: number; readonly white: number };
  /** What it is drawn with, and how well that holds this frame's tones. */
  readonly evidence: () => GlyphEvidence;
  /** Share of cells whose glyph is another than in the frame before, 0 to 1. */
  readonly flicker: number;
  /** Whether no frame before this one has a say in it: it is the first, or the first of another scene. */
  readonly cut: boolean;
};

/** What is known of a shot, for whoever paints it. */
export const liveFrame = (
  { still, drawn, contours, inks, cut }: Shot,
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
    tones: () => cellMeans(still.light, size).map(percept),
    levels: { black: leveling.black, white: leveling.black + 1 / leveling.scale },
    evidence: () => evidenceOf({ ...drawn, contours: contours() }, params),
    flicker,
    cut,
  };
};

/** A codebook stays while frames change, so it is measured anew on each that is asked about. */
const evidenceOf = (drawn: Frame, params: RenderParams): GlyphEvidence => {
  const wanted = wantedLight(drawn, params.charset);
  const histogram = histogramOfLight(wanted);
  const { tones } = relativeTones(drawn.codebook.glyphs, rampOf(params.charset));
  const rmse = rmseOf(histogram, tones.toSorted());
  return glyphEvidence({ ...drawn, wanted, codebook: { ...drawn.codebook, tones, histogram, rmse } }, params);
};
