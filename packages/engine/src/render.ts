import {
  type GlyphEvidence,
  type GridSize,
  gridSize,
  type ParsedParams,
  type QualityEvidence,
} from "@lumiglyph/contract";
import { direct } from "./director/direct.ts";
import { qualityEvidence } from "./director/evidence.ts";
import type { Drawing } from "./drawing.ts";
import { ENCODERS } from "./encoders/encoders.ts";
import { startFrame } from "./frame.ts";
import { glyphEvidence } from "./glyphs/evidence.ts";
import type { Kernels } from "./kernels.ts";
import { linesOf } from "./lines.ts";
import { COLORING, runStages, SEEING } from "./pipeline.ts";
import { checkRaster, type Raster, type SourceInfo } from "./raster.ts";
import { unwatched, type Watch } from "./stage.ts";

/** A finished render: the bytes to send, as text, and the evidence about them. */
export type Rendered = {
  readonly body: string;
  readonly grid: GridSize;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
};

export type RenderOptions = {
  /** The picture's own size and format, where the raster is a shrunken copy of it. */
  readonly source?: SourceInfo;
  readonly watch?: Watch;
  /** Faster loops than the plain ones, where the host has loaded them. */
  readonly kernels?: Kernels;
};

/** A raster as characters in the format that the parameters name. Throws a `Refusal` where the grid would be too large. */
export const render = (raster: Raster, parsed: ParsedParams, options: RenderOptions = {}): Rendered => {
  const watch = options.watch ?? unwatched;
  const drawing = draw(raster, parsed, { ...options, watch });
  const body = watch("encode", () => ENCODERS[parsed.params.format](drawing));
  return { body, grid: drawing.size, glyphs: drawing.glyphs, quality: drawing.quality };
};

type Watched = RenderOptions & { readonly watch: Watch };

const draw = (raster: Raster, parsed: ParsedParams, { source: given, watch, kernels }: Watched): Drawing => {
  checkRaster(raster);
  const source = given ?? { width: raster.width, height: raster.height, format: "pixels" };
  const size = gridSize(parsed.params.columns, source.width, source.height);
  const still = runStages(SEEING.slice(0, -1), startFrame(raster, size, kernels), parsed.params, watch);
  const seen = runStages(SEEING.slice(-1), still, parsed.params, watch);
  const directed = direct(still, seen, parsed, watch);
  const { frame, params } = directed.take;
  const page = runStages(COLORING, frame, params, watch);
  return {
    size,
    lines: linesOf(page),
    colors: page.colors,
    params,
    glyphs: glyphEvidence(page, params),
    quality: qualityEvidence(directed, parsed),
    source,
  };
};
