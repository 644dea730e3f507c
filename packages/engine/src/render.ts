import type { GlyphEvidence, GridSize, ParsedParams, QualityEvidence } from "@lumiglyph/contract";
import { openPicture, type RenderOptions } from "./picture.ts";
import type { Raster } from "./raster.ts";
import { finish } from "./steps.ts";

/** A finished render: the bytes to send, as text, and the evidence about them. */
export type Rendered = {
  readonly body: string;
  readonly grid: GridSize;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
};

/** A raster as characters in the format that the parameters name. Throws a `Refusal` where the grid would be too large. */
export const render = (raster: Raster, parsed: ParsedParams, options: RenderOptions = {}): Rendered => {
  const { size, glyphs, quality, encode } = finish(openPicture(raster, options).develop(parsed));
  return { body: encode(parsed.params.format), grid: size, glyphs, quality };
};
