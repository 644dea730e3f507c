import { readFileSync } from "node:fs";
import { createAtlas, type GlyphAtlas } from "../../../apps/studio/src/worker/paint/atlas.ts";

/** An atlas from the file that the studio fetches. */
export const bakedAtlas = (): GlyphAtlas => createAtlas(new Uint8Array(readFileSync(FILE)).buffer);

const FILE = new URL("../../../apps/studio/src/worker/paint/generated/glyphs.bin", import.meta.url);
