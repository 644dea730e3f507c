import {
  completeParams,
  type GlyphEvidence,
  type GridSize,
  type QualityEvidence,
  type RenderOptions,
  readOptions,
} from "@lumiglyph/contract";
import { encode } from "./encoders/encoders.ts";
import type { Raster } from "./frame.ts";
import { PLAIN_KERNELS } from "./kernels.ts";
import { openPicture, type RenderContext } from "./picture.ts";
import { finish, unwatched } from "./stage.ts";

/** A finished render: the bytes to send, as text, and the evidence about them. */
export type Rendered = {
  readonly body: string;
  readonly grid: GridSize;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
};

/**
 * A raster as characters: `render(raster, { columns: 80, format: "html" })`. What is not given has its default, which the
 * Director may tune. Throws a `Refusal` that says what is wrong with the options, or that the grid would be too large.
 */
export const render = (raster: Raster, options: RenderOptions = {}, context: Partial<RenderContext> = {}): Rendered => {
  const { watch = unwatched } = context;
  const asked = readOptions(options);
  const { size, glyphs, quality, drawing } = finish(
    openPicture(raster, { kernels: PLAIN_KERNELS, ...context }).develop(asked),
  );
  const drawn = drawing(completeParams(asked).format);
  return { body: watch("encode", () => encode(drawn)), grid: size, glyphs, quality };
};
