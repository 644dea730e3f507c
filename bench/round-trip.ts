import { type GridSize, gridSize } from "@lumiglyph/contract";
import type { DecodedImage } from "@lumiglyph/decode/node";
import { cellRaster, fitLeastSquares, luminancePsnr, readArt } from "@lumiglyph/engine";
import { lightOf } from "../tests/support/srgb.ts";
import { type Draw, decode, listPictures, loadEngine, readParams } from "./engine.ts";
import { layOn, readSource } from "./judge/judge.ts";
import { resizeByArea, toEncoded } from "./judge/plane.ts";
import { printTable } from "./measure.ts";
import type { Question } from "./options.ts";
import { mean } from "./statistics.ts";

export const roundTrip: Question = {
  name: "round-trip",
  asks: "How much of the picture comes back when its text is decoded?",
  answer: async ({ columns, corpus, params }) => {
    const draw = await loadEngine();
    const queries = params.length === 0 ? VARIANTS : params;
    const rows = queries.map((query): { query: string; found: Found[] } => ({ query, found: [] }));
    for (const { read } of await listPictures(corpus)) {
      const bytes = read();
      const picture = await decode(bytes, columns);
      const size = gridSize({ columns }, picture.source.width, picture.source.height);
      const source = resizeByArea(layOn(await readSource(bytes), BLACK), size.columns, size.rows).data;
      if (rangeOf(source) < LEAST_RANGE) continue;
      for (const { query, found } of rows) found.push(compare(roundTripped(draw, picture, query, size), source));
    }
    console.log(`PSNR in dB of the decoded cells' luminance against the picture's, ${columns} columns\n`);
    printTable(HEADS, rows.map(rowFor));
  },
};

const VARIANTS = [
  "autoOptimize=0",
  "autoOptimize=0&glyphStrategy=fixed",
  "autoOptimize=0&dither=true",
  "autoOptimize=0&glyphStrategy=fixed&dither=true",
];

const BLACK = 0;

/** Light of each cell after a round trip through JSON, quantized to 8 bits. */
const roundTripped = (draw: Draw, picture: DecodedImage, query: string, { columns }: GridSize): Float32Array => {
  const { body } = draw(picture, readParams(`${query}&format=json`, columns));
  const { data } = cellRaster(readArt(body));
  return Float32Array.from({ length: data.length / 4 }, (_, cell) => lightOf(data[4 * cell]! / 255));
};

type Found = { readonly light: number; readonly encoded: number };

const compare = (decoded: Float32Array, source: Float32Array): Found => ({
  light: decibels(decoded, source),
  encoded: decibels(decoded.map(toEncoded), source.map(toEncoded)),
});

/** PSNR after a least-squares gain and offset; the peak is the picture's own range. */
const decibels = (decoded: Float32Array, source: Float32Array): number =>
  luminancePsnr(fitLeastSquares(decoded, source), source, rangeOf(source));

const rangeOf = (values: Float32Array): number =>
  values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 1);

/** A picture of a single gray has nothing to lose and is skipped. */
const LEAST_RANGE = 1 / 255;

const HEADS = ["params", "pictures", "linear light", "30 or more", "sRGB scale", "30 or more", "least"];

const rowFor = ({ query, found }: { readonly query: string; readonly found: readonly Found[] }): string[] => {
  const scales = [found.map(({ light }) => light), found.map(({ encoded }) => encoded)];
  const cells = scales.flatMap((all) => [mean(all).toFixed(1), `${all.filter((value) => value >= 30).length}`]);
  return [query, `${found.length}`, ...cells, Math.min(...scales.flat()).toFixed(1)];
};
