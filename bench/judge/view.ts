import { bellBetween, bellOn, bellSum, normalized, type Plane, resample, type Span } from "./plane.ts";

/** A cell in pixels. */
export const CELL = { width: 8, height: 16 } as const;

/** Viewing distances, as the standard deviation of the eye's blur in pixels. */
const DISTANCES = { full: CELL.width, half: CELL.width / 2 } as const;

type Distance = keyof typeof DISTANCES;

/** Blurred linear light for each distance, one sample per standard deviation. */
export type View = { readonly [Name in Distance]: Plane };

/** Builds a view from a blur for each distance. */
export const viewBy = (blurred: (sigma: number, distance: Distance) => Plane): View => ({
  full: blurred(DISTANCES.full, "full"),
  half: blurred(DISTANCES.half, "half"),
});

/** Blurs a picture's light. */
export const viewOf = (light: Plane): View =>
  viewBy((sigma) => resample(light, blurSpans(light.width, sigma), blurSpans(light.height, sigma)));

/** Pixels beyond the border have no weight; they do not count as black. */
const blurSpans = (length: number, sigma: number): Span[] =>
  Array.from({ length: length / sigma }, (_, index) =>
    normalized(bellOn(length, { center: (index + 0.5) * sigma, sigma })),
  );

/** Samples by which a stamp extends beyond its cell: three deviations, rounded up. */
const MARGIN = 4;

/** The blurred light of a single cell. Light adds up: blurred art is the sum of its stamps. */
export const stampOf = (light: Float32Array): View =>
  viewBy((sigma) => resample({ ...CELL, data: light }, stampSpans(CELL.width, sigma), stampSpans(CELL.height, sigma)));

const stampSpans = (length: number, sigma: number): Span[] =>
  Array.from({ length: length / sigma + 2 * MARGIN }, (_, index) => {
    const { first, weights } = bellBetween({ center: (index - MARGIN + 0.5) * sigma, sigma }, 0, length);
    return { first, weights: weights.map((weight) => weight / bellSum(sigma)) };
  });

/** Returns the stamp of a character. */
export type Pen = (character: string) => View;

/** A grid of characters, row by row; all rows have one length. */
export type Page = readonly (readonly string[])[];

/** Splits plain text into a grid. */
export const readPage = (text: string): Page => {
  const rows = text.replace(/\n$/, "").split("\n");
  const page = rows.map((row) => [...row]);
  const uneven = page.findIndex((row) => row.length !== page[0]!.length);
  if (uneven >= 0)
    throw new RangeError(`Row ${uneven + 1} has ${page[uneven]!.length} characters, row 1 has ${page[0]!.length}.`);
  return page;
};

/** Blurs a grid of characters written with this pen. */
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

/** Compensates the missing light beyond the border. */
const brightened = ({ width, height, data }: Plane, sigma: number): Plane => {
  const across = sharesInside(width, sigma);
  const down = sharesInside(height, sigma);
  return { width, height, data: data.map((light, i) => light / (across[i % width]! * down[Math.floor(i / width)]!)) };
};

/** Share of the blur around each sample that lies inside. */
const sharesInside = (samples: number, sigma: number): number[] =>
  Array.from({ length: samples }, (_, index) => {
    const { weights } = bellOn(samples * sigma, { center: (index + 0.5) * sigma, sigma });
    return weights.reduce((sum, weight) => sum + weight, 0) / bellSum(sigma);
  });
