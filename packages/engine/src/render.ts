import { completeParams, type GridSize, type RenderOptions, readOptions } from "@lumiglyph/contract";
import { largestWithin } from "./budget.ts";
import { direct } from "./director/direct.ts";
import { encode } from "./encoders/encoders.ts";
import { PLAIN_KERNELS } from "./kernels.ts";
import { openPictureWith, type Picture, type RenderContext, type RenderResult } from "./picture.ts";
import type { Raster } from "./pipeline-state.ts";
import { finish, unwatched } from "./stage.ts";

/**
 * Renders a raster as characters: `render(raster, { columns: 80, format: "html" })`. Options left out have their defaults,
 * which the Auto Director may tune. Throws a `Refusal` that says what is wrong with the options, or that the grid would be
 * too large.
 */
export const render = (
  raster: Raster,
  options: RenderOptions = {},
  context: Partial<RenderContext> = {},
): Pick<RenderResult, "glyphs" | "quality"> & { readonly body: string; readonly grid: GridSize } => {
  const { watch = unwatched } = context;
  const asked = readOptions(options);
  const params = completeParams(asked);
  const { format, maxCharacters } = params;
  const picture = openPicture(raster, { kernels: PLAIN_KERNELS, ...context });
  const draw = (given: RenderOptions) => {
    const result = finish(picture.render(given));
    const colors = result.colors(format);
    const { size, glyphs, quality } = result;
    return { body: watch("encode", () => encode(result, format, colors)), grid: size, glyphs, quality };
  };
  if (maxCharacters === 0) return draw(asked);
  return largestWithin(maxCharacters, params, context.source ?? raster, (columns) => draw({ ...asked, columns }));
};

/** Opens a raster for rendering. Throws a `RangeError` if its data does not cover its size. */
export const openPicture = (raster: Raster, context: RenderContext): Picture =>
  openPictureWith(raster, context, () => direct);
