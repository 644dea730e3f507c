import type { GlyphEvidence, GridSize, ParsedParams, QualityEvidence } from "@lumiglyph/contract";
import { encode } from "./encoders/encoders.ts";
import { PLAIN_KERNELS } from "./kernels.ts";
import { openPicture, type PictureOptions } from "./picture.ts";
import type { Raster } from "./raster.ts";
import { unwatched } from "./stage.ts";
import { finish } from "./steps.ts";

/** A finished render: the bytes to send, as text, and the evidence about them. */
export type Rendered = {
  readonly body: string;
  readonly grid: GridSize;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
};

export type RenderOptions = Partial<PictureOptions>;

/** A raster as characters in the format that the parameters name. Throws a `Refusal` where the grid would be too large. */
export const render = (raster: Raster, parsed: ParsedParams, options: RenderOptions = {}): Rendered => {
  const { watch = unwatched } = options;
  const { size, glyphs, quality, drawing } = finish(
    openPicture(raster, { kernels: PLAIN_KERNELS, ...options }).develop(parsed),
  );
  const drawn = drawing(parsed.params.format);
  return { body: watch("encode", () => encode(drawn)), grid: size, glyphs, quality };
};
