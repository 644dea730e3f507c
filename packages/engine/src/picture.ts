import {
  completeParams,
  type FormatId,
  type GlyphEvidence,
  type GridSize,
  gridSize,
  type QualityEvidence,
  type RenderOptions,
  type RenderParams,
} from "@lumiglyph/contract";
import { cellMeans } from "./cells.ts";
import { type Directed, direct } from "./director/direct.ts";
import { qualityEvidence } from "./director/evidence.ts";
import type { Drawing } from "./encoders/encoder.ts";
import { checkRaster, type Frame, type Raster, type SourceInfo, startFrame } from "./frame.ts";
import { ATLAS } from "./glyphs/atlas.ts";
import { drawnGlyphs, spelled } from "./glyphs/codebook.ts";
import { glyphEvidence } from "./glyphs/evidence.ts";
import type { Kernels } from "./kernels.ts";
import { percept } from "./math/srgb.ts";
import { PARTS, runStages } from "./pipeline.ts";
import { type Steps, unwatched, type Watch } from "./stage.ts";
import { grid } from "./stages/grid.ts";

/** What a picture is drawn with besides its parameters. */
export type RenderContext = {
  /** The picture's own size and format, where the raster is a shrunken copy of it. */
  readonly source?: SourceInfo;
  readonly watch?: Watch;
  /** `loadKernels(WebAssembly)`, or `PLAIN_KERNELS` where that fails. */
  readonly kernels: Kernels;
};

/** A picture that may be drawn again and again: what is seen of it at one size of grid is kept for the next time. */
export type Picture = {
  /** Draws it as the parameters say. Throws a `Refusal` where the grid would be too large. */
  readonly develop: (options: RenderOptions) => Steps<Print>;
};

/** A picture drawn in characters, with everything that is known about it. */
export type Print = {
  readonly size: GridSize;
  /** As the Auto Director has left them. */
  readonly params: RenderParams;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
  /** All glyphs that it is drawn with: the codebook, then the strokes on top of it. */
  readonly characters: string;
  /** The place of each cell's glyph among them. */
  readonly cells: Uint8Array;
  readonly lines: () => readonly string[];
  /** sRGB bytes of the colors that colored glyphs are drawn in, three a cell, whether the parameters want color or not. */
  readonly inks: () => Uint8Array;
  /** How bright each cell of the picture looks, 0 to 1. */
  readonly tones: () => Float32Array;
  /** Ends of the stretch that those tones got: what lies outside became black or white. */
  readonly levels: { readonly black: number; readonly white: number };
  /** What is written down by `encode` for a render that asks for this format. */
  readonly drawing: (format: FormatId) => Drawing;
};

export const openPicture = (raster: Raster, context: RenderContext): Picture => {
  checkRaster(raster);
  const { source = { width: raster.width, height: raster.height, format: "pixels" }, watch = unwatched } = context;
  let kept: Sight | null = null;
  const see = (size: GridSize, params: RenderParams): Sight => {
    if (kept !== null && isSame(kept.seen.size, size)) return kept;
    const still = runStages(PARTS.light, startFrame(raster, size, context.kernels), params, watch);
    kept = { still, seen: runStages(PARTS.view, still, params, watch) };
    return kept;
  };
  return {
    *develop(options) {
      const params = completeParams(options);
      const { still, seen } = see(gridSize(params.columns, source.width, source.height), params);
      yield;
      return printOf(yield* direct(still, seen, options, watch), params, source, watch);
    },
  };
};

/** A picture before and after `view`. */
type Sight = { readonly still: Frame; readonly seen: Frame };

const isSame = (one: GridSize, other: GridSize): boolean => one.columns === other.columns && one.rows === other.rows;

const printOf = (directed: Directed, asked: RenderParams, source: SourceInfo, watch: Watch): Print => {
  const { frame, params } = directed.take;
  const { size, cells, leveling } = frame;
  const glyphs = glyphEvidence(frame, params);
  const quality = qualityEvidence(directed, asked);
  const drawing = (format: FormatId): Drawing => {
    const wanted = { ...params, format };
    const { colors: wantedColors } = runStages(PARTS.color, frame, wanted, watch);
    return { size, lines: linesOf(frame), colors: wantedColors, params: wanted, glyphs, quality, source };
  };
  return {
    size,
    params,
    glyphs,
    quality,
    characters: charactersOf(frame),
    cells,
    lines: () => linesOf(frame),
    inks: () => Uint8Array.from(grid.run(frame, params).colors!),
    tones: () => cellMeans(frame.light, size).map(percept),
    levels: { black: leveling.black, white: leveling.black + 1 / leveling.scale },
    drawing,
  };
};

/** The glyphs that a frame's cells count by, as one string. */
export const charactersOf = ({ codebook }: Frame): string => spelled(drawnGlyphs(codebook));

/** The rows of characters that a frame's cells spell. */
export const linesOf = ({ cells, codebook, size }: Frame): readonly string[] => {
  // every glyph is one UTF-16 unit; a row made from codes at once is far cheaper than one grown glyph by glyph
  const codes = drawnGlyphs(codebook).map((index) => ATLAS.glyphs[index]!.charCodeAt(0));
  const line = new Array<number>(size.columns);
  return Array.from({ length: size.rows }, (_, row) => {
    for (let column = 0; column < size.columns; column++) line[column] = codes[cells[row * size.columns + column]!]!;
    return String.fromCharCode(...line);
  });
};
