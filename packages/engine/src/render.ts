import { completeParams, type GridSize, Refusal, type RenderOptions, readOptions } from "@lumiglyph/contract";
import { largestWithin } from "./budget.ts";
import { direct } from "./director/direct.ts";
import { encode } from "./encoders/encoders.ts";
import { svgForThemes } from "./encoders/svg.ts";
import { PLAIN_KERNELS } from "./kernels.ts";
import { openPictureWith, type Picture, type RenderContext, type RenderResult } from "./picture.ts";
import type { Raster } from "./raster.ts";
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
): Rendered<string> =>
  renderWith(raster, options, context, () => {
    throw new Refusal("parameter_invalid", "`format=png` is a picture, not text: see `paintPng`.");
  });

/** A finished render, in one format. */
export type Rendered<Body> = Pick<RenderResult, "glyphs" | "quality"> & {
  readonly body: Body;
  readonly grid: GridSize;
};

/** The same for callers that can paint: `format=png` is what `paint` makes of the result. */
export const renderWith = <Painted>(
  raster: Raster,
  options: RenderOptions,
  context: Partial<RenderContext>,
  paint: (result: RenderResult) => Painted,
): Rendered<string | Painted> => {
  const { watch = unwatched } = context;
  const asked = readOptions(options);
  const { format, theme, background, maxCharacters, ...params } = completeParams(asked);
  // plain text has no inks, so its glyphs carry all the light
  const given = format === "text" ? { ...asked, color: false } : asked;
  const picture = openPicture(raster, { kernels: PLAIN_KERNELS, ...context });
  const draw = <Body>(own: RenderOptions, write: Write<Body>): Rendered<Body> => {
    const result = finish(picture.render(own));
    const colors = result.colors(format);
    const { size: grid, glyphs, quality } = result;
    return { body: watch("encode", () => write(result, colors, own)), grid, glyphs, quality };
  };
  if (format === "png") return draw(given, paint);
  const write: Write<string> = (result, colors, own) => {
    if (format !== "svg" || theme !== "auto") return encode(result, format, colors);
    const isDark = background === "dark";
    const other = finish(picture.render({ ...own, background: isDark ? "light" : "dark" }));
    return isDark ? svgForThemes(result, other) : svgForThemes(other, result);
  };
  if (maxCharacters === 0) return draw(given, write);
  const { source = raster } = context;
  return largestWithin(maxCharacters, { ...params, format }, source, (columns) => draw({ ...given, columns }, write));
};

/** Makes a body of a result and the colors that its format writes, drawn with these options. */
type Write<Body> = (result: RenderResult, colors: Uint8Array | null, options: RenderOptions) => Body;

/** Opens a raster for rendering. Throws a `RangeError` if its data does not cover its size. */
export const openPicture = (raster: Raster, context: RenderContext): Picture =>
  openPictureWith(raster, context, () => direct);
