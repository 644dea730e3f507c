import type { ParsedParams } from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { loadKernels, render, type WasmHost } from "@lumiglyph/engine";

/** A global of every JavaScript host, which Node's own types leave to the browser's. */
declare const WebAssembly: WasmHost;

/** An image file's bytes as characters, in the format that the parameters name. At home nobody attacks: no limits. */
export const renderBytes = async (bytes: Uint8Array, parsed: ParsedParams): Promise<string> => {
  const { raster, source } = await decodeImage(bytes, NO_LIMITS, parsed.params.columns);
  return render(raster, parsed, { source, kernels: await loadKernels(WebAssembly) }).body;
};
