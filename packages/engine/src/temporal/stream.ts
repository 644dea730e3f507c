import {
  completeParams,
  type GridSize,
  gridSize,
  type ParamName,
  type QualityEvidence,
  type RenderOptions,
  type RenderParams,
} from "@lumiglyph/contract";
import { direct } from "../director/direct.ts";
import { qualityEvidence, TUNABLE, type Tuning } from "../director/evidence.ts";
import { foregrounds } from "../encoders/foreground.ts";
import { checkRaster, type Frame, type Raster, type SourceInfo, startFrame } from "../frame.ts";
import type { Kernels } from "../kernels.ts";
import { PARTS, runStages } from "../pipeline.ts";
import { shrink as plainShrink, type Shrink } from "../shrink.ts";
import { type Steps, unwatched, type Watch } from "../stage.ts";
import { saturated } from "../stages/grid.ts";
import { view } from "../stages/view.ts";
import { type LiveFrame, liveFrame } from "./live-frame.ts";
import { createStillness, type Reel, type ReelParts } from "./reel.ts";
import { createSteadyReel } from "./steady-reel.ts";
export type StreamOptions = {
  /** The pictures' own size, where rasters are shrunken copies. */
  readonly source?: Pick<SourceInfo, "width" | "height">;
  readonly watch?: Watch;
  /** `loadKernels(WebAssembly)`, or `PLAIN_KERNELS` where that fails. */
  readonly kernels: Kernels;
  /** `loadShrink(WebAssembly)` where that can be had: the same bits, sooner. */
  readonly shrink?: Shrink;
  /** False draws every frame by itself, as a still would be: to compare with. */
  readonly smoothing?: boolean;
};

/** Video or a camera in characters: one frame after another, each drawn with what is known from those before. */
export type Stream = {
  /** Draws the next frame. One of another size begins anew. Throws a `Refusal` where the grid would be too large. */
  readonly next: (raster: Raster, options: RenderOptions) => LiveFrame;
  /**
   * Lets the Auto Director work on the frame that was drawn last, in steps for the time between frames; to be called while
   * that frame's raster still is what it was. What it finds glides in with the frames that follow. Null, and nothing comes,
   * where the scene has changed meanwhile.
   */
  readonly tune: (options: RenderOptions) => Steps<QualityEvidence | null>;
  /** Forgets all frames: for another source, or after a jump within one. */
  readonly restart: () => void;
};

export const openStream = (options: StreamOptions): Stream => {
  const { source, watch = unwatched, kernels, shrink = plainShrink, smoothing = true } = options;
  const createReel = smoothing ? createSteadyReel : createPlainReel;
  const glide = createGlide();
  const flicker = createFlickerMeter();
  const stillness = createStillness();
  let reel: Reel | null = null;
  let size: GridSize = { columns: 0, rows: 0 };
  let given: RenderParams | null = null;
  let last: Frame | null = null;
  let scene = 0;

  const forget = (): void => {
    reel = null;
    last = null;
    flicker.restart();
  };
  const reelFor = (wanted: GridSize): Reel => {
    if (reel !== null && isSame(wanted, size)) return reel;
    forget();
    size = wanted;
    return createReel({ size, kernels, shrink, watch });
  };
  return {
    next: (raster, options) => {
      checkRaster(raster);
      const wanted = completeParams(options);
      const { width, height } = source ?? raster;
      reel = reelFor(gridSize(wanted.columns, width, height));
      const params = glide.next(withoutDiffusion(options));
      if (given !== null && !areDrawnAlike(given, wanted)) reel.redraw();
      else if (glide.state() === "arrived") reel.renew();
      given = wanted;
      const shot = reel.next(raster, params, glide.state() === "under way");
      last = shot.still;
      if (shot.cut) scene++;
      return liveFrame(shot, params, flicker.next, stillness);
    },
    tune: (options) => {
      const params = completeParams(options);
      const [still, begun] = [last && kept(last), scene];
      return (function* () {
        if (still === null) return null;
        const directed = yield* direct(still, view.run(still, params), withoutDiffusion(options), watch);
        if (last === null || scene !== begun) return null;
        glide.begin(directed.take.params);
        return qualityEvidence(directed, params);
      })();
    },
    restart: () => {
      forget();
      glide.restart();
    },
  };
};

const isSame = (one: GridSize, other: GridSize): boolean => one.columns === other.columns && one.rows === other.rows;

/** Error diffusion upsets all that follows a changed cell, so no frame would look like the next: the search is used instead. */
const withoutDiffusion = (options: RenderOptions): RenderOptions => ({ ...options, dither: false });

/** A copy that stays when the stream goes on. */
const kept = (frame: Frame): Frame => ({
  ...frame,
  raster: { ...frame.raster, data: frame.raster.data.slice() },
  light: { ...frame.light, data: frame.light.data.slice() },
});

/** Whether two sets of parameters lead to the same glyphs. */
export const areDrawnAlike = (one: RenderParams, other: RenderParams): boolean =>
  one === other || GLYPH_PARAMS.every((name) => one[name] === other[name]);

/** Parameters that have a say in the glyphs of a stream. Others color them, or write them down, or come into play later. */
const GLYPH_PARAMS: readonly ParamName[] = [
  "charset",
  "invert",
  "contrast",
  "brightness",
  "gamma",
  "edges",
  "edgeStrength",
  "sharpen",
  "autoLevels",
  "structure",
  "denoise",
  "glyphStrategy",
  "maxGlyphRmse",
];

/** A reel that draws every frame as if it were a picture by itself: what smoothing is compared with. */
const createPlainReel = ({ size, kernels, shrink, watch }: ReelParts): Reel => {
  let isFirst = true;
  return {
    next: (raster, params) => {
      const { light, opacity, means } = watch("shrink", () => shrink(raster, size, params.color));
      const inks = means && watch("grid", () => foregrounds(saturated(means, params.saturation)));
      const still = { ...startFrame(raster, size, kernels), light: { ...light, data: light.data.slice() }, opacity };
      const drawn = runStages([...PARTS.view, ...PARTS.page], still, params, watch);
      const cut = isFirst;
      isFirst = false;
      return { still, drawn, contours: () => drawn.contours, inks, changed: 1, cut };
    },
    renew: () => {},
    redraw: () => {},
  };
};

/** Says how much of a page another frame has changed. */
type FlickerMeter = {
  /** Share of glyphs that are others than in the frame before, 0 to 1; 0 where there was none of this size. */
  readonly next: (glyphs: Uint8Array) => number;
  readonly restart: () => void;
};

export const createFlickerMeter = (): FlickerMeter => {
  let last = new Uint8Array(0);
  return {
    next: (glyphs) => {
      if (last.length !== glyphs.length) {
        last = glyphs.slice();
        return 0;
      }
      let others = 0;
      for (let cell = 0; cell < glyphs.length; cell++) if (glyphs[cell] !== last[cell]) others++;
      last.set(glyphs);
      return others / glyphs.length;
    },
    restart: () => {
      last = new Uint8Array(0);
    },
  };
};

/** Parameters on their way from one tuning to the next. */
type Glide = {
  /** What to draw the next frame with, one step further; what was set by hand stays as it was set. */
  readonly next: (options: RenderOptions) => RenderParams;
  /** Whether the goal is still ahead, has been reached with the last step, or was reached before. */
  readonly state: () => "under way" | "arrived" | "at rest";
  /** Begins to glide from where it is to the Auto Director's parameters. */
  readonly begin: (goal: RenderParams) => void;
  /** Forgets what was tuned. */
  readonly restart: () => void;
};

/** Frames that it takes from one tuning to the next: slow enough that the cells of a page need not all change at once. */
export const GLIDE_FRAMES = 48;

export const createGlide = (): Glide => {
  let from: Tuning = {};
  let goal: Tuning = {};
  let now: Tuning = {};
  let step = AT_REST;
  return {
    next: (options) => {
      const params = completeParams(options);
      step = Math.min(AT_REST, step + 1);
      const drawn = { ...params };
      for (const name of TUNABLE) {
        const [start, end] = [from[name] ?? params[name], goal[name]];
        if (end === undefined || options[name] !== undefined) continue;
        drawn[name] = step < GLIDE_FRAMES ? start + ((end - start) * step) / GLIDE_FRAMES : end;
      }
      now = drawn;
      return drawn;
    },
    state: () => (step < GLIDE_FRAMES ? "under way" : step === GLIDE_FRAMES ? "arrived" : "at rest"),
    begin: (params) => {
      if (TUNABLE.every((name) => params[name] === now[name])) return;
      from = now;
      goal = params;
      step = 0;
    },
    restart: () => {
      goal = {};
      step = AT_REST;
    },
  };
};

const AT_REST = GLIDE_FRAMES + 1;
