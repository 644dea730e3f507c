import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paramsWith } from "../../../../tests/support/params.ts";
import { initialStateOf } from "../../../../tests/support/pipeline-state.ts";
import { noise, paintGray, planeOf, planes, rowsOf } from "../../../../tests/support/rasters.ts";
import { cellMeans } from "../cells.ts";
import { PLAIN_KERNELS } from "../kernels.ts";
import { halve } from "../math/area.ts";
import { bilateral, NEIGHBOR_WEIGHTS, RADIUS, SHARPNESS, STRIDE } from "../math/bilateral.ts";
import { PARTS, runStages } from "../pipeline.ts";
import { clampTone, makePlane, type Plane } from "../plane.ts";
import { unwatched } from "../stage.ts";
import { denoise } from "./denoise.ts";

const SIZE = { columns: 40, rows: 20 };
const [WIDTH, HEIGHT] = [80, 80];

const planeWith = (toneAt: (x: number, y: number) => number): Plane => ({
  width: WIDTH,
  height: HEIGHT,
  data: Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => toneAt(i % WIDTH, Math.floor(i / WIDTH))),
});

const denoised = (tone: Plane, amount: number): Plane => {
  const state = initialStateOf(
    paintGray(1, 1, () => 0),
    SIZE,
  );
  return denoise.run({ ...state, tone }, paramsWith({ denoise: amount })).tone;
};

const spread = (values: Float32Array): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
};

/** The tones in `view` of a gray sheet with camera grain: this many levels of 255, pixel by pixel. */
const grainySheet = (levels: number, seed: number): Plane => {
  const next = noise(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const raster = paintGray(160, 160, () => Math.max(0, Math.min(255, Math.round(120 + levels * normal()))));
  return runStages([...PARTS.light, ...PARTS.view], initialStateOf(raster, SIZE), paramsWith(), unwatched).tone;
};

/** Share of the grain between cells that is left. */
const left = (tone: Plane, amount: number): number =>
  spread(cellMeans(denoised(tone, amount), SIZE)) / spread(cellMeans(tone, SIZE));

test("denoise 0 has no effect", () => {
  expect(denoise.wanted(paramsWith({ denoise: 0 }))).toBe(false);
  expect(denoise.wanted(paramsWith({ denoise: 0.01 }))).toBe(true);
});

describe.each([5, 12, 25])("for grain of %i levels", (levels) => {
  const sheets = [1, 2, 3].map((seed) => grainySheet(levels, seed));

  test("denoise 0.35 removes at least a fifth between cells, and 1 at least half (answers 8.4)", () => {
    for (const sheet of sheets) {
      expect(left(sheet, 0.35)).toBeLessThan(0.8);
      expect(left(sheet, 1)).toBeLessThan(0.5);
    }
  });

  test("more denoise leaves less grain", () => {
    for (const sheet of sheets) {
      const shares = [0.1, 0.35, 0.6, 1].map((amount) => left(sheet, amount));
      expect(shares).toEqual(shares.toSorted((a, b) => b - a));
      expect(shares[0]).toBeLessThan(1);
    }
  });
});

test("denoise is proportional: half of it has half the effect", () => {
  const sheet = grainySheet(12, 4);
  const [half, whole] = [denoised(sheet, 0.5).data, denoised(sheet, 1).data];
  sheet.data.forEach((own, at) => {
    expect(Math.abs(half[at]! - (own + whole[at]!) / 2)).toBeLessThan(1e-6);
  });
});

test("subtracts the filter's change of each 2 × 2 mean from all four samples", () => {
  const sheet = grainySheet(12, 5);
  const small = halve(sheet);
  const soft = PLAIN_KERNELS.bilateral(small);
  denoised(sheet, 0.7).data.forEach((value, at) => {
    const from = (Math.floor(at / WIDTH) >> 1) * small.width + ((at % WIDTH) >> 1);
    expect(value).toBeCloseTo(clampTone(sheet.data[at]! + 0.7 * (soft.data[from]! - small.data[from]!)), 6);
  });
});

test("edges keep their position and full strength (answers 8.4)", () => {
  for (const across of [3, 20, 40, 41]) {
    const step = planeWith((x) => (x < across ? 0.2 : 0.8));
    const { data } = denoised(step, 1);
    const softest = Math.min(
      ...Array.from({ length: HEIGHT }, (_, y) => data[y * WIDTH + across]! - data[y * WIDTH + across - 1]!),
    );
    expect(softest).toBeGreaterThan(0.95 * 0.6);
  }
  const aligned = planeWith((x, y) => (x < 40 && y >= 40 ? 0.9 : 0.1));
  expect(rowsOf(denoised(aligned, 1))).toEqual(rowsOf(aligned));
});

test("a line one sample wide survives", () => {
  const line = planeWith((x) => (x === 31 ? 1 : 0));
  const { data } = denoised(line, 1);
  for (let y = 0; y < HEIGHT; y++) expect(data[y * WIDTH + 31]! - data[y * WIDTH + 29]!).toBeGreaterThan(0.9);
});

test("a uniform plane stays uniform, and no tone leaves its range", () => {
  const tone = fc.double({ min: -0.03, max: 1.03, noNaN: true });
  fc.assert(
    fc.property(tone, tone, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (one, other, seed, amount) => {
      for (const value of denoised(
        planeWith(() => one),
        amount,
      ).data)
        expect(Math.abs(value - one)).toBeLessThan(1e-6);
      const next = noise(seed);
      for (const value of denoised(
        planeWith(() => (next() < 0.5 ? one : other)),
        amount,
      ).data) {
        expect(Math.abs(value - clampTone(value))).toBeLessThan(1e-6);
      }
    }),
    { numRuns: 10 },
  );
});

const spreadOf = ({ data }: Plane): number => {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  return Math.sqrt(data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length);
};

/** Offsets in columns and rows to the neighbors that `NEIGHBOR_WEIGHTS` weighs: a square without its corners. */
const AROUND = Array.from({ length: 2 * RADIUS + 1 }, (_, y) =>
  Array.from({ length: 2 * RADIUS + 1 }, (_, x) => ({ dx: x - RADIUS, dy: y - RADIUS })),
)
  .flat()
  .filter(({ dx, dy }) => Math.abs(dx) + Math.abs(dy) < 2 * RADIUS);

/** A reference implementation of the filter in double precision. */
const reference = ({ width, height, data }: Plane): number[] =>
  Array.from(data, (own, at) => {
    let [sum, weights] = [0, 0];
    AROUND.forEach(({ dx, dy }, index) => {
      const x = Math.min(width - 1, Math.max(0, (at % width) + dx * STRIDE));
      const y = Math.min(height - 1, Math.max(0, Math.floor(at / width) + dy * STRIDE));
      const value = data[y * width + x]!;
      const weight = NEIGHBOR_WEIGHTS[index]! * Math.max(0, 1 - SHARPNESS * (value - own) ** 2) ** 2;
      sum += weight * value;
      weights += weight;
    });
    return sum / weights;
  });

test("the weights cover 21 neighbors, fall with distance and are symmetric", () => {
  expect(NEIGHBOR_WEIGHTS).toHaveLength(21);
  expect(AROUND).toHaveLength(21);
  const byDistance = new Map<number, Set<number>>();
  AROUND.forEach(({ dx, dy }, index) => {
    const distance = dx * dx + dy * dy;
    byDistance.set(distance, (byDistance.get(distance) ?? new Set()).add(NEIGHBOR_WEIGHTS[index]!));
  });
  const weights = [...byDistance.entries()].sort(([a], [b]) => a - b).map(([, values]) => [...values]);
  for (const values of weights) expect(values).toHaveLength(1);
  expect(weights[0]).toEqual([1]);
  for (let i = 1; i < weights.length; i++) expect(weights[i]![0]).toBeLessThan(weights[i - 1]![0]!);
});

test("equals the textbook bilateral filter within single precision", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      const book = reference(plane);
      bilateral(plane).data.forEach((value, at) => {
        expect(Math.abs(value - book[at]!)).toBeLessThan(1e-5);
      });
    }),
  );
});

test("a slightly different sample moves toward its neighbors, computed by hand", () => {
  const [background, spot] = [0.5, 0.6];
  const plane = planeOf(
    Array.from({ length: 9 }, (_, y) => Array.from({ length: 9 }, (_, x) => (x === 4 && y === 4 ? spot : background))),
  );
  const likeness = (1 - SHARPNESS * 0.01) ** 2;
  const others = NEIGHBOR_WEIGHTS.reduce((sum, weight) => sum + weight, 0) - 1;
  const expected = (spot + likeness * others * background) / (1 + likeness * others);
  expect(bilateral(plane).data[4 * 9 + 4]).toBeCloseTo(expected, 5);
});

test("a constant plane stays constant", () => {
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), (thousandths) => {
      const flat = { width: 6, height: 5, data: new Float32Array(30).fill(thousandths / 1000) };
      for (const value of bilateral(flat).data) expect(Math.abs(value - flat.data[0]!)).toBeLessThan(1e-6);
    }),
  );
});

test("a step larger than the grain survives whole", () => {
  const least = 1 / Math.sqrt(SHARPNESS);
  for (const [dark, bright] of [
    [0, 1],
    [0.3, 0.3 + 1.01 * least],
  ] as const) {
    const step = planeOf(Array.from({ length: 5 }, () => [dark, dark, dark, dark, bright, bright, bright, bright]));
    expect(rowsOf(bilateral(step))).toEqual(rowsOf(step));
  }
});

test("a fainter step is softened", () => {
  const step = planeOf(Array.from({ length: 5 }, () => [0.5, 0.5, 0.5, 0.5, 0.53, 0.53, 0.53, 0.53]));
  const [row] = rowsOf(bilateral(step));
  expect(row![4]! - row![3]!).toBeLessThan(0.02);
});

test("faint noise is almost removed", () => {
  const next = noise(7);
  const grainy = { width: 16, height: 16, data: Float32Array.from({ length: 256 }, () => 0.5 + 0.04 * (next() - 0.5)) };
  expect(spreadOf(bilateral(grainy))).toBeLessThan(0.4 * spreadOf(grainy));
});

test("no sample leaves the range of its neighborhood", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      bilateral(plane).data.forEach((value, at) => {
        const near = neighborhood(plane, at, RADIUS * STRIDE);
        expect(value).toBeGreaterThanOrEqual(Math.min(...near) - 1e-6);
        expect(value).toBeLessThanOrEqual(Math.max(...near) + 1e-6);
      });
    }),
  );
});

/** The plane rotated by 180 degrees. */
const turned = ({ width, height, data }: Plane): Plane => ({ width, height, data: data.toReversed() });

test("all borders are treated alike", () => {
  fc.assert(
    fc.property(planes(), (plane) => {
      const other = turned(bilateral(turned(plane))).data;
      bilateral(plane).data.forEach((value, at) => {
        expect(Math.abs(value - other[at]!)).toBeLessThan(1e-5);
      });
    }),
  );
});

test("writes to the plane that the given allocator returns", () => {
  const taken: Plane[] = [];
  const soft = bilateral(planeOf([[0.1, 0.2, 0.3]]), (width, height) => {
    taken.push(makePlane(width, height));
    return taken[0]!;
  });
  expect(taken).toHaveLength(1);
  expect(soft).toBe(taken[0]);
});

const neighborhood = ({ width, data }: Plane, at: number, reach: number): number[] =>
  [...data].filter(
    (_, i) =>
      Math.abs((i % width) - (at % width)) <= reach &&
      Math.abs(Math.floor(i / width) - Math.floor(at / width)) <= reach,
  );
