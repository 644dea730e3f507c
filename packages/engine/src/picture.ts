import {
  completeParams,
  type FormatId,
  type GlyphEvidence,
  type GridSize,
  gridSize,
  type ParamName,
  type QualityEvidence,
  type RenderOptions,
  type RenderParams,
  STAGE_PARAMS,
} from "@lumiglyph/contract";
import { cellMeans } from "./cells.ts";
import type { direct } from "./director/direct.ts";
import { atlasFor } from "./glyphs/atlas.ts";
import { drawnGlyphs, glyphText } from "./glyphs/codebook.ts";
import { glyphEvidence } from "./glyphs/evidence.ts";
import type { FontProfile } from "./glyphs/font-profile.ts";
import { withProfile } from "./glyphs/fonts.ts";
import type { Kernels } from "./kernels.ts";
import { toTone } from "./math/srgb.ts";
import { type OwnStages, PARTS, runStages } from "./pipeline.ts";
import { initialState, type PipelineState } from "./pipeline-state.ts";
import { checkRaster, type Raster, type SourceInfo } from "./raster.ts";
import type { Shrink } from "./shrink.ts";
import { type Steps, unwatched, type Watch } from "./stage.ts";
import { grid } from "./stages/grid.ts";
import { hasColorsFor } from "./stages/view.ts";

/** Inputs of a render besides the raster and its parameters. */
export type RenderContext = {
  /** Size and format of the original, if the raster is a reduced copy of it. */
  readonly source?: SourceInfo;
  readonly watch?: Watch;
  /** `loadKernels(WebAssembly)`, or `PLAIN_KERNELS` if that fails. */
  readonly kernels: Kernels;
  /** `loadShrink(WebAssembly)` if available: the same bits in less time. */
  readonly shrink?: Shrink;
  /** A custom font profile, used instead of `font`. */
  readonly profile?: FontProfile;
};

/** A picture to render more than once: the stages up to `view` run once for each grid size. */
export type Picture = {
  /** Renders with these options: nothing is tuned or measured, and `quality` has no components. */
  readonly sketch: (options: RenderOptions) => Steps<RenderResult>;
  /** Renders in steps. Throws a `Refusal` if the grid would be too large. */
  readonly render: (options: RenderOptions) => Steps<RenderResult>;
};

/**
 * A rendered page: a glyph for each cell, and the evidence about them. `encode` writes it in any
 * format.
 */
export type RenderResult = {
  readonly size: GridSize;
  /** The options after tuning by the Auto Director. */
  readonly params: RenderParams;
  readonly source: SourceInfo;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
  /** All glyphs in use: the codebook, then its strokes. */
  readonly characters: string;
  /** Index into `characters` for each cell. */
  readonly cells: Uint8Array;
  /** One string of `size.columns` characters for each row. */
  readonly lines: () => readonly string[];
  /** The color of each glyph as sRGB bytes, three per cell, whether or not the parameters ask for color. */
  readonly inks: () => Uint8Array;
  /** The same for an encoder of this format, or null if `writesColors` says that it writes none. */
  readonly colors: (format: FormatId) => Uint8Array | null;
  /** The color of each cell's background as sRGB bytes, three per cell; null if the page has none. */
  readonly grounds: Uint8Array | null;
  /** Tone of each cell of the picture, 0 to 1. */
  readonly tones: () => Float32Array;
  /** Ends of the stretch that those tones got; tones outside became black or white. */
  readonly levels: { readonly black: number; readonly white: number };
};

/** Whether a page has colors in this format: in plain text never, in compact JSON always. */
export const writesColors = ({ color }: RenderParams, format: FormatId): boolean =>
  format === "json-compact" || (color && format !== "text");

/** The Auto Director. */
export type Director = typeof direct;

/**
 * Opens a raster for rendering, with a Director that may be loaded later than the first sketch. Throws a `RangeError` if the
 * raster's data does not cover its size.
 */
export const openPictureWith = (raster: Raster, context: RenderContext, director: () => Director): Picture => {
  checkRaster(raster);
  const { source = { width: raster.width, height: raster.height, format: "pixels" }, watch = unwatched } = context;
  const own = shrinkingStages(raster, context.shrink);
  let kept: { readonly params: RenderParams; readonly scaled: PipelineState; readonly viewed: PipelineState } | null =
    null;
  const statesFor = (options: RenderOptions) => {
    const params = completeParams(options);
    const size = gridSize(params, source.width, source.height);
    if (
      kept !== null &&
      isSame(kept.viewed.size, size) &&
      VIEW_PARAMS.every((name) => kept!.params[name] === params[name])
    ) {
      // a reading for earlier pages may lack the colors that this one needs
      if (!hasColorsFor(kept.viewed, params))
        kept = { ...kept, viewed: runStages(PARTS.view, kept.scaled, params, watch) };
      return kept;
    }
    const scaled = runStages(PARTS.light, initialState(raster, size, context.kernels), params, watch, own);
    kept = { params, scaled, viewed: runStages(PARTS.view, scaled, params, watch) };
    return kept;
  };
  const resultOf = (state: PipelineState, params: RenderParams, quality: QualityEvidence): RenderResult => {
    const { size, cells, leveling } = state;
    return {
      size,
      params,
      source,
      glyphs: glyphEvidence(state, params),
      quality,
      characters: charactersOf(state),
      cells,
      lines: () => textLines(state),
      inks: () => Uint8Array.from(grid.run(state, params).colors!),
      grounds: state.pairs && grid.run(state, params).grounds,
      colors: (format) => (writesColors(params, format) ? watch("grid", () => grid.run(state, params)).colors : null),
      tones: () => cellMeans(state.light, size).map(toTone),
      levels: { black: leveling.black, white: leveling.black + 1 / leveling.scale },
    };
  };
  return {
    *sketch(given) {
      const options = withProfile(given, context.profile);
      const { viewed } = statesFor(options);
      yield;
      const params = completeParams(options);
      return resultOf(runStages(PARTS.glyphs, viewed, params, watch), params, unmeasured(params));
    },
    *render(given) {
      const options = withProfile(given, context.profile);
      const { scaled, viewed } = statesFor(options);
      yield;
      const { state, params, quality } = yield* director()(scaled, viewed, options, watch);
      return resultOf(state, params, quality);
    },
  };
};

/** Parameters that decide whether the stages up to `view` must run again. */
const VIEW_PARAMS: readonly ParamName[] = [...PARTS.light, ...PARTS.view].flatMap(({ name }) => STAGE_PARAMS[name]);

/** Placeholder for a quality that was not measured. */
export const unmeasured = ({ qualityTarget, charset, background, font }: RenderParams): QualityEvidence => ({
  target: qualityTarget,
  status: "best_effort",
  score: 0,
  metric: "none",
  font: atlasFor(charset, background, font).id,
  components: [],
  tuned: {},
  locked: [],
  evaluations: 0,
  advice: null,
});

/**
 * A kernel's memory never shrinks and takes about nine bytes per pixel, so larger pictures use the
 * plain stages.
 */
const MOST_SHRUNK = 4_000_000;

/** Runs the first two stages as one, if a kernel supports them. */
const shrinkingStages = ({ width, height }: Raster, shrink: Shrink | undefined): OwnStages => {
  if (shrink === undefined || width * height > MOST_SHRUNK) return {};
  return {
    luminance: (state) => state,
    downscale: (state, params) => {
      const { light, opacity, means } = shrink(state.raster, state.size, params.color);
      // the kernel's memory is reused by the next picture
      return { ...state, light: { ...light, data: light.data.slice() }, opacity, means: means?.slice() ?? null };
    },
  };
};

const isSame = (one: GridSize, other: GridSize): boolean => one.columns === other.columns && one.rows === other.rows;

/** All glyphs that the cells may have, as one string in index order. */
export const charactersOf = ({ codebook }: PipelineState): string => glyphText(codebook.atlas, drawnGlyphs(codebook));

/** The cells as rows of characters. */
export const textLines = ({ cells, codebook, size }: PipelineState): readonly string[] => {
  // building a row from codes is far cheaper than concatenating glyphs
  const codes = drawnGlyphs(codebook).map((index) => codebook.atlas.glyphs[index]!.codePointAt(0)!);
  const line = new Array<number>(size.columns);
  return Array.from({ length: size.rows }, (_, row) => {
    for (let column = 0; column < size.columns; column++) line[column] = codes[cells[row * size.columns + column]!]!;
    return String.fromCodePoint(...line);
  });
};
