import type { RenderParams } from "@lumiglyph/contract";
import { CELL_GRID, CELL_PARTS } from "../cells.ts";
import type { Kernels } from "../kernels.ts";
import type { PipelineState } from "../pipeline-state.ts";
import type { Planes3 } from "../plane.ts";
import type { Raster } from "../raster.ts";
import type { CellTask } from "../search/cell-task.ts";
import { emptyPage, type TwoColors } from "../search/two-color-page.ts";
import { matchCells } from "../search/two-colors.ts";
import { hasGrounds } from "../stages/color.ts";
import { bytesOf } from "../stages/grid.ts";
import { type Choice, cellTask, twoColorChoice } from "../stages/match.ts";
import { DRIFT, PORTIONS, START } from "./open-cells.ts";

/** A page in two colors per cell that rematches only the cells that have to change. */
export type SteadyTwoColors = {
  /** The cells of a frame whose tones and codebook are known. */
  readonly next: (frame: PipelineState, params: RenderParams) => LiveTwoColors;
  /** Makes the next frame start from an empty page. */
  readonly restart: () => void;
};

/** Glyphs and colors of a frame, the latter also as sRGB bytes, three per cell. */
export type LiveTwoColors = {
  readonly choice: Choice;
  readonly inks: Uint8Array;
  readonly grounds: Uint8Array | null;
};

/** Noise limit: five levels in each part and channel. */
const KEEP = 3 * CELL_PARTS * (5 / 255) ** 2;

/** A page, and the colors that its cells were drawn for, one for each rectangle of 2 × 2 parts. */
type Shown = {
  readonly page: TwoColors;
  readonly colors: Float32Array;
  readonly task: CellTask;
  readonly fill: number;
};

/** A cell keeps its glyph and its colors until the picture has drifted. */
export const createSteadyTwoColors = (): SteadyTwoColors => {
  let shown: Shown | null = null;
  let open = new Uint8Array(0);
  let turn = 0;
  return {
    next: (frame, params) => {
      const task = cellTask(frame, params);
      const { fill } = params;
      const { masks, palette } = task;
      const isHeld = shown?.task.masks === masks && shown.task.palette === palette && shown.fill === fill;
      if (!isHeld || shown === null) {
        const page = emptyPage(task.size);
        open = new Uint8Array(page.cells.length);
        shown = { page, colors: new Float32Array(COLORS * open.length).fill(UNKNOWN), task, fill };
      }
      openCells(task, shown.colors, turn++, open);
      matchCells({ ...task, keep: isHeld ? KEEP : 0 }, shown.page, open);
      const { page } = shown;
      return {
        choice: twoColorChoice(page, frame, params),
        inks: bytesOf(page.inks),
        grounds: hasGrounds(params) ? bytesOf(page.grounds) : null,
      };
    },
    restart: () => {
      shown = null;
    },
  };
};

/**
 * Opens the cells whose colors have drifted from those that they were drawn for. Small drifts wait
 * for their turn.
 */
const openCells = ({ wanted, size }: CellTask, shown: Float32Array, turn: number, open: Uint8Array): void => {
  const own = new Float32Array(COLORS);
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      readRectangles(wanted, row, column, own);
      const drift = driftOf(own, shown, cell * COLORS);
      const hasTurn = (5 * column + 3 * row + turn) % PORTIONS === 0;
      const isOpen = drift > START * START || (hasTurn && drift > DRIFT * DRIFT);
      open[cell] = isOpen ? 1 : 0;
      if (isOpen) shown.set(own, cell * COLORS);
    }
  }
};

/**
 * Colors of the rectangles of 2 × 2 parts of a cell, channel by channel; single parts have more
 * noise.
 */
const readRectangles = (wanted: Planes3, row: number, column: number, out: Float32Array): void => {
  const { width } = wanted[0];
  const corner = row * CELL_GRID.rows * width + column * CELL_GRID.columns;
  for (let k = 0, to = 0; k < 3; k++) {
    const { data } = wanted[k]!;
    for (let y = 0, at = corner; y < CELL_GRID.rows; y += 2, at += 2 * width) {
      for (let i = at; i < at + CELL_GRID.columns; i += 2)
        out[to++] = (data[i]! + data[i + 1]! + data[i + width]! + data[i + width + 1]!) / 4;
    }
  }
};

/** Mean square difference of a cell's mean color, and a share of that of its rectangles. */
const driftOf = (own: Float32Array, shown: Float32Array, at: number): number => {
  let [means, forms] = [0, 0];
  for (let k = 0; k < COLORS; k += RECTANGLES) {
    let [sum, squares] = [0, 0];
    for (let i = k; i < k + RECTANGLES; i++) {
      const drift = own[i]! - shown[at + i]!;
      sum += drift / RECTANGLES;
      squares += (drift * drift) / RECTANGLES;
    }
    means += sum * sum;
    forms += squares - sum * sum;
  }
  return (means + FORM * forms) / 3;
};

const RECTANGLES = CELL_PARTS / 4;
const COLORS = 3 * RECTANGLES;
const FORM = 0.1;

/** Far from any color. */
const UNKNOWN = -9;

/** The parts of all cells, averaged over frames with the gain of their cell's light. The raster is reused. */
export type SteadyParts = (parts: Raster, gain: Float32Array) => Raster;

/** A change of color alone, at equal light, is applied at once. */
export const createSteadyParts = ({ blendParts }: Kernels): SteadyParts => {
  let believed = new Uint16Array(0);
  let out = new Uint8Array(0);
  let shares = new Int32Array(0);
  return (parts, gain) => {
    const { width, height, data } = parts;
    if (believed.length === data.length) {
      for (let cell = 0; cell < gain.length; cell++) shares[cell] = 32768 * gain[cell]! + 0.5;
    } else {
      believed = new Uint16Array(data.length);
      out = new Uint8Array(data.length);
      shares = new Int32Array(gain.length).fill(32768);
    }
    blendParts(believed, parts, shares, NOISE, out);
    return { width, height, data: out };
  };
};

/** Difference in a channel, in bytes, that is too large for noise; summed over a cell, in 128ths. */
const ANOTHER = 24;
const NOISE = ANOTHER * CELL_PARTS * 128;
