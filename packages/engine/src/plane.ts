import { percept } from "./math/srgb.ts";

/** One number a sample, row by row from the top left. */
export type Plane = { readonly width: number; readonly height: number; readonly data: Float32Array };

export const makePlane = (width: number, height: number): Plane => ({
  width,
  height,
  data: new Float32Array(width * height),
});

/** Where a plane to write on comes from; what it holds may be anything. */
export type Planes = (width: number, height: number) => Plane;

/** A plane of the same size with every sample changed. */
export const mapPlane = ({ width, height, data }: Plane, change: (value: number) => number): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = change(data[i]!);
  return out;
};

/** A plane with nothing in it: what a frame holds before a stage has filled it. */
export const EMPTY_PLANE: Plane = makePlane(0, 0);

/** Linear light on the scale on which steps look even. */
export const perceived = ({ width, height, data }: Plane, planes: Planes = makePlane): Plane => {
  const out = planes(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = percept(data[i]!);
  return out;
};

/** Steps of the histogram of tones. */
export const TONE_STEPS = 4096;

/** How many samples have each tone, in `TONE_STEPS` steps over 0 to 1. */
export type ToneCounts = {
  /** Of those that are more opaque than not. */
  readonly opaque: Uint32Array;
  /** How many others there are: they are black. */
  readonly transparent: number;
};

export const NO_TONES: ToneCounts = { opaque: new Uint32Array(TONE_STEPS + 1), transparent: 0 };

/** How many samples of a picture have each tone. */
export const countTones = ({ data }: Plane, opacity: Plane | null): ToneCounts => {
  const opaque = new Uint32Array(TONE_STEPS + 1);
  for (let i = 0; i < data.length; i++) {
    const step = (data[i]! * TONE_STEPS + 0.5) | 0;
    opaque[step] = opaque[step]! + 1;
  }
  return { opaque, transparent: opacity === null ? 0 : takeOut(opaque, data, opacity.data) };
};

/** Takes the transparent samples out of the counts; how many there are. */
const takeOut = (counts: Uint32Array, tones: Float32Array, opacity: Float32Array): number => {
  let transparent = 0;
  for (let i = 0; i < tones.length; i++) {
    if (opacity[i]! >= 0.5) continue;
    const step = (tones[i]! * TONE_STEPS + 0.5) | 0;
    counts[step] = counts[step]! - 1;
    transparent++;
  }
  return transparent;
};

/** Tones a little darker than black and brighter than the densest glyph are kept: they pull their neighbors the right way. */
export const TONE_FLOOR = -0.03;
export const TONE_CEILING = 1.03;

/** Branches rather than `Math.min` and `Math.max`, which look out for NaN and −0 and take three times as long. */
export const clampTone = (value: number): number => {
  if (value < TONE_FLOOR) return TONE_FLOOR;
  if (value > TONE_CEILING) return TONE_CEILING;
  return value;
};
