import { type ParsedParams, SETTINGS } from "@lumiglyph/contract";
import { type DecodeLimits, decodeImage } from "@lumiglyph/decode/node";
import { loadKernels, render, type WasmHost } from "@lumiglyph/engine";

/** A global of every JavaScript host, which Node's own types leave to the browser's. */
declare const WebAssembly: WasmHost;

/** An image file's bytes as characters, in the format that the parameters name. */
export const renderBytes = async (bytes: Uint8Array, parsed: ParsedParams): Promise<string> => {
  const { raster, source } = await decodeImage(bytes, LIMITS, parsed.params.columns);
  return render(raster, parsed, { source, kernels: await loadKernels(WebAssembly) }).body;
};

/** At home nobody attacks: what the decoder itself allows. */
const LIMITS: DecodeLimits = {
  formats: SETTINGS.SERVICE_INPUT_FORMATS.default,
  maxPixels: SETTINGS.SERVICE_MAX_IMAGE_PIXELS.max,
  maxSide: SETTINGS.SERVICE_MAX_IMAGE_SIDE.max,
};
