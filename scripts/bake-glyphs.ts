/**
 * Bakes the outlines of every glyph that the studio paints into packages/engine/src/paint/generated/glyphs.bin.
 *
 *   npm run tool -- scripts/bake-glyphs.ts            writes the file
 *   npm run tool -- scripts/bake-glyphs.ts --check    exits 1 if it would change
 *
 * Points are read from the font files and nothing is rasterized, so every machine bakes the same bytes.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { BAKED_FILE, bakedGlyphs } from "./baked-glyphs.ts";

if (process.argv.includes("--check")) {
  const same = (await bakedGlyphs()).equals(readFileSync(BAKED_FILE));
  console.log(same ? "glyphs.bin is up to date" : "glyphs.bin is out of date: run scripts/bake-glyphs.ts");
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(BAKED_FILE, await bakedGlyphs());
}
