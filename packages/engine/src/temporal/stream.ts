import {
  type GridSize,
  gridSize,
  type ParsedParams,
  type QualityEvidence,
  type RenderParams,
} from "@lumiglyph/contract";
import { direct } from "../director/direct.ts";
import { qualityEvidence } from "../director/evidence.ts";
import type { Frame } from "../frame.ts";
import type { Kernels } from "../kernels.ts";
import { checkRaster, type Raster, type SourceInfo } from "../raster.ts";
import { shrink as plainShrink, type Shrink } from "../shrink.ts";
import { unwatched, type Watch } from "../stage.ts";
import { view } from "../stages/view.ts";
import type { Steps } from "../steps.ts";
import { areDrawnAlike } from "./drawn-alike.ts";
import { createFlickerMeter } from "./flicker-meter.ts";
import { createGlide } from "./glide.ts";
import { type LiveFrame, liveFrame } from "./live-frame.ts";
import { createPlainReel } from "./plain-reel.ts";
import type { Reel } from "./reel.ts";
import { createSteadyReel } from "./steady-reel.ts";
import { createStillness } from "./stillness.ts";

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
  readonly next: (raster: Raster, parsed: ParsedParams) => LiveFrame;
  /**
   * Lets the Auto Director work on the frame that was drawn last, in steps for the time between frames; to be called while
   * that frame's raster still is what it was. What it finds glides in with the frames that follow. Null, and nothing comes,
   * where the scene has changed meanwhile.
   */
  readonly tune: (parsed: ParsedParams) => Steps<QualityEvidence | null>;
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
    next: (raster, parsed) => {
      checkRaster(raster);
      const { width, height } = source ?? raster;
      reel = reelFor(gridSize(parsed.params.columns, width, height));
      const params = glide.next(withoutDiffusion(parsed));
      if (given !== null && !areDrawnAlike(given, parsed.params)) reel.redraw();
      else if (glide.state() === "arrived") reel.renew();
      given = parsed.params;
      const shot = reel.next(raster, params, glide.state() === "under way");
      last = shot.still;
      if (shot.cut) scene++;
      return liveFrame(shot, params, flicker.next, stillness);
    },
    tune: (parsed) => {
      const [still, begun] = [last && kept(last), scene];
      return (function* () {
        if (still === null) return null;
        const directed = yield* direct(still, view.run(still, parsed.params), withoutDiffusion(parsed), watch);
        if (last === null || scene !== begun) return null;
        glide.begin(directed.take.params);
        return qualityEvidence(directed, parsed);
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
const withoutDiffusion = (parsed: ParsedParams): ParsedParams => ({
  ...parsed,
  params: { ...parsed.params, dither: false },
});

/** A copy that stays when the stream goes on. */
const kept = (frame: Frame): Frame => ({
  ...frame,
  raster: { ...frame.raster, data: frame.raster.data.slice() },
  light: { ...frame.light, data: frame.light.data.slice() },
});
