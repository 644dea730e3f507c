/**
 * Bakes the outlines of every glyph that the studio paints into apps/studio/src/worker/paint/generated/glyphs.bin.
 *
 *   npm run bake                      writes the file
 *   npm run bake -- --check           exits 1 if it would change
 *   npm run bake -- --faces [corpus]  judges pages in several faces, to see whether these glyphs are the right ones
 *
 * No system rasterizes a font for it: points come out of the font files, so every machine bakes the same bytes.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { BAKED_FILE, bakedGlyphs } from "./glyph-sheet/baked-glyphs.ts";
import { judgeFaces } from "./glyph-sheet/faces.ts";

if (process.argv.includes("--faces")) await judgeFaces(process.argv[3] ?? null);
else if (process.argv.includes("--check")) {
  const same = bakedGlyphs().equals(readFileSync(BAKED_FILE));
  console.log(same ? "glyphs.bin is what the font says" : "glyphs.bin is not what the font says: npm run bake");
  process.exitCode = same ? 0 : 1;
} else {
  mkdirSync(dirname(BAKED_FILE), { recursive: true });
  writeFileSync(BAKED_FILE, bakedGlyphs());
}
