import { completeParams, type FontName, type FormatId, type RenderOptions } from "@lumiglyph/contract";
import { type DecodedImage, decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { type FontProfile, loadFont, loadKernels, render, type WasmHost } from "@lumiglyph/engine";
import { inColors } from "../terminal/palette.ts";
import { type ColorDepth, fittingColumns, type Screen, type ScreenSize, widest } from "../terminal/screen.ts";

/** A global of every JavaScript host that Node's types leave to the DOM's. */
declare const WebAssembly: WasmHost;

/** How to render a picture: the given options, the chosen style, and the space it has to fit into, if any. */
export type RenderPlan = {
  readonly options: RenderOptions;
  readonly style: OutputStyle;
  readonly space: (ScreenSize & { readonly whole: boolean }) | null;
  /** The font that will show it, unless the options name one, or its profile. */
  readonly font: FontName | FontProfile;
};

/** Renders an image file. Local files are trusted: no limits. */
export const drawPicture = async (bytes: Uint8Array, { options, style, space, font }: RenderPlan): Promise<string> => {
  const { format, color, depth } = style;
  const fixed = space === null || options.columns !== undefined;
  const named = typeof font === "string" ? { font } : {};
  const first = { ...named, format, color, ...(!fixed && { columns: widest(space) }), ...options };
  const drawn = async (decoded: DecodedImage, given: RenderOptions): Promise<string> =>
    inDepth(await rendered(decoded, given, typeof font === "string" ? undefined : font), depth);
  const decoded = await decodeImage(bytes, NO_LIMITS, completeParams(first));
  if (fixed) return drawn(decoded, first);
  const columns = fittingColumns(space, decoded.source, space.whole);
  if (columns === first.columns) return drawn(decoded, first);
  // decode again for fewer columns, so that the output is identical to `--columns` with this number
  const smaller = await decodeImage(bytes, NO_LIMITS, completeParams({ ...first, columns }));
  return drawn(smaller, { ...first, columns });
};

const rendered = async (
  { raster, source }: DecodedImage,
  options: RenderOptions,
  profile: FontProfile | undefined,
): Promise<string> => {
  await loadFont(completeParams(options).font);
  const kernels = await loadKernels(WebAssembly);
  return render(raster, options, { source, kernels, ...(profile !== undefined && { profile }) }).body;
};

const inDepth = (body: string, depth: OutputStyle["depth"]): string => (depth === null ? body : inColors(body, depth));

/** How art looks where the command line leaves it open. */
export type OutputStyle = {
  readonly format: FormatId;
  readonly color: boolean;
  /** Color depth of the terminal; null to leave the format's own bytes. */
  readonly depth: ColorDepth | null;
};

/**
 * Chooses format and color: given flags first, then the output's name, then what the output can show. Terminals with
 * colors get color, everything else plain text; `--color` forces it.
 */
export const chooseStyle = (
  options: RenderOptions,
  byName: FormatId | null,
  { depth }: Pick<Screen, "depth">,
): OutputStyle => {
  const format = options.format ?? byName;
  if (format !== null) return { format, color: completeParams(options).color, depth: null };
  const color = options.color ?? depth > 1;
  if (!color && !(options.monoColor !== undefined && depth > 1)) return { format: "text", color, depth: null };
  return { format: "ansi", color, depth: depth > 1 ? depth : null };
};
