import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ATLAS } from "@lumiglyph/engine";
import { readFace } from "./face.ts";
import { outlinesFile } from "./outlines-file.ts";

/** Where the studio reads them. */
export const BAKED_FILE = join(import.meta.dirname, "../../apps/studio/src/worker/paint/generated/glyphs.bin");

/** The one that is painted: docs/decisions/0023-painting.md says why. */
const WEIGHT = 400;

const fileOf = createRequire(import.meta.url).resolve;

/** The file of a weight of JetBrains Mono. */
export const jetBrainsMono = (weight: number): string =>
  fileOf(`@fontsource/jetbrains-mono/files/jetbrains-mono-latin-${weight}-normal.woff`);

/** The glyphs of the engine's atlas, in its order, and the font's license. */
export const bakedGlyphs = (): Buffer =>
  outlinesFile(
    readFace(jetBrainsMono(WEIGHT)),
    ATLAS.glyphs,
    readFileSync(fileOf("@fontsource/jetbrains-mono/LICENSE"), "utf8"),
  );
