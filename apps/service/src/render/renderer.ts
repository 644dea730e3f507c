import type { ParsedParams } from "@lumiglyph/contract";
import { type DecodeLimits, decodeImage } from "@lumiglyph/decode/node";
import {
  loadKernels,
  type Rendered,
  type RenderOptions,
  render,
  type SourceInfo,
  type WasmHost,
} from "@lumiglyph/engine";
import type { Clock } from "../clock.ts";
import type { WorkerStep } from "./took.ts";
import { createWorkerSteps } from "./worker-steps.ts";

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
  /** The same in full, in the order in which it was done; absent where nothing was. */
  readonly steps?: readonly WorkerStep[];
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
    const taken = createWorkerSteps(clock, begun);
    taken.add("decode", begun, decoded);
    const { body, ...evidence } = render(raster, parsed, { source, watch: taken.watch, ...fast });
    const encode = taken.ms("encode");
    const timings = { decode: decoded - begun, render: clock() - decoded - encode, encode };
    return { ...evidence, body: Buffer.from(body), source, timings, steps: taken.steps() };
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
