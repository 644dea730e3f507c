import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { artRaster, readArt, render } from "@lumiglyph/engine";
import { grayPaths } from "./drawing.ts";

const PICTURE = join(import.meta.dirname, "../fixtures/portrait.png");

/** The portrait rendered with all glyphs and decoded again, in gray. */
export const decodedSvg = async (): Promise<string> => {
  const options = { columns: 80, glyphStrategy: "fixed", autoOptimize: 0 } as const;
  const { raster, source } = await decodeImage(await readFile(PICTURE), NO_LIMITS, { columns: options.columns });
  const { width, height, data } = artRaster(readArt(render(raster, options, { source }).body), 2);
  const paths = grayPaths(width, height, (x, y) => data[(y * width + x) * 4]!);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" shape-rendering="crispEdges" role="img">
<title>The portrait after it was text</title>
<rect width="100%" height="100%"/>
<g transform="translate(0 .5)">
${paths.join("\n")}
</g>
</svg>
`;
};
