import type { RenderParams } from "@lumiglyph/contract";
import { CELL_GRID, CELL_PARTS } from "../cells.ts";
import type { Kernels } from "../kernels.ts";
import type { PipelineState, Raster } from "../pipeline-state.ts";
import { copyOf, type Planes3 } from "../plane.ts";
import { emptyPage, type TwoColors } from "../search/two-color-page.ts";
import { type CellTask, matchCells } from "../search/two-colors.ts";
import { hasGrounds } from "../stages/color.ts";
import { bytesOf } from "../stages/grid.ts";
import { type Choice, cellTask, twoColorChoice } from "../stages/match.ts";
import { DRIFT, PORTIONS, START } from "./open-cells.ts";

/** A page in two colors per cell of which only the cells that have to change are matched anew. */
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

/** Five levels in each part and channel: less is noise. */
const KEEP = 3 * CELL_PARTS * (5 / 255) ** 2;

type Shown = { readonly page: TwoColors; readonly wanted: Planes3; readonly task: CellTask; readonly fill: number };

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
      if (shown === null || shown.task.masks !== masks || shown.task.palette !== palette || shown.fill !== fill) {
        const [red, green, blue] = task.wanted;
        shown = { page: emptyPage(task.size), wanted: [copyOf(red), copyOf(green), copyOf(blue)], task, fill };
        matchCells(task, shown.page);
      } else {
        if (open.length !== shown.page.cells.length) open = new Uint8Array(shown.page.cells.length);
        openCells(task, shown.wanted, turn++, open);
        matchCells({ ...task, keep: KEEP }, shown.page, open);
      }
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

/** Opens the cells whose parts have drifted from those that they were drawn for. Small drifts wait for their turn. */
const openCells = ({ wanted, size: { columns, rows } }: CellTask, shown: Planes3, turn: number, open: Uint8Array) => {
  const { width } = wanted[0];
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      const corner = row * CELL_GRID.rows * width + column * CELL_GRID.columns;
      const drift = driftOf(wanted, shown, corner);
      const hasTurn = (5 * column + 3 * row + turn) % PORTIONS === 0;
      open[cell] = drift > START * START || (hasTurn && drift > DRIFT * DRIFT) ? 1 : 0;
      if (open[cell] === 1) for (let k = 0; k < 3; k++) copyCell(wanted[k]!.data, shown[k]!.data, corner, width);
    }
  }
};

/**
 * Mean square difference of a cell's mean color, and a share of that of its rectangles of 2 × 2 parts, in which there is more
 * noise.
 */
const driftOf = (wanted: Planes3, shown: Planes3, corner: number): number => {
  const { width } = wanted[0];
  let [means, forms] = [0, 0];
  for (let k = 0; k < 3; k++) {
    const [now, before] = [wanted[k]!.data, shown[k]!.data];
    let [sum, squares] = [0, 0];
    for (let y = 0, at = corner; y < CELL_GRID.rows; y += 2, at += 2 * width) {
      for (let i = at; i < at + CELL_GRID.columns; i += 2) {
        const below = i + width;
        const upper = now[i]! - before[i]! + now[i + 1]! - before[i + 1]!;
        const drift = (upper + now[below]! - before[below]! + now[below + 1]! - before[below + 1]!) / 4;
        sum += drift / RECTANGLES;
        squares += (drift * drift) / RECTANGLES;
      }
    }
    means += sum * sum;
    forms += squares - sum * sum;
  }
  return (means + FORM * forms) / 3;
};

const RECTANGLES = CELL_PARTS / 4;
const FORM = 0.1;

const copyCell = (from: Float32Array, to: Float32Array, corner: number, width: number): void => {
  for (let y = 0, at = corner; y < CELL_GRID.rows; y++, at += width) {
    for (let i = at; i < at + CELL_GRID.columns; i++) to[i] = from[i]!;
  }
};

/** The parts of all cells, averaged over frames with the gain of their cell's light. The raster is reused. */
export type SteadyParts = (parts: Raster, gain: Float32Array) => Raster;

/** A color that the light does not show is replaced at once. */
export const createSteadyParts = ({ blendParts }: Kernels): SteadyParts => {
  let believed = new Uint16Array(0);
  let out = new Uint8Array(0);
  return (parts, gain) => {
    const { width, height, data } = parts;
    if (believed.length !== data.length) {
      believed = Uint16Array.from(data, (byte) => 128 * byte);
      out = new Uint8Array(data.length);
    }
    const shares = Int32Array.from(gain, (share) => Math.round(32768 * share));
    blendParts(believed, parts, shares, out);
    return { width, height, data: out };
  };
};
