import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fieldsOf, parse, refuse } from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { pageRaster, type Raster, readArt, render } from "@lumiglyph/engine";

const PICTURE = join(import.meta.dirname, "../fixtures/portrait.png");

/** What is left of the README's picture after it was text: drawn in all glyphs and decoded, without its colors. */
export const decodedSvg = async (): Promise<string> => {
  const parsed = parse(fieldsOf({ columns: 80, glyphStrategy: "fixed", autoOptimize: 0 }, "json"));
  if ("problems" in parsed) throw refuse(parsed.problems);
  const { raster, source } = await decodeImage(await readFile(PICTURE), NO_LIMITS, parsed.params.columns);
  return svgOf(pageRaster(readArt(render(raster, parsed, { source }).body), 2));
};

/** A gray raster as paths, one a gray: a text that is the same everywhere, which a PNG's compression is not. */
const svgOf = (raster: Raster): string => {
  const { width, height } = raster;
  const paths = [...runsOf(raster)].map(([gray, runs]) => `<path stroke="${hex(gray)}" d="${runs.join("")}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" shape-rendering="crispEdges" role="img">
<title>The portrait after it was text</title>
<rect width="100%" height="100%"/>
<g transform="translate(0 .5)">
${paths.join("\n")}
</g>
</svg>
`;
};

/** Distance of the grays that are told apart; 255 is one of them. */
const STEP = 5;

const hex = (gray: number): string => `#${gray.toString(16).padStart(2, "0").repeat(3)}`;

/** Strokes through the middle of each run of pixels of one gray, by the gray; black is behind. */
const runsOf = ({ width, height, data }: Raster): Map<number, string[]> => {
  const runs = new Map<number, string[]>();
  const grayAt = (x: number, y: number): number => STEP * Math.round(data[(y * width + x) * 4]! / STEP);
  for (let y = 0; y < height; y++) {
    for (let x = 0, end = 0; x < width; x = end) {
      for (end = x + 1; end < width && grayAt(end, y) === grayAt(x, y); ) end++;
      const gray = grayAt(x, y);
      if (gray > 0) runs.set(gray, [...(runs.get(gray) ?? []), `M${x} ${y}h${end - x}`]);
    }
  }
  return runs;
};
