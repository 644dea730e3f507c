import { decodeBase64 } from "@lumiglyph/contract";
import type { Kernels } from "../kernels.ts";
import {
  type BilateralExports,
  type BlurExports,
  type StampExports,
  wasmBilateral,
  wasmBlur,
  wasmStamp,
} from "./filters.ts";
import { type FitExports, wasmFitCells } from "./fit-cell.ts";
import { KERNELS_WASM } from "./generated/kernels-wasm.ts";
import { type PartExports, wasmPartLoops } from "./part-loops.ts";
import { type SearchExports, wasmSweeper } from "./search.ts";

/** The part of the global `WebAssembly` that the engine needs. The engine uses no globals, so the host passes it in. */
export type WasmHost = {
  instantiate(module: ArrayBuffer): Promise<{ readonly instance: { readonly exports: unknown } }>;
};

/** Kernels in WebAssembly with SIMD, from the bytes of their module. One instance serves one render at a time. */
export const instantiateKernels = async (host: WasmHost, module: ArrayBuffer): Promise<Kernels> => {
  const { instance } = await host.instantiate(module);
  const wasm = instance.exports as SearchExports &
    BilateralExports &
    BlurExports &
    StampExports &
    FitExports &
    PartExports;
  return {
    ...wasmSweeper(wasm),
    bilateral: wasmBilateral(wasm),
    blur: wasmBlur(wasm),
    stamp: wasmStamp(wasm),
    fitCells: wasmFitCells(wasm),
    ...wasmPartLoops(wasm),
  };
};

/** Kernels in WebAssembly with SIMD: `loadKernels(WebAssembly)`. One instance serves one render at a time. */
export const loadKernels = (host: WasmHost): Promise<Kernels> =>
  instantiateKernels(host, decodeBase64(KERNELS_WASM).buffer as ArrayBuffer);
