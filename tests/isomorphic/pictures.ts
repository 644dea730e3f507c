import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeImage } from "@lumiglyph/decode/node";
import type { Raster } from "@lumiglyph/engine";
import { CASES } from "./cases.ts";
import type { Pictures } from "./draw-all.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures");

/** Every picture of the cases, decoded once. */
export const readPictures = async (): Promise<Pictures> => {
  const names = [...new Set(CASES.map(({ picture }) => picture))];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readPicture(name)] as const)));
};

const readPicture = async (name: string): Promise<Raster> => {
  const limits = { formats: ["png"], maxPixels: 1_000_000, maxSide: 2_000 } as const;
  const { raster } = await decodeImage(readFileSync(join(FIXTURES, `${name}.png`)), limits, { columns: 8 });
  return raster.width * raster.height > MANY_PIXELS ? thin(raster) : raster;
};

/** Larger pictures are halved: four times as fast, and equally conclusive. */
const MANY_PIXELS = 300_000;

/** Every other pixel of every other row. */
const thin = ({ width, height, data }: Raster): Raster => {
  const [across, down] = [Math.floor(width / 2), Math.floor(height / 2)];
  const thinned = new Uint8Array(across * down * 4);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const from = 4 * (2 * y * width + 2 * x);
      thinned.set(data.subarray(from, from + 4), 4 * (y * across + x));
    }
  }
  return { width: across, height: down, data: thinned };
};
