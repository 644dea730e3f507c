import type { Frame } from "../frame.ts";

/**
 * Serpentine Floyd-Steinberg (1976) in linear light: each cell takes the glyph nearest to its light, and 7, 3, 5 and 1
 * sixteenths of the error go to the cells ahead. Blank cells take no part.
 */
export const diffuse = ({ wanted, codebook, size }: Frame, blanks: Uint8Array | null): Uint8Array => {
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
