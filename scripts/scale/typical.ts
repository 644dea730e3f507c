import type { FormatId } from "@lumiglyph/contract";
import type { CostSample, Input, Measured, Work } from "./measured.ts";

/** A render by what a person would say of it. */
export type Kind = {
  readonly input: Input;
  readonly megapixels: number;
  readonly columns: number;
  readonly format: FormatId;
  readonly color: boolean;
  readonly director: boolean;
};

/** What is asked for where nobody says otherwise: a phone's picture, smaller than it was taken, as the service draws by default. */
export const TYPICAL: Kind = {
  input: "jpeg",
  megapixels: 2,
  columns: 120,
  format: "text",
  color: false,
  director: true,
};

/** Width and height, in pixels, of a picture as most cameras take them: four by three. */
export const sizeOf = (megapixels: number): { readonly width: number; readonly height: number } => {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 4) / 3));
  return { width, height: Math.round((width * 3) / 4) };
};

/** What the turns and the hits of a measurement are about, with the bytes that it had. */
export const typicalWork = ({ costs }: Pick<Measured, "costs">): CostSample => {
  const { width, height } = sizeOf(TYPICAL.megapixels);
  const { input, columns, format, color, director } = TYPICAL;
  const wanted = { input, width, height, columns, format, color, director };
  const isTypical = (work: Work): boolean => ENTRIES.every((name) => work[name] === wanted[name]);
  const found = costs.find((sample) => isTypical(sample) && !sample.heldOut);
  if (found === undefined) throw new Error("No typical render was measured: npm run test:scale -- costs");
  return found;
};

const ENTRIES = ["input", "width", "height", "columns", "format", "color", "director"] as const;
