import { INPUTS } from "./measured.ts";
import { TYPICAL } from "./typical.ts";

/** A number that a flag takes, from least to most; `unless` is its value where the flag is not given. */
export type NumberFlag = {
  readonly says: string;
  readonly least: number;
  readonly most: number;
  readonly whole?: true;
  readonly unless: number | null;
};

/** Flags of the calculator that take a number. */
export const NUMBERS = {
  rate: { says: "renders a second", least: 0.001, most: 10_000_000, unless: null },
  megapixels: { says: "of a picture", least: 0.01, most: 268, unless: TYPICAL.megapixels },
  kilobytes: {
    says: "of its file; without it what such files had when they were measured",
    least: 1,
    most: 1_000_000,
    unless: null,
  },
  hits: { says: "percent that are found in the cache", least: 0, most: 100, unless: 0 },
  utilization: { says: "percent of the time for which cores may be busy", least: 1, most: 95, unless: 60 },
  workers: { says: "of an instance, at most", least: 1, most: 256, whole: true, unless: 4 },
  largest: { says: "megapixels of the largest picture that is let in", least: 0.01, most: 268, unless: 40 },
} as const satisfies { readonly [name: string]: NumberFlag };

export type NumberName = keyof typeof NUMBERS;

export const NUMBER_NAMES = Object.keys(NUMBERS) as readonly NumberName[];

/** Parameters of a render that its cost depends on; the service's own gate judges their values. */
export const GATED = ["columns", "format", "color"] as const;

/** All flags, as `parseArgs` takes them. */
export const OPTIONS: { readonly [name: string]: { readonly type: "string" | "boolean" } } = Object.fromEntries([
  ...[...NUMBER_NAMES, "input", "columns", "format"].map((name) => [name, { type: "string" }] as const),
  ...["color", "no-director", "help"].map((name) => [name, { type: "boolean" }] as const),
]);

const line = (flag: string, says: string): string => `  --${flag.padEnd(18)}${says}`;

const told = (unless: number | null): string => (unless === null ? "" : ` (${unless})`);

/** How the calculator is used, with what holds where a flag is not given. */
export const USAGE = [
  "npm run -s capacity -- --rate N [flags]",
  "",
  ...NUMBER_NAMES.map((name) => line(`${name} N`, `${NUMBERS[name].says}${told(NUMBERS[name].unless)}`)),
  line("input FORMAT", `${INPUTS.join(", ")} (${TYPICAL.input})`),
  line("columns N", `characters in a row (${TYPICAL.columns})`),
  line("format FORMAT", `of the output (${TYPICAL.format})`),
  line("color", "a color for each character"),
  line("no-director", "the Auto Director is off"),
].join("\n");
