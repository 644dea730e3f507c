import { bellOn, bellSum } from "./gaussian.ts";
import type { Pen } from "./pen.ts";
import type { Plane } from "./plane.ts";
import { MARGIN } from "./stamp.ts";
import { CELL, type Distance, type View, viewBy } from "./view.ts";

/** A page of characters, row by row; all rows are of one length. */
export type Page = readonly (readonly string[])[];

/** Plain text as a page. */
export const readPage = (text: string): Page => {
  const rows = text.replace(/\n$/, "").split("\n");
  const page = rows.map((row) => [...row]);
  const uneven = page.findIndex((row) => row.length !== page[0]!.length);
  if (uneven >= 0) throw new RangeError(`Row ${uneven + 1} is ${page[uneven]!.length} characters long, row 1 is not.`);
  return page;
};

/** A page as it is seen, written with this pen. */
export const viewPage = (page: Page, pen: Pen): View => {
  const stamps = page.map((row) => row.map(pen));
  return viewBy((sigma, distance) => brightened(stamped(stamps, sigma, distance), sigma));
};

const stamped = (stamps: readonly (readonly View[])[], sigma: number, distance: Distance): Plane => {
  const [across, down] = [CELL.width / sigma, CELL.height / sigma];
  const [width, height] = [stamps[0]!.length * across, stamps.length * down];
  const data = new Float32Array(width * height);
  for (const [row, line] of stamps.entries()) {
    for (const [column, { [distance]: stamp }] of line.entries()) {
      const [left, top] = [column * across - MARGIN, row * down - MARGIN];
      const end = Math.min(stamp.width, width - left);
      for (let y = Math.max(0, -top); y < Math.min(stamp.height, height - top); y++) {
        const to = (top + y) * width + left;
        for (let x = Math.max(0, -left); x < end; x++) data[to + x]! += stamp.data[y * stamp.width + x]!;
      }
    }
  }
  return { width, height, data };
};

/** At its border a page must not look darker for want of anything beyond it. */
const brightened = ({ width, height, data }: Plane, sigma: number): Plane => {
  const across = sharesInside(width, sigma);
  const down = sharesInside(height, sigma);
  return { width, height, data: data.map((light, i) => light / (across[i % width]! * down[Math.floor(i / width)]!)) };
};

/** Share of the blur around each sample that lies on the page. */
const sharesInside = (samples: number, sigma: number): number[] =>
  Array.from({ length: samples }, (_, index) => {
    const { weights } = bellOn(samples * sigma, { center: (index + 0.5) * sigma, sigma });
    return weights.reduce((sum, weight) => sum + weight, 0) / bellSum(sigma);
  });
