import { PARAM_NAMES, PARAMS, type ParamName, paramRow, type RenderParams, TEXT_FORMATS } from "@lumiglyph/contract";

/** A picture of `fixtures/` without its extension, and its parameters. */
export type Case = { readonly picture: string; readonly given: Partial<RenderParams> };

const at = <Value>(values: readonly Value[], index: number): Value => values[index % values.length]!;

/** Pictures of every kind: photographs by day and night, lines, flats, charts, transparency. */
const VARIED = [
  "still-life",
  "moonlit",
  "charts/alpha",
  "portrait",
  "charts/noise",
  "koi",
  "line-drawing",
  "charts/zone-plate",
  "sprite",
  "charts/color-wheel",
  "charts/ramp",
] as const;

const COLUMNS = [8, 80, 13, 200, 37, 64, 101] as const;

/** Every charset in every format; other parameters cycle with coprime lengths. */
const crossed: readonly Case[] = PARAMS.charset.values.flatMap((charset, row) =>
  TEXT_FORMATS.map((format, column) => {
    const turn = row * TEXT_FORMATS.length + column;
    return {
      picture: at(VARIED, turn),
      given: {
        columns: at(COLUMNS, turn),
        charset,
        format,
        color: at([false, true, true, false, true], turn),
        dither: at([false, false, true, false], turn),
        edges: at([false, false, false, true, false], turn),
        invert: at([false, true, false], turn),
        glyphStrategy: at(["adaptive", "adaptive", "fixed"], turn + row),
        qualityTarget: at(PARAMS.qualityTarget.values, turn + row),
        monoColor: at(["#e5e5e5", "#ffb000", "#00ff7f"], turn),
      },
    };
  }),
);

const NUMBERS = PARAM_NAMES.filter((name) => paramRow(name).kind === "number");

/** One number at one end of its range, where it has an effect. */
const extreme = (name: ParamName, end: "min" | "max", turn: number): Case => {
  const row = paramRow(name);
  const value = "min" in row ? { [name]: row[end] } : {};
  const color = { color: true, format: "ansi" } as const;
  const needs = { edgeStrength: { edges: true }, saturation: color, fill: color } as const;
  const needed = name in needs ? needs[name as keyof typeof needs] : {};
  return { picture: at(VARIED, turn), given: { columns: at([48, 71, 96], turn), ...needed, ...value } };
};

const extremes: readonly Case[] = NUMBERS.flatMap((name, turn) => [
  extreme(name, "min", 2 * turn),
  extreme(name, "max", 2 * turn + 1),
]);

/** All numbers at one end at once, except columns, which are random from 8 to 200. */
const all = (end: "min" | "max"): Partial<RenderParams> =>
  Object.fromEntries(
    NUMBERS.map((name) => {
      const row = paramRow(name);
      return [name, "min" in row ? row[end] : row.default];
    }),
  );

const odd: readonly Case[] = [
  { picture: "koi", given: { ...all("min"), columns: 90, color: true, format: "json" } },
  { picture: "koi", given: { ...all("max"), columns: 90, color: true, format: "json" } },
  { picture: "portrait", given: { ...all("max"), columns: 77, edges: true, dither: true, charset: "standard" } },
  { picture: "portrait", given: { columns: 111, contrast: 1.37, gamma: 0.83, brightness: -17.3, saturation: 2.71 } },
  { picture: "moonlit", given: { columns: 99, sharpen: 0.123, denoise: 0.777, structure: 0.999, autoLevels: 1 / 3 } },
  { picture: "moonlit", given: { columns: 200, qualityTarget: "low-light", format: "json-compact" } },
  { picture: "still-life", given: { columns: 200, structure: 1, format: "svg", color: true } },
  { picture: "charts/edges", given: { columns: 60, structure: 1, glyphStrategy: "fixed" } },
  { picture: "charts/checker", given: { columns: 64, invert: true } },
  { picture: "charts/steps", given: { columns: 110, maxGlyphRmse: 0.0123 } },
  { picture: "charts/one-pixel", given: { columns: 8, format: "json", color: true } },
  { picture: "charts/one-pixel", given: { columns: 200 } },
  { picture: "charts/tall", given: { columns: 9, color: true, format: "html" } },
  { picture: "charts/wide", given: { columns: 200, dither: true } },
  { picture: "charts/alpha", given: { columns: 48, characters: "01", color: true, format: "ansi" } },
  { picture: "charts/wide", given: { columns: 8, charset: "dots" } },
  {
    picture: "koi",
    given: { columns: 60, rows: 2, maxCharacters: 1_000_000, alt: "Two koi & lilies", format: "html" },
  },
  { picture: "portrait", given: { columns: 60, rows: 400, cellAspect: 0.45, maxCharacters: 64 } },
  { picture: "koi", given: { columns: 60, color: true, charset: "octants", colors: "256", format: "ansi" } },
  { picture: "koi", given: { columns: 60, color: true, fill: 0.6, colors: "16", format: "html" } },
  { picture: "koi", given: { columns: 60, color: true, colors: "8", dither: true, format: "json" } },
  { picture: "koi", given: { columns: 60, background: "light" } },
  { picture: "portrait", given: { columns: 40, theme: "auto", reveal: 2, format: "svg" } },
  { picture: "sprite", given: { columns: 40, theme: "one", format: "svg" } },
  { picture: "koi", given: { columns: 60, paper: "#ffb000", glow: 0.5, format: "svg" } },
  { picture: "koi", given: { columns: 60, background: "light", color: true, format: "html" } },
  { picture: "charts/alpha", given: { columns: 60, background: "light", color: true, fill: 0.6, format: "json" } },
  { picture: "portrait", given: { columns: 60, background: "dark", color: true, format: "json" } },
  { picture: "koi", given: { columns: 60, color: true, colors: "truecolor", dither: true, format: "json" } },
  ...PARAMS.font.values.map((font): Case => ({ picture: "portrait", given: { columns: 24, font, format: "json" } })),
];

/** All cases. */
export const CASES: readonly Case[] = [...crossed, ...extremes, ...odd];

/** The case as a test name: its picture and every given parameter. */
export const nameOf = ({ picture, given }: Case): string =>
  [picture, ...Object.entries(given).map(([name, value]) => `${name}=${value}`)].join(" ");
