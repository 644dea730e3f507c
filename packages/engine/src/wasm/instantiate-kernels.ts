import type { Kernels } from "../kernels.ts";
import { type BilateralExports, wasmBilateral } from "./bilateral.ts";
import { type BlurExports, wasmBlur } from "./blur.ts";
import { type SearchExports, wasmSweeper } from "./search.ts";
import { type StampExports, wasmStamp } from "./stamp.ts";

/** The part of the global `WebAssembly` that is needed; the engine has no globals, so its host hands it over. */
export type WasmHost = {
  instantiate(module: Uint8Array<ArrayBuffer>): Promise<{ readonly instance: { readonly exports: unknown } }>;
};

/** Kernels in WebAssembly with SIMD, from the bytes of their module. One set serves one render at a time. */
export const instantiateKernels = async (host: WasmHost, module: Uint8Array<ArrayBuffer>): Promise<Kernels> => {
  const { instance } = await host.instantiate(module);
  const wasm = instance.exports as SearchExports & BilateralExports & BlurExports & StampExports;
  return {
    ...wasmSweeper(wasm),
    bilateral: wasmBilateral(wasm),
    blur: wasmBlur(wasm),
    stamp: wasmStamp(wasm),
  };
};
