import { completeParams, type FormatId, type RenderOptions } from "@lumiglyph/contract";
import { type Decoded, decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { loadKernels, render, type WasmHost } from "@lumiglyph/engine";
import { inColors } from "../terminal/palette.ts";
import { type ColorDepth, fittingColumns, type Screen, type ScreenSize, widest } from "../terminal/screen.ts";

/** A global of every JavaScript host, which Node's own types leave to the browser's. */
declare const WebAssembly: WasmHost;

/** How a picture is to be drawn: what was asked for, what was chosen, and the room for it where it has to fit. */
export type Manner = {
  readonly options: RenderOptions;
  readonly look: Look;
  readonly room: (ScreenSize & { readonly whole: boolean }) | null;
};

/** An image file's bytes as art. At home nobody attacks: no limits. */
export const drawPicture = async (bytes: Uint8Array, { options, look, room }: Manner): Promise<string> => {
  const { format, color, depth } = look;
  const fixed = room === null || options.columns !== undefined;
  const first = { format, color, ...(!fixed && { columns: widest(room) }), ...options };
  const decoded = await decodeImage(bytes, NO_LIMITS, completeParams(first).columns);
  if (fixed) return inDepth(await rendered(decoded, first), depth);
  const columns = fittingColumns(room, decoded.source, room.whole);
  if (columns === first.columns) return inDepth(await rendered(decoded, first), depth);
  // decoded anew for fewer columns, so that the art has the bytes that `--columns` with this number gives
  const again = await decodeImage(bytes, NO_LIMITS, columns);
  return inDepth(await rendered(again, { ...first, columns }), depth);
};

const rendered = async ({ raster, source }: Decoded, options: RenderOptions): Promise<string> =>
  render(raster, options, { source, kernels: await loadKernels(WebAssembly) }).body;

const inDepth = (body: string, depth: Look["depth"]): string => (depth === null ? body : inColors(body, depth));

/** How art is to look where the command line leaves it open. */
export type Look = {
  readonly format: FormatId;
  readonly color: boolean;
  /** The colors that are left of it, for a terminal; null for the format's own bytes. */
  readonly depth: ColorDepth | null;
};

/**
 * The format and the color of art. What was given counts, then the name of the output, then what its reader can show: on a
 * terminal with colors the art has them, elsewhere it is plain text. `--color` asks for them wherever it goes.
 */
export const chooseLook = (options: RenderOptions, byName: FormatId | null, { depth }: Pick<Screen, "depth">): Look => {
  const format = options.format ?? byName;
  if (format !== null) return { format, color: completeParams(options).color, depth: null };
  const color = options.color ?? depth > 1;
  if (!color && !(options.monoColor !== undefined && depth > 1)) return { format: "text", color, depth: null };
  return { format: "ansi", color, depth: depth > 1 ? depth : null };
};
