import { type FormatId, PARAMS } from "@lumiglyph/contract";
import { INPUTS } from "../../scripts/scale/measured.ts";
import { type Kind, TYPICAL } from "../../scripts/scale/typical.ts";
import { seeded } from "../reliability/seeded.ts";
import type { Canvas } from "./pictures.ts";

/** A render whose cost is to be measured; those that are held out judge the fit. */
export type Planned = Kind & { readonly subject: Canvas["subject"]; readonly heldOut: boolean };

const MEGAPIXELS = [0.3, 1, 2, 6, 12, 20, 40];
const COLUMNS = [40, 80, 120, 200, 300, 400];
const FORMATS: readonly FormatId[] = PARAMS.format.values;

/** One thing after another is changed: what is decoded, how many cells are drawn, what is written. */
export const DESIGN: readonly Planned[] = [
  ...INPUTS.flatMap((input) =>
    MEGAPIXELS.map((megapixels, at) => seen({ input, megapixels, director: at % 2 === 0 }, at)),
  ),
  ...COLUMNS.flatMap((columns) => [true, false].map((director, at) => seen({ columns, director }, at))),
  // JPEGs that are not so much larger than their pages
  seen({ megapixels: 1, columns: 240 }, 0),
  seen({ megapixels: 6, columns: 400, director: false }, 1),
  // colors of pictures that are read whole
  seen({ input: "png", megapixels: 6, format: "ansi", color: true, director: false }, 1),
  seen({ input: "webp", megapixels: 12, format: "json", color: true }, 0),
  seen({ input: "png", megapixels: 20, format: "html", color: true }, 0),
  seen({ input: "png", megapixels: 12, director: false }, 0),
  ...FORMATS.flatMap((format, at) =>
    [false, true].flatMap((color) => [80, 240].map((columns) => seen({ format, color, columns, director: false }, at))),
  ),
];

function seen(kind: Partial<Kind>, at: number): Planned {
  return { ...TYPICAL, ...kind, subject: at % 2 === 0 ? "still-life" : "portrait", heldOut: false };
}

/** Renders of any kind, of pictures that the fit has not seen. */
export const heldOut = (count: number): readonly Planned[] => {
  const { below, chance, pick } = seeded(1);
  /** Between two numbers, as often below their geometric mean as above it. */
  const between = (least: number, most: number): number => least * (most / least) ** (below(1001) / 1000);
  return Array.from({ length: count }, () => ({
    input: pick(INPUTS),
    megapixels: Number(between(0.3, 40).toPrecision(2)),
    columns: Math.round(between(40, 400)),
    format: pick(FORMATS),
    color: chance(0.5),
    director: chance(0.5),
    subject: pick(["koi", "moonlit"] as const),
    heldOut: true,
  }));
};
