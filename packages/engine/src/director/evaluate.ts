import type { QualityTarget, RenderParams } from "@lumiglyph/contract";
import { cellMeans } from "../cells.ts";
import { toLight, toTone } from "../math/srgb.ts";
import { PARTS, runStages } from "../pipeline.ts";
import type { PipelineState } from "../pipeline-state.ts";
import { makePlane, mapPlane, type Plane } from "../plane.ts";
import type { Raster } from "../raster.ts";
import { unwatched, type Watch } from "../stage.ts";
import { meansOf } from "../stages/color.ts";
import { downscale } from "../stages/downscale.ts";
import { view } from "../stages/view.ts";
import { NOISY_CELLS } from "../work.ts";
import {
  type CellColors,
  COMPONENTS,
  type Comparison,
  type ComponentName,
  cellColors,
  distance,
} from "./components.ts";
import { demandsOf } from "./rubrics.ts";
import { applyFit, compare, fitMoments, localsOf } from "./similarity.ts";
import { skinCells } from "./skin.ts";
import { viewGrid, viewPicture } from "./views.ts";

/** A component of the target's rubric, measured on one grid. */
export type ComponentResult = {
  readonly name: ComponentName;
  readonly value: number;
  readonly threshold: number;
  readonly met: boolean;
};

/** The picture rendered with one set of parameters, and its score under the target's rubric. */
export type Candidate = {
  readonly params: RenderParams;
  readonly state: PipelineState;
  readonly score: number;
  readonly components: readonly ComponentResult[];
};

/** Renders a candidate and measures it. */
export type Evaluate = (params: RenderParams) => Candidate;

/**
 * Creates an evaluator with the rubric of `qualityTarget`. Apart from that, only `invert`, `background` and `edges` affect how
 * a grid is measured.
 */
export const createEvaluator = (renderer: GridRenderer, asked: RenderParams, watch: Watch = unwatched): Evaluate => {
  const { scaled, viewed } = renderer;
  const { blur } = viewed.kernels;
  const { qualityTarget, invert, background } = asked;
  const own = viewPicture(viewed, asked);
  const ownLocals = localsOf(own.far, blur);
  let ownColors: CellColors | null = null;
  let mask: Uint8Array | null = null;
  const skin = (): Uint8Array => {
    mask ??= renderer.skin();
    return mask;
  };
  return (params) => {
    const state = renderer.render(params);
    // line art is compared with the lines it should show, not with the picture
    const lines = params.edges ? lightOfLines(state) : null;
    const picture =
      lines === null ? own : viewPicture({ ...state, light: lines }, { invert: background === "light", background });
    const locals = lines === null ? ownLocals : localsOf(picture.far, blur);
    return watch("measure", () => {
      const grid = viewGrid(state);
      const fit = fitMoments(grid.far, picture.far);
      const far = applyFit(grid.far, fit);
      const similarity = compare(localsOf(far, blur), locals, blur);
      const flicker = () => {
        const small = renderer.small(params);
        const { near } = small === null ? grid : viewGrid(small.render(params));
        return distance(near, viewGrid((small ?? renderer).renderNoisy(params)).near);
      };
      const cells = () => cellMeans(lines ?? scaled.light, scaled.size).map(toTone);
      const colors = () => {
        if (lines !== null) return cellColors(state.means!, cellMeans(lines, scaled.size));
        const lights = cellMeans(scaled.light, scaled.size);
        ownColors ??= cellColors(state.means!, invert ? lights.map(negative) : lights);
        return ownColors;
      };
      const comparison = { picture, grid, fit, far, similarity, state, params, cells, colors, skin, flicker };
      return { params, state, ...scored(comparison, qualityTarget) };
    });
  };
};

const negative = (light: number): number => toLight(1 - toTone(light));

/** Linear light of the wanted line art. Its tones already are the near view. */
const lightOfLines = ({ tone }: PipelineState): Plane =>
  mapPlane(tone, (value) => toLight(Math.min(1, Math.max(0, value))));

const scored = (comparison: Comparison, target: QualityTarget): Pick<Candidate, "score" | "components"> => {
  const components: ComponentResult[] = [];
  let score = 0;
  for (const [key, { weight, threshold }] of Object.entries(demandsOf(target, comparison.state.inks !== null))) {
    const name = key as ComponentName;
    const { measure, full = 1 } = COMPONENTS[name];
    const value = measure(comparison);
    score += weight * Math.min(1, value / full);
    components.push({ name, value, threshold, met: value >= threshold });
  }
  return { score, components };
};

/** Renders one picture with different parameters, starting from states that do not depend on them. */
export type GridRenderer = {
  /** The state before `view`. */
  readonly scaled: PipelineState;
  /** The state after `view`. */
  readonly viewed: PipelineState;
  /** 1 for each skin-colored cell, or for all cells where there are none. */
  readonly skin: () => Uint8Array;
  readonly render: (params: RenderParams) => PipelineState;
  /** Renders the picture with noise added. */
  readonly renderNoisy: (params: RenderParams) => PipelineState;
  /**
   * The same picture on a smaller grid, if this one is large: measuring the effect of noise at full
   * size costs too much.
   */
  readonly small: (params: RenderParams) => GridRenderer | null;
};

/** Runs the stages from `levels` to `match` on a picture, given its states before and after `view`. */
export const createGridRenderer = (scaled: PipelineState, viewed: PipelineState, watch: Watch): GridRenderer => {
  const { means, parts } = viewed;
  let noisy: PipelineState | null = null;
  let small: GridRenderer | null = null;
  return {
    scaled,
    viewed,
    skin: () => skinCells(meansOf(viewed)),
    render: (params) => runStages(PARTS.glyphs, viewed, params, watch),
    renderNoisy: (params) => {
      const light = withNoise(scaled.light, scaled.opacity);
      noisy ??= view.run({ ...scaled, means, light, parts: parts && noisyRaster(parts) }, params);
      return runStages(PARTS.glyphs, noisy, params, unwatched);
    },
    small: (params) => {
      const { columns, rows } = scaled.size;
      const share = Math.sqrt(NOISY_CELLS / (columns * rows));
      if (small !== null || share >= Math.SQRT1_2) return small;
      const size = { columns: Math.ceil(share * columns), rows: Math.ceil(share * rows) };
      const reduced = downscale.run({ ...scaled, size, parts: null, means: null }, params);
      small = createGridRenderer(reduced, view.run(reduced, params), unwatched);
      return small;
    },
  };
};

/**
 * Light with camera-like noise added: nearly normal, standard deviation `NOISE` on the perceptual scale, independent from
 * sample to sample, and the same on every call. Light stays at or below opacity, so transparent samples stay transparent.
 */
export const withNoise = ({ width, height, data }: Plane, opacity: Plane | null): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) {
    const tone = toTone(data[i]!) + NOISE * nearlyNormal(i);
    out.data[i] = Math.min(opacity?.data[i] ?? 1, toLight(Math.min(1, Math.max(0, tone))));
  }
  return out;
};

/** The same noise in all channels of each pixel. */
const noisyRaster = ({ width, height, data }: Raster): Raster => ({
  width,
  height,
  data: Uint8ClampedArray.from(data, (byte, i) =>
    i % 4 === 3 ? byte : byte + 255 * NOISE * nearlyNormal(Math.floor(i / 4)),
  ),
});

const NOISE = 0.02;

/** Sum of the four bytes of a hash, centered and divided by its standard deviation (Irwin and Hall). */
const nearlyNormal = (index: number): number => {
  const hash = mix(index + 1);
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24);
  return (sum - 510) / 147.8;
};

/** The finalizer of MurmurHash3: every bit of the index affects every bit of the hash. */
const mix = (value: number): number => {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
