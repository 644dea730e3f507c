import {
  completeParams,
  type GridSize,
  gridSize,
  type ParamName,
  type QualityEvidence,
  type RenderOptions,
  type RenderParams,
  STAGE_PARAMS,
} from "@lumiglyph/contract";
import { direct } from "../director/direct.ts";
import type { FontProfile } from "../glyphs/font-profile.ts";
import { withProfile } from "../glyphs/fonts.ts";
import type { Kernels } from "../kernels.ts";
import { PARTS, runStages } from "../pipeline.ts";
import { initialState, type PipelineState } from "../pipeline-state.ts";
import { copyOf } from "../plane.ts";
import { checkRaster, type Raster, type SourceInfo } from "../raster.ts";
import { shrink as plainShrink, type Shrink } from "../shrink.ts";
import { type Steps, unwatched, type Watch } from "../stage.ts";
import { grid } from "../stages/grid.ts";
import { view } from "../stages/view.ts";
import type { FrameRenderer, FrameRendererParts } from "./frame-renderer.ts";
import { createGlide } from "./glide.ts";
import { createStillness, type LiveFrame, liveFrame } from "./live-frame.ts";
import { createSteadyRenderer } from "./steady-renderer.ts";

/** Inputs of a stream besides frames and their parameters. */
export type StreamOptions = {
  /** Size of the original frames, if the rasters are reduced copies. */
  readonly source?: Pick<SourceInfo, "width" | "height">;
  readonly watch?: Watch;
  /** `loadKernels(WebAssembly)`, or `PLAIN_KERNELS` if that fails. */
  readonly kernels: Kernels;
  /** `loadShrink(WebAssembly)` if available: the same bits in less time. */
  readonly shrink?: Shrink;
  /** False renders every frame on its own, like a single image, for comparison. */
  readonly smoothing?: boolean;
  /** A custom font profile, used instead of `font`. */
  readonly profile?: FontProfile;
};

/** Renders video or a camera: one frame after another, using what is known from earlier frames. */
export type Stream = {
  /**
   * Renders the next frame. Another size restarts the stream. Throws a `Refusal` if the grid would
   * be too large.
   */
  readonly next: (raster: Raster, options: RenderOptions) => LiveFrame;
  /**
   * Lets the Auto Director tune the last frame, in steps that fit between frames. Call it while
   * that frame's raster is unchanged. The following frames glide to the result. Returns null, and
   * changes nothing, if the scene has changed in the meantime.
   */
  readonly tune: (options: RenderOptions) => Steps<QualityEvidence | null>;
  /** Forgets all frames, for another source or after a seek. */
  readonly restart: () => void;
};

/** Opens a stream; it keeps state between frames. */
export const openStream = (options: StreamOptions): Stream => {
  const { source, watch = unwatched, kernels, shrink = plainShrink, smoothing = true, profile } = options;
  const createRenderer = smoothing ? createSteadyRenderer : createPlainRenderer;
  const glide = createGlide();
  const flicker = createFlickerMeter();
  const stillness = createStillness();
  let renderer: FrameRenderer | null = null;
  let size: GridSize = { columns: 0, rows: 0 };
  let given: RenderParams | null = null;
  let last: PipelineState | null = null;
  let scene = 0;

  const forget = (): void => {
    renderer = null;
    last = null;
    flicker.restart();
  };
  const rendererFor = (wanted: GridSize): FrameRenderer => {
    if (renderer !== null && isSame(wanted, size)) return renderer;
    forget();
    size = wanted;
    return createRenderer({ size, kernels, shrink, watch });
  };
  return {
    next: (raster, options) => {
      checkRaster(raster);
      const wanted = completeParams({ ...options, ...FOR_FRAMES });
      const { width, height } = source ?? raster;
      renderer = rendererFor(gridSize(wanted, width, height));
      const params = glide.next(forFrames(options, profile));
      if (given !== null && !areDrawnAlike(given, wanted)) renderer.redraw();
      else if (glide.state() === "arrived") renderer.renew();
      given = wanted;
      const drawn = renderer.next(raster, params, glide.state() === "under way");
      last = drawn.scaled;
      if (drawn.cut) scene++;
      return liveFrame(drawn, params, flicker.next, stillness);
    },
    tune: (options) => {
      const params = completeParams(options);
      const [scaled, begun] = [last && kept(last), scene];
      return (function* () {
        if (scaled === null) return null;
        const directed = yield* direct(scaled, view.run(scaled, params), forFrames(options, profile), watch);
        if (last === null || scene !== begun) return null;
        glide.begin(directed.params);
        return directed.quality;
      })();
    },
    restart: () => {
      forget();
      glide.restart();
    },
  };
};

const isSame = (one: GridSize, other: GridSize): boolean => one.columns === other.columns && one.rows === other.rows;

/**
 * Error diffusion changes everything after a changed cell, so consecutive frames would differ
 * everywhere. Streams use the search instead.
 */
const FOR_FRAMES = { dither: false } as const;

const forFrames = (options: RenderOptions, profile: FontProfile | undefined): RenderOptions => ({
  ...withProfile(options, profile),
  ...FOR_FRAMES,
});

/** A copy that remains valid when the stream continues. */
const kept = (frame: PipelineState): PipelineState => ({
  ...frame,
  raster: { ...frame.raster, data: frame.raster.data.slice() },
  light: copyOf(frame.light),
  means: frame.means?.slice() ?? null,
  parts: frame.parts && { ...frame.parts, data: frame.parts.data.slice() },
});

/** Whether two sets of parameters give the same glyphs: no stage before the inks depends on a difference. */
export const areDrawnAlike = (one: RenderParams, other: RenderParams): boolean =>
  [...PARTS.light, ...PARTS.view, ...PARTS.glyphs].every(({ name, wanted }) => {
    const isEqual = (param: ParamName): boolean => param in FOR_FRAMES || one[param] === other[param];
    return STAGE_PARAMS[name].every(isEqual) || !(wanted(one) || wanted(other));
  });

/** Renders every frame on its own, as the baseline for smoothing. */
const createPlainRenderer = ({ size, kernels, shrink, watch }: FrameRendererParts): FrameRenderer => {
  let isFirst = true;
  return {
    next: (raster, params) => {
      const { light, opacity, means } = watch("shrink", () => shrink(raster, size, params.color));
      const start = initialState(raster, size, kernels);
      const scaled = { ...start, light: { ...light, data: light.data.slice() }, opacity, means };
      const drawn = runStages([...PARTS.view, ...PARTS.glyphs], scaled, params, watch);
      const painted = watch("grid", () => (params.color ? grid.run(drawn, params) : drawn));
      const cut = isFirst;
      isFirst = false;
      return {
        scaled,
        drawn,
        contours: () => drawn.contours,
        inks: painted.colors,
        grounds: painted.grounds,
        changed: 1,
        cut,
      };
    },
    renew: () => {},
    redraw: () => {},
  };
};

/** Measures how many glyphs change from frame to frame. */
type FlickerMeter = {
  /** Share of glyphs that differ from the frame before, 0 to 1; 0 if there was none of this size. */
  readonly next: (glyphs: Uint8Array) => number;
  readonly restart: () => void;
};

/** A meter that has seen no frame. */
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
