import {
  type FormatId,
  type GlyphEvidence,
  type GridSize,
  gridSize,
  type ParsedParams,
  type QualityEvidence,
  type RenderParams,
} from "@lumiglyph/contract";
import { cellMeans } from "./cells.ts";
import { type Directed, direct } from "./director/direct.ts";
import { qualityEvidence } from "./director/evidence.ts";
import type { Drawing } from "./drawing.ts";
import { foregrounds } from "./encoders/foreground.ts";
import { type Frame, startFrame } from "./frame.ts";
import { glyphEvidence } from "./glyphs/evidence.ts";
import type { Kernels } from "./kernels.ts";
import { linesOf } from "./lines.ts";
import { percept } from "./math/srgb.ts";
import { COLORING, runStages, SEEING } from "./pipeline.ts";
import { checkRaster, type Raster, type SourceInfo } from "./raster.ts";
import { unwatched, type Watch } from "./stage.ts";
import { grid } from "./stages/grid.ts";
import type { Steps } from "./steps.ts";

export type PictureOptions = {
  /** The picture's own size and format, where the raster is a shrunken copy of it. */
  readonly source?: SourceInfo;
  readonly watch?: Watch;
  /** `loadKernels(WebAssembly)`, or `PLAIN_KERNELS` where that fails. */
  readonly kernels: Kernels;
};

/** A picture that may be drawn again and again: what is seen of it at one size of grid is kept for the next time. */
export type Picture = {
  /** Draws it as the parameters say. Throws a `Refusal` where the grid would be too large. */
  readonly develop: (parsed: ParsedParams) => Steps<Print>;
};

/** A picture drawn in characters, with everything that is known about it. */
export type Print = {
  readonly size: GridSize;
  /** As the Auto Director has left them. */
  readonly params: RenderParams;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
  /** The place of each cell's glyph in `glyphs.codebook`. */
  readonly cells: Uint8Array;
  readonly lines: () => readonly string[];
  /** sRGB bytes, three a cell, whether the parameters want color or not. */
  readonly colors: () => Uint8Array;
  /** The colors that colored glyphs are drawn in: those of the cells, as bright as they can be. */
  readonly inks: () => Uint8Array<ArrayBuffer>;
  /** How bright each cell of the picture looks, 0 to 1. */
  readonly tones: () => Float32Array;
  /** Ends of the stretch that those tones got: what lies outside became black or white. */
  readonly levels: { readonly black: number; readonly white: number };
  /** What is written down by `encode` for a render that asks for this format. */
  readonly drawing: (format: FormatId) => Drawing;
};

export const openPicture = (raster: Raster, options: PictureOptions): Picture => {
  checkRaster(raster);
  const { source = { width: raster.width, height: raster.height, format: "pixels" }, watch = unwatched } = options;
  let kept: Sight | null = null;
  const see = (size: GridSize, params: RenderParams): Sight => {
    if (kept !== null && isSame(kept.seen.size, size)) return kept;
    const still = runStages(SEEING.slice(0, -1), startFrame(raster, size, options.kernels), params, watch);
    kept = { still, seen: runStages(SEEING.slice(-1), still, params, watch) };
    return kept;
  };
  return {
    *develop(parsed) {
      const { still, seen } = see(gridSize(parsed.params.columns, source.width, source.height), parsed.params);
      yield;
      return printOf(yield* direct(still, seen, parsed, watch), parsed, source, watch);
    },
  };
};

/** A picture before and after `view`. */
type Sight = { readonly still: Frame; readonly seen: Frame };

const isSame = (one: GridSize, other: GridSize): boolean => one.columns === other.columns && one.rows === other.rows;

const printOf = (directed: Directed, parsed: ParsedParams, source: SourceInfo, watch: Watch): Print => {
  const { frame, params } = directed.take;
  const { size, cells, leveling } = frame;
  const glyphs = glyphEvidence(frame, params);
  const quality = qualityEvidence(directed, parsed);
  const colors = () => grid.run(frame, params).colors!;
  const drawing = (format: FormatId): Drawing => {
    const wanted = { ...params, format };
    const { colors: wantedColors } = runStages(COLORING, frame, wanted, watch);
    return { size, lines: linesOf(frame), colors: wantedColors, params: wanted, glyphs, quality, source };
  };
  return {
    size,
    params,
    glyphs,
    quality,
    cells,
    lines: () => linesOf(frame),
    colors,
    inks: () => foregrounds(colors()),
    tones: () => cellMeans(frame.light, size).map(percept),
    levels: { black: leveling.black, white: leveling.black + 1 / leveling.scale },
    drawing,
  };
};
