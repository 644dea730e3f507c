import type { RenderParams } from "@lumiglyph/contract";
import { transparentCells } from "../cells.ts";
import type { Contours } from "../contours.ts";
import { type Codebook, drawnGlyphs, histogramOfLight, rmseOf } from "../glyphs/codebook.ts";
import { LIGHT_OF_BYTE, luminance, toTone } from "../math/srgb.ts";
import { PARTS, runStages } from "../pipeline.ts";
import { type Hues, initialState, type PipelineState } from "../pipeline-state.ts";
import { makePlane, type Plane, type Planes } from "../plane.ts";
import { codebookFor, wantedLight } from "../stages/codebook.ts";
import { drawsInks, drawsPairs, noHues, setHue } from "../stages/color.ts";
import { edges } from "../stages/edges.ts";
import { inkColors } from "../stages/grid.ts";
import { leastClear, strokeWorth } from "../stages/match.ts";
import { drawsMosaic, reduceToParts } from "../stages/parts.ts";
import { contoursOf, structure } from "../stages/structure.ts";
import type { FrameRenderer, FrameRendererParts, FrameResult } from "./frame-renderer.ts";
import { emptyGrid, type GridGlyphs, type LiveGrid, readGrid, searchOpenCells, withCodebook } from "./live-grid.ts";
import { createSteadyParts, createSteadyTwoColors, type LiveTwoColors } from "./live-two-colors.ts";
import { holdBlank, openCells, PORTIONS } from "./open-cells.ts";
import { createSmoother } from "./smoother.ts";
import { createSteadyLevels } from "./steady-levels.ts";

/**
 * A renderer that changes only what the picture changes: otherwise light, colors, levels, codebook
 * and glyphs are held.
 */
export const createSteadyRenderer = ({ size, kernels, shrink, watch }: FrameRendererParts): FrameRenderer => {
  const smooth = createSmoother(size);
  const colors = createSteadyColors(size.columns * size.rows);
  const levels = createSteadyLevels();
  const codebook = createSteadyCodebook();
  const cells = createSteadyCells();
  const twoColors = createSteadyTwoColors();
  const steadyParts = createSteadyParts(kernels);
  const planes = createPlanePool();
  const bytes = new Uint8Array(3 * size.columns * size.rows);
  const redraw = (): void => {
    codebook.renew();
    cells.restart();
    twoColors.restart();
  };
  const draw = (
    scaled: PipelineState,
    hues: Hues | null,
    params: RenderParams,
    changed: number,
    gliding: boolean,
  ): Pick<FrameResult, "drawn" | "contours" | "inks" | "grounds"> => {
    let toned: PipelineState | null = null;
    let glyphs: readonly number[] = [];
    let painted: LiveTwoColors | null = null;
    const contours = (open: Uint8Array | null): Contours | null =>
      structure.wanted(params) ? watch("structure", () => contoursOf(toned!, drawsInks(params), open)) : null;
    const matched = runStages([...PARTS.view, ...PARTS.glyphs], scaled, params, watch, {
      levels: (frame) => ({ ...frame, leveling: levels.next(frame.tones, params.autoLevels, changed) }),
      // `match` finds contours once it is known which cells are redrawn
      structure: null,
      edges: (frame) => {
        toned = frame;
        return edges.run(frame, params);
      },
      color: (frame) => {
        toned ??= frame;
        return { ...frame, hues };
      },
      codebook: (frame) => {
        toned ??= frame;
        return { ...frame, codebook: codebook.next(frame, params, gliding) };
      },
      match: (frame) => {
        if (drawsPairs(params)) {
          // letters ask for contours, a palette for even areas
          const isAsked = !drawsMosaic(params) || params.colors !== "truecolor";
          painted = twoColors.next({ ...frame, contours: isAsked ? contours(null) : null }, params);
          glyphs = drawnGlyphs(frame.codebook);
          return { ...frame, ...painted.choice };
        }
        const written = cells.next(frame, params, contours);
        glyphs = written.glyphs;
        return { ...frame, cells: written.cells, inks: written.inks };
      },
    });
    // glyphs in use besides the codebook: its strokes, and retired glyphs of the previous one
    const strokes = glyphs.slice(matched.codebook.glyphs.length);
    const drawn = { ...matched, codebook: { ...matched.codebook, strokes } };
    if (painted !== null) return { drawn, contours: () => contours(null), ...colorsOf(painted) };
    const inks = hues && watch("grid", () => inkColors(hues, drawn.inks!, bytes));
    return { drawn, contours: () => contours(null), inks, grounds: null };
  };
  return {
    next: (raster, params, gliding) => {
      const shrunk = watch("shrink", () => shrink(raster, size, params.color));
      const { light, gain, changed, cut } = watch("smooth", () => smooth(shrunk.light, params.motionSensitivity));
      const hues = watch("color", () => colors(shrunk.means, params.saturation, gain));
      if (cut) {
        levels.restart();
        redraw();
      }
      const { opacity, means } = shrunk;
      planes.reset();
      const start = { ...initialState(raster, size, kernels), planes: planes.take, light, opacity, means };
      const parts = drawsPairs(params) ? steadyParts(reduceToParts(start), gain) : null;
      const scaled = { ...start, parts };
      return { scaled, ...draw(scaled, hues, params, changed, gliding), changed, cut };
    },
    renew: codebook.renew,
    redraw,
  };
};

const colorsOf = ({ inks, grounds }: LiveTwoColors): Pick<FrameResult, "inks" | "grounds"> => ({ inks, grounds });

/** Planes that are reused for every frame. */
type PlanePool = {
  readonly take: Planes;
  /** Frees all planes that were taken. */
  readonly reset: () => void;
};

/** An empty pool. */
export const createPlanePool = (): PlanePool => {
  const planes: Plane[] = [];
  let taken = 0;
  return {
    take: (width, height) => {
      const known = planes[taken];
      const plane = known?.width === width && known.height === height ? known : makePlane(width, height);
      planes[taken++] = plane;
      return plane;
    },
    reset: () => {
      taken = 0;
    },
  };
};

/**
 * The hues of the cells, given their mean linear colors and the light's gain. Returns the same arrays every time. Null for
 * null, which also forgets earlier frames.
 */
type SteadyColors = (means: Float64Array | null, saturation: number, gain: Float32Array) => Hues | null;

/**
 * Colors are averaged with the gain of the light. A change of color alone, which the light does not
 * show, is detected by its size. A color stays until its mean differs visibly.
 */
export const createSteadyColors = (cells: number): SteadyColors => {
  const believed = new Float32Array(3 * cells);
  const shown = new Float32Array(3 * cells);
  const hues = noHues(cells);
  let isFirst = true;
  return (means, saturation, gain) => {
    if (means === null) {
      isFirst = true;
      return null;
    }
    for (let cell = 0, at = 0; cell < gain.length; cell++, at += 3) {
      const gray = luminance(means[at]!, means[at + 1]!, means[at + 2]!);
      const r = gray + (means[at]! - gray) * saturation;
      const g = gray + (means[at + 1]! - gray) * saturation;
      const b = gray + (means[at + 2]! - gray) * saturation;
      const red = 255 * toTone(r) - believed[at]!;
      const green = 255 * toTone(g) - believed[at + 1]!;
      const blue = 255 * toTone(b) - believed[at + 2]!;
      const isOther = isFirst || Math.max(Math.abs(red), Math.abs(green), Math.abs(blue)) > ANOTHER;
      const share = isOther ? 1 : gain[cell]!;
      believed[at] = believed[at]! + share * red;
      believed[at + 1] = believed[at + 1]! + share * green;
      believed[at + 2] = believed[at + 2]! + share * blue;
      if (share < 1 && !isOff(believed, shown, at)) continue;
      for (let i = at; i < at + 3; i++) shown[i] = believed[i]!;
      if (isOther) setHue(hues, cell, r, g, b);
      else setHue(hues, cell, lightOf(shown[at]!), lightOf(shown[at + 1]!), lightOf(shown[at + 2]!));
    }
    isFirst = false;
    return hues;
  };
};

/** Linear light of an encoded value from 0 to 255, between those of the bytes beside it. */
const lightOf = (encoded: number): number => {
  const byte = Math.min(254, encoded | 0);
  return LIGHT_OF_BYTE[byte]! + (LIGHT_OF_BYTE[byte + 1]! - LIGHT_OF_BYTE[byte]!) * (encoded - byte);
};

/** Difference in a channel, in bytes, that is too large for noise. */
const ANOTHER = 24;

/** Tolerated difference in a channel, in bytes. */
const UNSEEN = 3;

const isOff = (believed: Float32Array, shown: Float32Array, at: number): boolean =>
  Math.abs(believed[at]! - shown[at]!) > UNSEEN ||
  Math.abs(believed[at + 1]! - shown[at + 1]!) > UNSEEN ||
  Math.abs(believed[at + 2]! - shown[at + 2]!) > UNSEEN;

/** A grid that redraws only the cells that have to change. */
export type SteadyCells = {
  /**
   * The glyphs for a frame whose tones and codebook are known, retired ones included. `contours` is called with the cells
   * to redraw, which are not 0.
   */
  readonly next: (
    frame: PipelineState,
    params: RenderParams,
    contours: (open: Uint8Array | null) => Contours | null,
  ) => GridGlyphs;
  /** Makes the next frame start from an empty grid. */
  readonly restart: () => void;
};

/**
 * A cell keeps its glyph until its tones have drifted. Cells that have are searched among the glyphs of the others, which
 * stay, so that one cannot upset the rest. For another codebook all cells are redrawn, a portion at a time.
 */
export const createSteadyCells = (): SteadyCells => {
  let grid: LiveGrid | null = null;
  let turn = 0;
  let renewing = 0;
  const nextGrid = (frame: PipelineState): LiveGrid => {
    if (grid === null) return emptyGrid(frame);
    if (grid.codebook !== frame.codebook) {
      grid = withCodebook(grid, frame.codebook, frame.hues);
      renewing = PORTIONS;
    }
    openCells(grid, frame.tone, turn++, renewing-- > 0);
    return grid;
  };
  return {
    next: (frame, params, contours) => {
      grid = nextGrid(frame);
      holdBlank(grid, transparentCells(frame, params));
      const { dirty } = grid.search;
      if (dirty.includes(1)) {
        const worth = strokeWorth(params, frame.hues !== null);
        searchOpenCells(grid, frame, contours(dirty), worth, leastClear(frame.codebook, params));
      }
      return readGrid(grid);
    },
    restart: () => {
      grid = null;
      renewing = 0;
    },
  };
};

/** A codebook that stays constant until there is reason to change it. */
export type SteadyCodebook = {
  /**
   * The codebook for a frame whose tones are known: the previous one, unless it has been unfit for
   * a while.
   */
  readonly next: (frame: PipelineState, params: RenderParams, gliding: boolean) => Codebook;
  /** Makes the next frame choose its best codebook. */
  readonly renew: () => void;
};

/**
 * Another codebook changes the texture of the whole grid, so it needs a reason: the limit is exceeded for many frames in a
 * row, or undercut so far that fewer glyphs will probably do.
 */
export const createSteadyCodebook = (): SteadyCodebook => {
  let held: Codebook | null = null;
  let frames = 0;
  let unfit = 0;
  return {
    next: (frame, params, gliding) => {
      const transparent = transparentCells(frame, params)?.includes(1) ?? false;
      // transparent cells need the blank at once
      if (transparent && held !== null && held.atlas.glyphs[held.glyphs[0]!] !== " ") held = null;
      frames = held === null ? 0 : frames + 1;
      if (held !== null && (gliding || !held.adapted || frames % EVERY !== 0)) return held;
      const histogram = histogramOfLight(wantedLight(frame, params));
      unfit = held === null || isFit(rmseOf(histogram, held.tones), params.maxGlyphRmse) ? 0 : unfit + 1;
      if (held !== null && unfit < LOOKS) return held;
      unfit = 0;
      const chosen = codebookFor(histogram, params, transparent);
      if (held === null || !isSame(chosen.glyphs, held.glyphs)) held = chosen;
      return held;
    },
    renew: () => {
      held = null;
    },
  };
};

/** Frames from one check of the codebook to the next, and checks in a row that have to fail: 15 frames in all. */
const EVERY = 5;
const LOOKS = 3;

/** Share of the limit below which a codebook is better than necessary. */
const LAVISH = 0.7;

const isFit = (rmse: number, limit: number): boolean => rmse <= limit && rmse >= LAVISH * limit;

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((glyph, index) => glyph === other[index]);
