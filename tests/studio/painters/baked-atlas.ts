import { readFileSync } from "node:fs";
import { createAtlas, type GlyphAtlas } from "@lumiglyph/engine/paint/atlas";

/** An atlas from the file that the studio fetches. */
export const bakedAtlas = (): GlyphAtlas => createAtlas(new Uint8Array(readFileSync(FILE)).buffer);

const FILE = new URL("../../../packages/engine/src/paint/generated/glyphs.bin", import.meta.url);
