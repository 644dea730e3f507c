import fc from "fast-check";
import type { Plane } from "../../packages/engine/src/plane.ts";
import type { Raster } from "../../packages/engine/src/raster.ts";

/** Red, green, blue and, if not opaque, alpha: bytes. */
export type Pixel = readonly [red: number, green: number, blue: number, alpha?: number];

/** A raster from a function of the position. */
export const paint = (width: number, height: number, pixelAt: (x: number, y: number) => Pixel): Raster => {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const [red, green, blue, alpha = 255] = pixelAt(x, y);
      data.set([red, green, blue, alpha], at);
    }
  }
  return { width, height, data };
};

/** A raster of grays. */
export const paintGray = (width: number, height: number, grayAt: (x: number, y: number) => number): Raster =>
  paint(width, height, (x, y) => {
    const gray = grayAt(x, y);
    return [gray, gray, gray];
  });

/** Gray from black on the left to white on the right. */
export const horizontalRamp = (width: number, height: number): Raster =>
  paintGray(width, height, (x) => Math.round((255 * x) / Math.max(1, width - 1)));

/** The same numbers for the same seed, uniform from 0 to 1 (Steele's mulberry32). */
export const noise = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** A plane from its rows, written like a matrix. */
export const planeOf = (rows: readonly (readonly number[])[]): Plane => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  data: Float32Array.from(rows.flat()),
});

/** The rows of a plane, rounded to this many decimals, for comparing with a matrix. */
export const rowsOf = ({ width, height, data }: Plane, decimals = 5): number[][] =>
  Array.from({ length: height }, (_, y) =>
    Array.from(data.subarray(y * width, (y + 1) * width), (value) => Number(value.toFixed(decimals)) + 0),
  );

/** Images of 1 to 40 pixels a side: random bytes, and typical shapes, opaque or not. */
export const rasters = (): fc.Arbitrary<Raster> =>
  fc.oneof({ weight: 1, arbitrary: anyBytes() }, { weight: 3, arbitrary: structured() });

/** Planes of 1 to 12 samples a side with values from 0 to 1. */
export const planes = (): fc.Arbitrary<Plane> =>
  fc
    .tuple(side(12), side(12))
    .chain(([width, height]) =>
      fc
        .array(fc.nat({ max: 1000 }), { minLength: width * height, maxLength: width * height })
        .map((thousandths) => ({ width, height, data: Float32Array.from(thousandths, (value) => value / 1000) })),
    );

const side = (max: number) => fc.integer({ min: 1, max });

/** Small, to shrink a failure to a few bytes. */
const anyBytes = (): fc.Arbitrary<Raster> =>
  fc
    .tuple(side(6), side(6))
    .chain(([width, height]) =>
      fc
        .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
        .map((data) => ({ width, height, data })),
    );

const SHAPES = ["flat", "ramp", "stripes", "disc", "noise"] as const;
const ALPHAS = ["opaque", "opaque", "hole", "fade"] as const;

const pixel = fc.tuple(...([0, 1, 2] as const).map(() => fc.integer({ min: 0, max: 255 })));

const structured = (): fc.Arbitrary<Raster> =>
  fc
    .record({
      width: side(40),
      height: side(40),
      shape: fc.constantFrom(...SHAPES),
      alpha: fc.constantFrom(...ALPHAS),
      dark: pixel,
      bright: pixel,
      seed: fc.nat(),
    })
    .map(({ width, height, shape, alpha, dark, bright, seed }) => {
      const next = noise(seed);
      return paint(width, height, (x, y) => {
        const share = shareAt(shape, x / width, y / height, next);
        const mix = (channel: number) => Math.round(dark[channel]! + (bright[channel]! - dark[channel]!) * share);
        return [mix(0), mix(1), mix(2), alphaAt(alpha, x / width, y / height)];
      });
    });

const shareAt = (shape: (typeof SHAPES)[number], x: number, y: number, next: () => number): number => {
  switch (shape) {
    case "flat":
      return 0;
    case "ramp":
      return (x + y) / 2;
    case "stripes":
      return Math.floor((x + 2 * y) * 6) % 2;
    case "disc":
      return (x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.12 ? 1 : 0;
    case "noise":
      return next();
  }
};

const alphaAt = (alpha: (typeof ALPHAS)[number], x: number, y: number): number => {
  switch (alpha) {
    case "opaque":
      return 255;
    case "hole":
      return x > 0.3 && y < 0.6 ? 0 : 255;
    case "fade":
      return Math.round(255 * x);
  }
};
