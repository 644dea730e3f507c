import type { RenderParams } from "@lumiglyph/contract";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import type { Codebook } from "../glyphs/codebook.ts";
import type { Contours, PipelineState } from "../pipeline-state.ts";
import { copyOf, type Planes3 } from "../plane.ts";
import {
  clearError,
  newPairSearch,
  type PairSearch,
  readPairs,
  runPairs,
  type TwoColorTask,
  writeWeights,
} from "../search/two-colors.ts";
import { hasGrounds } from "../stages/color.ts";
import { bytesOf } from "../stages/grid.ts";
import { type Choice, pairChoice, pairTarget, pairTask } from "../stages/match.ts";
import { SAMPLES } from "./cell-difference.ts";
import { DRIFT, PORTIONS, START } from "./open-cells.ts";

/** A page in two colors per cell of which only the cells that have to change are redrawn. */
export type SteadyPairs = {
  /** The cells of a frame whose tones and codebook are known. `contours` is called with the cells to redraw. */
  readonly next: (
    frame: PipelineState,
    params: RenderParams,
    contours: (open: Uint8Array | null) => Contours | null,
  ) => LivePairs;
  /** Makes the next frame start from an empty page. */
  readonly restart: () => void;
};

/** Glyphs and colors of a frame, the latter also as sRGB bytes, three per cell. */
export type LivePairs = {
  readonly choice: Choice;
  readonly inks: Uint8Array;
  readonly grounds: Uint8Array | null;
};

/** A page that is updated from frame to frame. */
type Page = {
  readonly codebook: Codebook;
  readonly fill: number;
  readonly colors: RenderParams["colors"];
  readonly glyphs: readonly number[];
  readonly search: PairSearch;
  /** The target that the cells were drawn for. */
  readonly shown: Planes3;
};

/** What it is worth that a cell keeps its glyph. */
const KEEP: number = Math.fround(2e-4);

/**
 * A cell keeps its glyph and its colors until the picture has drifted. Cells that have are searched among the others,
 * which stay. Another codebook or share of the background redraws all cells.
 */
export const createSteadyPairs = (): SteadyPairs => {
  let page: Page | null = null;
  let turn = 0;
  return {
    next: (frame, params, contours) => {
      const { codebook } = frame;
      const target = pairTarget(frame, params);
      const isSame = page?.codebook === codebook && page.fill === params.fill && page.colors === params.colors;
      if (page !== null && isSame) openCells(page, target, turn++);
      else page = newPage(pairTask({ ...frame, contours: null }, params, target), codebook, params);
      const { search, shown, glyphs } = page;
      if (search.dirty.includes(1)) {
        copyOpen(search, pairTask({ ...frame, contours: contours(search.dirty) }, params, target));
        clearError(search, shown, search.means);
        runPairs(search, frame.kernels);
        page = { ...page, search: { ...search, keep: KEEP } };
      }
      const pairs = readPairs(search);
      return {
        choice: pairChoice(pairs, glyphs, frame, params),
        inks: bytesOf(pairs.inks),
        grounds: hasGrounds(params) ? bytesOf(pairs.grounds) : null,
      };
    },
    restart: () => {
      page = null;
    },
  };
};

const newPage = (task: TwoColorTask, codebook: Codebook, { fill, colors }: RenderParams): Page => {
  const search = newPairSearch(task);
  const [red, green, blue] = task.target;
  return {
    ...{ codebook, fill, colors, glyphs: task.glyphs, search },
    shown: [copyOf(red), copyOf(green), copyOf(blue)],
  };
};

/** Opens the cells whose colors have drifted from those that they were drawn for. Small drifts wait for their turn. */
const openCells = ({ search, shown }: Page, target: Planes3, turn: number): void => {
  const { columns, rows } = search.size;
  const { width } = target[0];
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      const at = row * CELL_HEIGHT * width + column * CELL_WIDTH;
      const drift = driftOf(target, shown, at, width);
      const hasTurn = (5 * column + 3 * row + turn) % PORTIONS === 0;
      const isOpen = drift > START * START || (hasTurn && drift > DRIFT * DRIFT);
      search.dirty[cell] = isOpen ? 1 : 0;
      if (!isOpen) continue;
      retarget(target, shown, search.means, cell, at, width);
      writeWeights(search.means, cell, search.weights);
    }
  }
};

/** Mean square difference of a cell's colors on a scale that is about the eye's: that of the square root of light. */
const driftOf = (target: Planes3, shown: Planes3, at: number, width: number): number => {
  let sum = 0;
  for (let channel = 0; channel < 3; channel++) {
    const [now, before] = [target[channel]!.data, shown[channel]!.data];
    for (let y = 0, i = at; y < CELL_HEIGHT; y++, i += width) {
      for (let x = i; x < i + CELL_WIDTH; x++) {
        const difference = now[x]! - before[x]!;
        sum += (difference * difference) / (before[x]! + NEARLY_BLACK);
      }
    }
  }
  return sum / (4 * 3 * SAMPLES);
};

const NEARLY_BLACK = 0.01;

const retarget = (
  target: Planes3,
  shown: Planes3,
  means: Float32Array,
  cell: number,
  at: number,
  width: number,
): void => {
  for (let channel = 0; channel < 3; channel++) {
    let sum = 0;
    for (let y = 0, i = at; y < CELL_HEIGHT; y++, i += width) {
      for (let x = i; x < i + CELL_WIDTH; x++) {
        shown[channel]!.data[x] = target[channel]!.data[x]!;
        sum += target[channel]!.data[x]!;
      }
    }
    means[3 * cell + channel] = sum / SAMPLES;
  }
};

/** Takes over what a task asks of the open cells. */
const copyOpen = ({ dirty, held, liked, worth, even }: PairSearch, task: TwoColorTask): void => {
  for (let cell = 0; cell < dirty.length; cell++) {
    if (dirty[cell] === 0) continue;
    held[cell] = task.held[cell]!;
    liked[cell] = task.liked[cell]!;
    worth[cell] = task.worth[cell]!;
    even[cell] = task.even?.[cell] ?? 0;
  }
};
