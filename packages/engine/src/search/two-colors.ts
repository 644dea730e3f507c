import { LIGHT_OF_BYTE } from "../math/srgb.ts";
import { within } from "../plane.ts";
import type { CellRoom } from "./cell-room.ts";
import type { CellTask } from "./cell-task.ts";
import { holdLight, legible } from "./letters.ts";
import { addedLight, type Masks } from "./masks.ts";
import { addLeft, paint } from "./painted.ts";
import type { TwoColors } from "./two-color-page.ts";

/**
 * Gives each cell, or each that is not 0 in `open`, the glyph and the two colors with the least
 * perceived squared error. Error is diffused to other cells only with a palette; otherwise
 * diffusion leaves specks and combs on the screen.
 */
export const matchCells = (task: CellTask, page: TwoColors, open: Uint8Array | null = null): void => {
  const { masks, size, blank, look, palette, even } = task;
  const fitter = task.fitCells(task);
  const { room } = fitter;
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      if (open !== null && open[cell] === 0) continue;
      fitter.read(row, column, look !== null || palette !== null);
      const isEven = even !== null && even[cell] === 1;
      if (palette !== null && !isEven) addLeft(page.left, size, cell, column, room);
      const isBlank = blank !== null && blank[cell] === 1;
      const glyph = fitter.fit(cell, page.cells[cell]!, isBlank ? 1 : masks.count);
      if (look !== null) {
        legible(masks, glyph, look, room);
        holdLight(masks, glyph, look, room);
      }
      if (palette === null) place(masks, page, cell, glyph, room);
      else paint(task, palette, page, cell, glyph, isBlank, fitter);
      if (isEven) page.left.fill(0, 3 * cell, 3 * cell + 3);
    }
  }
};

const place = (masks: Masks, page: TwoColors, cell: number, glyph: number, { ink, ground }: CellRoom): void => {
  page.cells[cell] = glyph;
  for (let channel = 0, at = 3 * cell; channel < 3; channel++, at++) {
    const [front, behind] = [byteOf(ink[channel]!), byteOf(ground[channel]!)];
    page.inks[at] = LIGHT_OF_BYTE[front]!;
    page.grounds[at] = LIGHT_OF_BYTE[behind]!;
    page.more[at] = addedLight(masks, glyph, page.inks[at]!, page.grounds[at]!, (front - behind) / 255);
  }
};

const byteOf = (value: number): number => (255 * within(value, 0, 1) + 0.5) | 0;
