import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fieldsOf, parse, refuse } from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { render } from "@lumiglyph/engine";

const PICTURE = join(import.meta.dirname, "../fixtures/portrait.png");

/** The README's picture as the service would draw it; without kernels, for these may be in the making. */
export const portraitSvg = async (): Promise<string> => {
  const parsed = parse(fieldsOf({ format: "svg", columns: 100, color: true }, "json"));
  if ("problems" in parsed) throw refuse(parsed.problems);
  const { raster, source } = await decodeImage(await readFile(PICTURE), NO_LIMITS, parsed.params.columns);
  return render(raster, parsed, { source }).body;
};
