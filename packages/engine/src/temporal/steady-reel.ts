import type { RenderParams } from "@lumiglyph/contract";
import { transparentCells } from "../cells.ts";
import { lift } from "../encoders/foreground.ts";
import { type Contours, type Frame, startFrame } from "../frame.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import { type Codebook, histogramOfLight, rmseOf } from "../glyphs/codebook.ts";
import { luminance, percept } from "../math/srgb.ts";
import { PARTS, runStages } from "../pipeline.ts";
import { makePlane, type Plane, type Planes } from "../plane.ts";
import { codebookFor, wantedLight } from "../stages/codebook.ts";
import { edges } from "../stages/edges.ts";
import { strokeWorth } from "../stages/match.ts";
import { contoursOf, structure } from "../stages/structure.ts";
import { holdBlank, openCells, PORTIONS } from "./open-cells.ts";
import { drawOpen, emptyPage, type Page, readPage, rewritten, type Written } from "./page.ts";
import type { Reel, ReelParts, Shot } from "./reel.ts";
import { createSmoother } from "./smoother.ts";
import { createSteadyLevels } from "./steady-levels.ts";

/** A reel in which all holds still that the picture does not move: light, colors, levels, codebook and glyphs. */
export const createSteadyReel = ({ size, kernels, shrink, watch }: ReelParts): Reel => {
  const smooth = createSmoother(size);
  const colors = createSteadyColors(size.columns * size.rows);
  const levels = createSteadyLevels();
  const codebook = createSteadyCodebook();
  const cells = createSteadyCells();
  const planes = createPlaneRing();
  const redraw = (): void => {
    codebook.renew();
    cells.restart();
  };
  const draw = (
    still: Frame,
    params: RenderParams,
    changed: number,
    gliding: boolean,
  ): Pick<Shot, "drawn" | "contours"> => {
    planes.rewind();
    let toned: Frame | null = null;
    let glyphs: readonly number[] = [];
    const contours = (open: Uint8Array | null): Contours | null =>
      structure.wanted(params) ? watch("structure", () => contoursOf(toned!, open)) : null;
    const page = runStages([...PARTS.view, ...PARTS.page], { ...still, planes: planes.take }, params, watch, {
      levels: (frame) => ({ ...frame, leveling: levels.next(frame.tones, params.autoLevels, changed) }),
      // contours are found when it is known which cells are drawn anew
      structure: null,
      edges: (frame) => {
        toned = frame;
        return edges.run(frame, params);
      },
      codebook: (frame) => {
        toned ??= frame;
        return { ...frame, codebook: codebook.next(frame, params, gliding) };
      },
      match: (frame) => {
        const written = cells.next(frame, params, contours);
        glyphs = written.glyphs;
        return { ...frame, cells: written.cells };
      },
    });
    // what is on the page beside the codebook: its strokes, and glyphs of another that are on their way out
    const strokes = glyphs.slice(page.codebook.glyphs.length);
    const drawn = { ...page, codebook: { ...page.codebook, strokes } };
    return { drawn, contours: () => contours(null) };
  };
  return {
    next: (raster, params, gliding) => {
      const shrunk = watch("shrink", () => shrink(raster, size, params.color));
      const { light, gain, changed, cut } = watch("smooth", () => smooth(shrunk.light, params.motionSensitivity));
      const inks = watch("grid", () => colors(shrunk.means, params.saturation, gain));
      if (cut) {
        levels.restart();
        redraw();
      }
      const still = { ...startFrame(raster, size, kernels), light, opacity: shrunk.opacity };
      return { still, ...draw(still, params, changed, gliding), inks, changed, cut };
    },
    renew: codebook.renew,
    redraw,
  };
};

/** Planes that are handed out anew for every frame. */
type PlaneRing = {
  readonly take: Planes;
  /** From now on the planes that were taken are free again. */
  readonly rewind: () => void;
};

export const createPlaneRing = (): PlaneRing => {
  const planes: Plane[] = [];
  let taken = 0;
  return {
    take: (width, height) => {
      const known = planes[taken];
      const plane = known?.width === width && known.height === height ? known : makePlane(width, height);
      planes[taken++] = plane;
      return plane;
    },
    rewind: () => {
      taken = 0;
    },
  };
};

/**
 * Colors to draw glyphs in that hold still, sRGB, three bytes a cell, for cells whose mean linear colors and whose light's gain are given; the same arrays every time.
 * Null for null, and then what was seen before is forgotten.
 */
type SteadyColors = (means: Float64Array | null, saturation: number, gain: Float32Array) => Uint8Array | null;

/**
 * Colors are believed as the light is, by the same gain. A change of color alone, which the light does not show, is seen by
 * its size. A color stays as it is until the belief has left it by more than anyone sees.
 */
export const createSteadyColors = (cells: number): SteadyColors => {
  const believed = new Float32Array(3 * cells);
  const colors = new Uint8Array(3 * cells);
  const inks = new Uint8Array(3 * cells);
  let isFirst = true;
  return (means, saturation, gain) => {
    if (means === null) {
      isFirst = true;
      return null;
    }
    for (let cell = 0, at = 0; cell < gain.length; cell++, at += 3) {
      const gray = luminance(means[at]!, means[at + 1]!, means[at + 2]!);
      const red = 255 * percept(gray + (means[at]! - gray) * saturation) - believed[at]!;
      const green = 255 * percept(gray + (means[at + 1]! - gray) * saturation) - believed[at + 1]!;
      const blue = 255 * percept(gray + (means[at + 2]! - gray) * saturation) - believed[at + 2]!;
      const isOther = isFirst || Math.max(Math.abs(red), Math.abs(green), Math.abs(blue)) > ANOTHER;
      const share = isOther ? 1 : gain[cell]!;
      believed[at] = believed[at]! + share * red;
      believed[at + 1] = believed[at + 1]! + share * green;
      believed[at + 2] = believed[at + 2]! + share * blue;
      if (share < 1 && !isOff(believed, colors, at)) continue;
      for (let i = at; i < at + 3; i++) colors[i] = believed[i]! + 0.5;
      lift(colors, at, inks, at);
    }
    isFirst = false;
    return inks;
  };
};

/** Difference in a channel, in bytes, that no noise makes. */
const ANOTHER = 24;

/** Difference in a channel, in bytes, that is let pass. */
const UNSEEN = 3;

const isOff = (believed: Float32Array, shown: Uint8Array, at: number): boolean =>
  Math.abs(believed[at]! - shown[at]!) > UNSEEN ||
  Math.abs(believed[at + 1]! - shown[at + 1]!) > UNSEEN ||
  Math.abs(believed[at + 2]! - shown[at + 2]!) > UNSEEN;

/** A page of which only what has to change is drawn anew. */
export type SteadyCells = {
  /**
   * The glyphs for a frame that has its tones and its codebook, those that it draws with and some that are on their way out.
   * It asks for the contours of the cells that it draws anew, which are not 0.
   */
  readonly next: (
    frame: Frame,
    params: RenderParams,
    contours: (open: Uint8Array | null) => Contours | null,
  ) => Written;
  /** The next frame is drawn on an empty page. */
  readonly restart: () => void;
};

/**
 * A cell keeps its glyph until its tones have drifted. Those that have are searched among glyphs that stay, so that one cannot
 * upset the others. For another codebook all are drawn anew, but a portion at a time.
 */
export const createSteadyCells = (): SteadyCells => {
  let page: Page | null = null;
  let turn = 0;
  let renewing = 0;
  const turnTo = (frame: Frame): Page => {
    if (page === null) return emptyPage(frame);
    if (page.codebook !== frame.codebook) {
      page = rewritten(page, frame.codebook);
      renewing = PORTIONS;
    }
    openCells(page, frame.tone, turn++, renewing-- > 0);
    return page;
  };
  return {
    next: (frame, params, contours) => {
      page = turnTo(frame);
      holdBlank(page, transparentCells(frame.opacity, frame.size));
      const { dirty } = page.search;
      if (dirty.includes(1)) drawOpen(page, frame, contours(dirty), strokeWorth(params));
      return readPage(page);
    },
    restart: () => {
      page = null;
      renewing = 0;
    },
  };
};

/** A codebook that stays. */
export type SteadyCodebook = {
  /** The codebook for a frame whose tones are known: the one of the frame before, unless that has failed for a while. */
  readonly next: (frame: Frame, params: RenderParams, gliding: boolean) => Codebook;
  /** The next frame gets the codebook that suits it best. */
  readonly renew: () => void;
};

/**
 * Another codebook is another texture all over the page, so there has to be a reason for it: the limit is missed for many
 * frames in a row, or held by so much that fewer glyphs are likely to do.
 */
export const createSteadyCodebook = (): SteadyCodebook => {
  let held: Codebook | null = null;
  let frames = 0;
  let unfit = 0;
  return {
    next: (frame, params, gliding) => {
      const transparent = transparentCells(frame.opacity, frame.size)?.includes(1) ?? false;
      // transparent cells are blank, so they need the blank at once
      if (transparent && held !== null && ATLAS.glyphs[held.glyphs[0]!] !== " ") held = null;
      frames = held === null ? 0 : frames + 1;
      if (held !== null && (gliding || !held.adapted || frames % EVERY !== 0)) return held;
      const histogram = histogramOfLight(wantedLight(frame, params.charset));
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

/** Frames from one look at the codebook to the next, and looks in a row that it has to fail: 15 frames in all. */
const EVERY = 5;
const LOOKS = 3;

/** Share of the limit below which a codebook is too good. */
const LAVISH = 0.7;

const isFit = (rmse: number, limit: number): boolean => rmse <= limit && rmse >= LAVISH * limit;

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((glyph, index) => glyph === other[index]);
