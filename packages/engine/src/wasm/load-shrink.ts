import { decodeBase64 } from "@lumiglyph/contract";
import type { Shrink } from "../shrink.ts";
import { SHRINK_WASM } from "./generated/shrink-wasm.ts";
import type { WasmHost } from "./instantiate-kernels.ts";
import { type ShrinkExports, wasmShrink } from "./shrink.ts";

/** What a stream shrinks its frames by, in WebAssembly with SIMD: `loadShrink(WebAssembly)`. One serves one stream. */
export const loadShrink = async (host: WasmHost): Promise<Shrink> => {
  const { instance } = await host.instantiate(decodeBase64(SHRINK_WASM));
  return wasmShrink(instance.exports as ShrinkExports);
};
