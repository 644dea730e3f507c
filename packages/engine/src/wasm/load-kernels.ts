import { decodeBase64 } from "@lumiglyph/contract";
import type { Kernels } from "../kernels.ts";
import { KERNELS_WASM } from "./generated/kernels-wasm.ts";
import { instantiateKernels, type WasmHost } from "./instantiate-kernels.ts";

/** Kernels in WebAssembly with SIMD: `loadKernels(WebAssembly)`. One set serves one render at a time. */
export const loadKernels = (host: WasmHost): Promise<Kernels> => instantiateKernels(host, decodeBase64(KERNELS_WASM));
