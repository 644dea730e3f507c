import { percept, toLight } from "../math/srgb.ts";
import { makePlane, type Plane } from "../plane.ts";

/**
 * A picture's light with noise over it, as a camera has it: of standard deviation `NOISE` on the perceptual scale, nearly
 * normal, independent from sample to sample and always the same. What is transparent stays so: light is at most opacity.
 */
export const withNoise = ({ width, height, data }: Plane, opacity: Plane | null): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) {
    const tone = percept(data[i]!) + NOISE * nearlyNormal(i);
    out.data[i] = Math.min(opacity?.data[i] ?? 1, toLight(Math.min(1, Math.max(0, tone))));
  }
  return out;
};

const NOISE = 0.02;

/** The sum of the four bytes of a hash, less its mean, over its spread (Irwin and Hall). */
const nearlyNormal = (index: number): number => {
  const hash = mix(index + 1);
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24);
  return (sum - 510) / 147.8;
};

/** The finalizer of MurmurHash3: every bit of the index moves every bit of the hash. */
const mix = (value: number): number => {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
