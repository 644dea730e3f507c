import { completeParams, type RenderOptions } from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS, restrictSharp } from "@lumiglyph/decode/node";
import type { FontProfile } from "@lumiglyph/engine";

// this process or thread uses sharp for nothing else
restrictSharp();

/**
 * How to render a picture: all options, including those that the terminal decides, and a font
 * profile if one is given.
 */
export type RenderPlan = {
  readonly options: RenderOptions;
  readonly profile: FontProfile | null;
  /** Columns to center the art in, or null. */
  readonly centeredIn: number | null;
};

/** Text, or the bytes of a PNG. */
export type DrawnArt = string | Uint8Array;

/** Renders an image file. Local files are trusted: no limits. */
export const drawFile = async (bytes: Uint8Array, { options, profile, centeredIn }: RenderPlan): Promise<DrawnArt> => {
  const params = completeParams(options);
  // other threads decode while this one loads the engine
  const decoding = decodeImage(bytes, NO_LIMITS, params);
  decoding.catch(() => {});
  if (params.format === "png") {
    const { drawPngOf } = await import("../../draw-png.ts");
    return (await drawPngOf(await decoding, options, profile ?? undefined)).png;
  }
  const { drawRaster, prepare } = await import("../../draw-raster.ts");
  await prepare(params.font);
  const { text, columns } = await drawRaster(await decoding, options, profile ?? undefined);
  return centeredIn === null ? text : indented(text, Math.floor((centeredIn - columns) / 2));
};

const indented = (text: string, by: number): string => (by > 0 ? text.replace(/^(?=.)/gm, " ".repeat(by)) : text);
