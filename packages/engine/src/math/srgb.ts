// Newton's method instead of Math.pow and Math.cbrt, whose last bits may differ between JavaScript engines. The number of
// steps is fixed, one more than any value from 0.001 to 1 needs from a start value made of square roots.
const NEWTON_STEPS = 6;

/** The fifth root of a value from 0.001 to 1, relative error below 1e-15. */
export function fifthRoot(value: number): number {
  const eighth = Math.sqrt(Math.sqrt(Math.sqrt(value)));
  let root = eighth * Math.sqrt(eighth);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const square = root * root;
    root = (4 * root + value / (square * square)) / 5;
  }
  return root;
}

/** The cube root of a value from 0.001 to 1, relative error below 1e-15. */
export function cubeRoot(value: number): number {
  const fourth = Math.sqrt(Math.sqrt(value));
  let root = fourth * Math.sqrt(Math.sqrt(fourth));
  for (let step = 0; step < NEWTON_STEPS; step++) root = (2 * root + value / (root * root)) / 3;
  return root;
}

/** Linear light (0 to 1) of an sRGB-encoded value (0 to 1), IEC 61966-2-1. */
export function toLight(encoded: number): number {
  if (encoded <= 0.04045) return encoded / 12.92;
  const base = (encoded + 0.055) / 1.055;
  const square = base * base;
  return square * fifthRoot(square);
}

/** The sRGB-encoded value (0 to 1) of linear light (0 to 1), IEC 61966-2-1: the perceptual scale of the engine. */
export function toEncoded(light: number): number {
  if (light <= 0.0031308) return light * 12.92;
  const root = Math.sqrt(light);
  const power = Math.sqrt(root) * cubeRoot(root);
  // 1.055 p − 0.055, written so that full light is exactly 1.
  return power + 0.055 * (power - 1);
}

/** Linear light of each sRGB byte. */
export const LIGHT_OF_BYTE: Float64Array = Float64Array.from({ length: 256 }, (_, byte) => toLight(byte / 255));

/** Each byte's upper limit: light at or above it rounds to the next byte. */
export const LIMIT_OF_BYTE: Float64Array = Float64Array.from({ length: 256 }, (_, byte) =>
  byte < 255 ? toLight((byte + 0.5) / 255) : Infinity,
);

const BUCKETS = 4096;

/** The byte at each bucket's dark end. Bytes are at least 1/3295 of full light apart, so the walk from there is short. */
export const BYTE_OF_BUCKET: Uint8Array = Uint8Array.from({ length: BUCKETS }, (_, bucket) =>
  walkUp(0, bucket / BUCKETS),
);

/** The sRGB byte nearest to linear light on the encoded scale. Light outside 0 to 1 is clamped. */
export function byteOfLight(light: number): number {
  if (!(light > 0)) return 0;
  if (light >= 1) return 255;
  return walkUp(BYTE_OF_BUCKET[Math.floor(light * BUCKETS)]!, light);
}

const STEPS = 8192;

/** Tones of linear light, to be read by `toTone`. */
export const ENCODED: Float64Array = Float64Array.from({ length: STEPS + 1 }, (_, step) => toEncoded(step / STEPS));

/**
 * The tone of linear light: `toEncoded` by table lookup with linear interpolation, for inner loops. Error below 1e-5;
 * light is clamped to 0 to 1.
 */
export function toTone(light: number): number {
  if (!(light > 0)) return 0;
  if (light >= 1) return 1;
  const position = light * STEPS;
  const step = position | 0;
  const low = ENCODED[step]!;
  return low + (ENCODED[step + 1]! - low) * (position - step);
}

/** Linear light of tones, to be read by `fromTone`. */
export const LIGHTS: Float64Array = Float64Array.from({ length: STEPS / 2 + 2 }, (_, step) =>
  toLight(Math.min(1, (2 * step) / STEPS)),
);

/** Linear light of a tone from 0 to 1: `toLight` by table lookup with linear interpolation. Error below 3e-8. */
export function fromTone(tone: number): number {
  const position = tone * (STEPS / 2);
  const step = position | 0;
  const low = LIGHTS[step]!;
  return low + (LIGHTS[step + 1]! - low) * (position - step);
}

/** The share of each primary in luminance, ITU-R BT.709. */
export const LUMINANCE_WEIGHTS = { red: 0.2126, green: 0.7152, blue: 0.0722 } as const;

/** Relative luminance Y (0 to 1) of linear-light red, green and blue. */
export function luminance(red: number, green: number, blue: number): number {
  return LUMINANCE_WEIGHTS.red * red + LUMINANCE_WEIGHTS.green * green + LUMINANCE_WEIGHTS.blue * blue;
}

/** Luminance of linear colors, three numbers each, relative to that of full ink. */
export const luminances = (colors: Float32Array, full = 1): Float32Array => {
  const out = new Float32Array(colors.length / 3);
  for (let i = 0, at = 0; i < out.length; i++, at += 3) {
    out[i] = luminance(colors[at]!, colors[at + 1]!, colors[at + 2]!) / full;
  }
  return out;
};

function walkUp(start: number, light: number): number {
  let byte = start;
  while (light >= LIMIT_OF_BYTE[byte]!) byte++;
  return byte;
}
