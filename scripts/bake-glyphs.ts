/**
 * Bakes the outlines of every glyph that the studio paints into apps/studio/src/worker/paint/generated/glyphs.bin.
 *
 *   npm run tool -- scripts/bake-glyphs.ts            writes the file
 *   npm run tool -- scripts/bake-glyphs.ts --check    exits 1 if it would change
 *
 * Points are read from the font files and nothing is rasterized, so every machine bakes the same bytes.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { BAKED_FILE, bakedGlyphs } from "./glyph-sheet/baked-glyphs.ts";

if (process.argv.includes("--check")) {
  const same = bakedGlyphs().equals(readFileSync(BAKED_FILE));
  console.log(
    same ? "glyphs.bin is what the font says" : "glyphs.bin is not what the font says: run scripts/bake-glyphs.ts",
  );
  process.exitCode = same ? 0 : 1;
} else {
  mkdirSync(dirname(BAKED_FILE), { recursive: true });
  writeFileSync(BAKED_FILE, bakedGlyphs());
}
