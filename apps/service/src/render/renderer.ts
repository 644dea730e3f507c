import type { ParsedParams } from "@lumiglyph/contract";
import { type DecodeLimits, decodeImage } from "@lumiglyph/decode/node";
import {
  loadKernels,
  type Rendered,
  type RenderOptions,
  render,
  type SourceInfo,
  type WasmHost,
  type Watch,
} from "@lumiglyph/engine";
import type { Clock } from "../clock.ts";

/** A global of every JavaScript host, which Node's own types leave to the browser's. */
declare const WebAssembly: WasmHost;

/** All that a render needs: plain data, so that it can be handed to another process. */
export type RenderJob = {
  readonly bytes: Uint8Array;
  readonly parsed: ParsedParams;
  readonly limits: DecodeLimits;
};

/**
 * A finished render, its body as the bytes to send, with what the file said of its picture and the milliseconds that the
 * steps took: plain data again.
 */
export type Drawn = Omit<Rendered, "body"> & {
  readonly body: Uint8Array;
  readonly source: SourceInfo;
  readonly timings: { readonly decode: number; readonly render: number; readonly encode: number };
};

/** Image bytes in, characters out. Rejects with a `Refusal`, or with the signal's reason once that is aborted. */
export type Renderer = (job: RenderJob, signal: AbortSignal) => Promise<Drawn>;

/** A renderer that works in this very process; what the operator should know about it goes to `warn`. */
export const createRenderer = (clock: Clock, warn: (sentence: string) => void = () => {}): Renderer => {
  const loading = fastKernels(warn);
  return async ({ bytes, parsed, limits }, signal) => {
    const fast = await loading;
    const begun = clock();
    const { raster, source } = await decodeImage(bytes, limits, parsed.params.columns);
    signal.throwIfAborted();
    const decoded = clock();
    let encode = 0;
    const watch: Watch = (name, work) => {
      if (name !== "encode") return work();
      const before = clock();
      const result = work();
      encode += clock() - before;
      return result;
    };
    const { body, ...evidence } = render(raster, parsed, { source, watch, ...fast });
    const timings = { decode: decoded - begun, render: clock() - decoded - encode, encode };
    return { ...evidence, body: Buffer.from(body), source, timings };
  };
};

/** The fast kernels, or none where this machine cannot run them: the engine's own then draw the same, only slower. */
const fastKernels = (warn: (sentence: string) => void): Promise<FastKernels> => {
  const load = async (): Promise<FastKernels> => ({ kernels: await loadKernels(WebAssembly) });
  return load().catch(() => {
    warn("This machine runs no WebAssembly with SIMD: renders are the same, but slower.");
    return {};
  });
};

type FastKernels = Pick<RenderOptions, "kernels">;
