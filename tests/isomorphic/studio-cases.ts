import { PARAMS, TEXT_FORMATS } from "@lumiglyph/contract";
import type { Case } from "./cases.ts";

const at = <Value>(values: readonly Value[], index: number): Value => values[index % values.length]!;

/** PNGs of every kind, including transparent and translucent ones, of every kind of picture. */
const PICTURES = [
  "koi",
  "charts/alpha",
  "portrait",
  "formats/gray-alpha",
  "formats/palette",
  "moonlit",
  "formats/sixteen-bit",
  "formats/interlaced",
  "charts/color-wheel",
  "sprite",
  "charts/wide",
] as const;

const COLUMNS = [24, 8, 40, 13, 64, 33, 80] as const;

/** Every picture in every charset; other parameters cycle with coprime lengths. */
const crossed: readonly Case[] = PICTURES.flatMap((picture, row) =>
  PARAMS.charset.values.map((charset, column) => {
    const turn = row * PARAMS.charset.values.length + column;
    return {
      picture,
      given: {
        columns: at(COLUMNS, turn),
        charset,
        format: at(TEXT_FORMATS, turn + row),
        color: at([false, true, true, false, true], turn),
        dither: at([false, false, false, true], turn),
        edges: at([false, false, false, false, true], turn),
        invert: at([false, true, false], turn),
        qualityTarget: at(PARAMS.qualityTarget.values, turn),
        autoOptimize: at([PARAMS.autoOptimize.default, 1, 0], turn),
        monoColor: at(["#e5e5e5", "#ffb000", "#00ff7f"], turn),
      },
    };
  }),
);

const odd: readonly Case[] = [
  { picture: "still-life", given: { columns: 200, structure: 1, format: "svg", color: true } },
  { picture: "line-drawing", given: { columns: 120, gamma: 0.83, brightness: -17.3, contrast: 1.37 } },
  { picture: "charts/one-pixel", given: { columns: 8, format: "json", color: true } },
  { picture: "charts/tall", given: { columns: 9, color: true, format: "html", saturation: 2.71 } },
];

/** Cases that the studio and the service both render, from the same files. */
export const STUDIO_CASES: readonly Case[] = [...crossed, ...odd];
