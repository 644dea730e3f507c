import type { Field, ParsedParams } from "@lumiglyph/contract";
import { type Decoded, decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { loadKernels, render, type WasmHost } from "@lumiglyph/engine";
import { fittingColumns, widest } from "../terminal/fit.ts";
import { inColors } from "../terminal/palette.ts";
import type { ScreenSize } from "../terminal/screen.ts";
import { type Look, wantedBy } from "./look.ts";

/** A global of every JavaScript host, which Node's own types leave to the browser's. */
declare const WebAssembly: WasmHost;

/** How a picture is to be drawn: what was asked for, what was chosen, and the room for it where it has to fit. */
export type Manner = {
  readonly fields: readonly Field[];
  readonly look: Look;
  readonly room: (ScreenSize & { readonly whole: boolean }) | null;
};

/** An image file's bytes as art. At home nobody attacks: no limits. */
export const drawPicture = async (bytes: Uint8Array, { fields, look, room }: Manner): Promise<string> => {
  const { format, color, depth } = look;
  const fixed = room === null || fields.some(({ name }) => name === "columns");
  const first = wantedBy(fields, { format, color, ...(!fixed && { columns: widest(room) }) });
  const decoded = await decodeImage(bytes, NO_LIMITS, first.params.columns);
  if (fixed) return inDepth(await rendered(decoded, first), depth);
  const columns = fittingColumns(room, decoded.source, room.whole);
  if (columns === first.params.columns) return inDepth(await rendered(decoded, first), depth);
  // decoded anew for fewer columns, so that the art has the bytes that `--columns` with this number gives
  const again = await decodeImage(bytes, NO_LIMITS, columns);
  return inDepth(await rendered(again, wantedBy(fields, { format, color, columns })), depth);
};

const rendered = async ({ raster, source }: Decoded, parsed: ParsedParams): Promise<string> =>
  render(raster, parsed, { source, kernels: await loadKernels(WebAssembly) }).body;

const inDepth = (body: string, depth: Look["depth"]): string => (depth === null ? body : inColors(body, depth));
