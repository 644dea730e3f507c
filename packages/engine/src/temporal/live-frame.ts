import type { GlyphEvidence, GridSize, RenderParams } from "@lumiglyph/contract";
import { cellMeans } from "../cells.ts";
import { atlasCells } from "../director/views.ts";
import type { Frame } from "../frame.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { histogramOfLight, relativeTones, rmseOf } from "../glyphs/codebook.ts";
import { glyphEvidence } from "../glyphs/evidence.ts";
import { rampOf } from "../glyphs/ramps.ts";
import { percept } from "../math/srgb.ts";
import { wantedLight } from "../stages/codebook.ts";
import type { Shot } from "./reel.ts";
import type { Stillness } from "./stillness.ts";

/** A frame of a stream in characters. Its arrays are the stream's own: they hold until the next frame. */
export type LiveFrame = Stillness & {
  readonly size: GridSize;
  /** As the frame is drawn: tuned, and never by error diffusion. */
  readonly params: RenderParams;
  /** The glyphs it is drawn with, darkest first; behind them, for a while, those of another codebook before. */
  readonly codebook: string;
  /** The place of each cell's glyph in the codebook. */
  readonly cells: Uint8Array;
  /** The place of each cell's glyph in the atlas. */
  readonly glyphs: Uint8Array;
  /** sRGB bytes, three a cell, or null where the parameters want no color. */
  readonly colors: Uint8Array | null;
  /** The colors that colored glyphs are drawn in: those of the cells, as bright as they can be. */
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
  { still, drawn, coloring, cut }: Shot,
  params: RenderParams,
  flickerOf: (glyphs: Uint8Array) => number,
  stillnessOf: (flicker: number, cut: boolean) => Stillness,
): LiveFrame => {
  const { size, codebook, cells, leveling } = drawn;
  const glyphs = atlasCells(drawn);
  const flicker = flickerOf(glyphs);
  return {
    ...stillnessOf(flicker, cut),
    size,
    params,
    codebook: codebook.glyphs.map((index) => ATLAS.glyphs[index]!).join(""),
    cells,
    glyphs,
    colors: coloring?.colors ?? null,
    inks: coloring?.inks ?? null,
    tones: () => cellMeans(still.light, size).map(percept),
    levels: { black: leveling.black, white: leveling.black + 1 / leveling.scale },
    evidence: () => evidenceOf(drawn, params),
    flicker,
    cut,
  };
};

/** A codebook stays while frames change, so it is measured anew on each that is asked about. */
const evidenceOf = (drawn: Frame, params: RenderParams): GlyphEvidence => {
  const histogram = histogramOfLight(wantedLight(drawn, params.charset));
  const { tones } = relativeTones(drawn.codebook.glyphs, rampOf(params.charset));
  const rmse = rmseOf(histogram, tones.toSorted());
  return glyphEvidence({ ...drawn, codebook: { ...drawn.codebook, tones, histogram, rmse } }, params);
};
