import type { RenderParams } from "@lumiglyph/contract";
import { CELL_HEIGHT, CELL_WIDTH, type Contours, type Frame } from "../frame.ts";
import { ATLAS } from "../glyphs/atlas.ts";
import type { Stage } from "../stage.ts";

/** Gives each cell its glyph: the nearest in light, with Floyd-Steinberg error diffusion if asked, contours considered. */
export const match: Stage = {
  name: "match",
  says: "a glyph for each cell, with Floyd-Steinberg error diffusion if asked",
  wanted: () => true,
  run: (frame, params) => ({ ...frame, cells: matchCells(frame, params) }),
};

const matchCells = (frame: Frame, params: RenderParams): Uint8Array => {
  const blanks = transparentCells(frame);
  const cells = params.dither ? diffuse(frame, blanks) : nearestCells(frame, blanks);
  return frame.contours === null ? cells : followContours(frame, frame.contours, cells, params.structure);
};

/** Cells less than half opaque are blank whatever the tones say (decision 1.10). */
const transparentCells = ({ opacity, size }: Frame): Uint8Array | null => {
  if (opacity === null) return null;
  const blanks = new Uint8Array(size.columns * size.rows);
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      let sum = 0;
      for (let y = 0; y < CELL_HEIGHT; y++) {
        const at = (row * CELL_HEIGHT + y) * opacity.width + column * CELL_WIDTH;
        for (let x = 0; x < CELL_WIDTH; x++) sum += opacity.data[at + x]!;
      }
      if (sum < 0.5 * CELL_WIDTH * CELL_HEIGHT) blanks[cell] = 1;
    }
  }
  return blanks;
};

const nearestCells = ({ wanted, codebook }: Frame, blanks: Uint8Array | null): Uint8Array =>
  Uint8Array.from(wanted, (light, cell) => (blanks?.[cell] === 1 ? 0 : nearest(codebook.tones, light)));

/** Serpentine Floyd-Steinberg (1976) in linear light: 7, 3, 5 and 1 sixteenths of the error go to the cells ahead. */
const diffuse = ({ wanted, codebook, size }: Frame, blanks: Uint8Array | null): Uint8Array => {
  const { columns, rows } = size;
  const light = Float64Array.from(wanted);
  const cells = new Uint8Array(light.length);
  const give = (row: number, column: number, error: number): void => {
    if (column < 0 || column >= columns || row >= rows) return;
    light[row * columns + column] = light[row * columns + column]! + error;
  };
  for (let row = 0; row < rows; row++) {
    const ahead = row % 2 === 0 ? 1 : -1;
    for (let step = 0, column = ahead === 1 ? 0 : columns - 1; step < columns; step++, column += ahead) {
      const cell = row * columns + column;
      if (blanks?.[cell] === 1) continue;
      const index = nearest(codebook.tones, light[cell]!);
      const error = light[cell]! - codebook.tones[index]!;
      cells[cell] = index;
      give(row, column + ahead, (error * 7) / 16);
      give(row + 1, column - ahead, (error * 3) / 16);
      give(row + 1, column, (error * 5) / 16);
      give(row + 1, column + ahead, error / 16);
    }
  }
  return cells;
};

const DIRECTIONAL = ["-", "/", "|", "\\"];

/** Tone that a cell may give up, at most, to follow its contour. */
const TOLERANCE = 0.08;

/** Cells with a clear contour take the directional glyph along it, where the codebook has it near the wanted light. */
const followContours = (frame: Frame, contours: Contours, cells: Uint8Array, amount: number): Uint8Array => {
  const { codebook, wanted } = frame;
  const places = DIRECTIONAL.map((glyph) => codebook.glyphs.indexOf(ATLAS.indexOf(glyph)));
  return cells.map((index, cell) => {
    const place = places[contours.direction[cell]! - 1] ?? -1;
    if (place < 0 || index === 0) return index;
    const loss = Math.abs(codebook.tones[place]! - wanted[cell]!) - Math.abs(codebook.tones[index]! - wanted[cell]!);
    return loss <= TOLERANCE * amount * contours.strength[cell]! ? place : index;
  });
};

/** Index of the tone (ascending) nearest to the light. */
const nearest = (tones: Float64Array, light: number): number => {
  let low = 0;
  let high = tones.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tones[middle]! + tones[middle + 1]! <= 2 * light) low = middle + 1;
    else high = middle;
  }
  return low;
};
