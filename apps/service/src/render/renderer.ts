import { completeParams, type RenderOptions } from "@lumiglyph/contract";
import { type DecodeLimits, decodeImage } from "@lumiglyph/decode/node";
import { loadKernels, type RenderContext, render, type SourceInfo, type WasmHost, type Watch } from "@lumiglyph/engine";
import type { Clock } from "../clock.ts";
import type { WorkerStep } from "./observer.ts";

/** A global of every JavaScript host, which Node's own types leave to the browser's. */
declare const WebAssembly: WasmHost;

/** All that a render needs: plain data, so that it can be handed to another process. */
export type RenderJob = {
  readonly bytes: Uint8Array;
  readonly options: RenderOptions;
  readonly limits: DecodeLimits;
};

/**
 * A finished render, its body as the bytes to send, with what the file said of its picture and the milliseconds that the
 * steps took: plain data again.
 */
export type RenderResult = Omit<ReturnType<typeof render>, "body"> & {
  readonly body: Uint8Array;
  readonly source: SourceInfo;
  readonly timings: { readonly decode: number; readonly render: number; readonly encode: number };
  /** The same in full, in the order in which it was done; absent where nothing was. */
  readonly steps?: readonly WorkerStep[];
};

/** Image bytes in, characters out. Rejects with a `Refusal`, or with the signal's reason once that is aborted. */
export type Renderer = (job: RenderJob, signal: AbortSignal) => Promise<RenderResult>;

/** A renderer that works in this very process; what the operator should know about it goes to `warn`. */
export const createRenderer = (clock: Clock, warn: (sentence: string) => void = () => {}): Renderer => {
  const loading = fastKernels(warn);
  return async ({ bytes, options, limits }, signal) => {
    const fast = await loading;
    const begun = clock();
    const { raster, source } = await decodeImage(bytes, limits, completeParams(options).columns);
    signal.throwIfAborted();
    const decoded = clock();
    const taken = createWorkerSteps(clock, begun);
    taken.add("decode", begun, decoded);
    const { body, ...evidence } = render(raster, options, { source, watch: taken.watch, ...fast });
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

type FastKernels = Partial<Pick<RenderContext, "kernels">>;

/** What a worker does, written down as it does it. */
type WorkerSteps = {
  readonly watch: Watch;
  readonly steps: () => readonly WorkerStep[];
  /** Milliseconds of all steps of a name. */
  readonly ms: (name: WorkerStep["name"]) => number;
  /** Writes down a step that was not watched. */
  readonly add: (name: WorkerStep["name"], begun: number, ended: number) => void;
};

/** Steps since `start`. Several of one name in a row become one. */
export const createWorkerSteps = (clock: Clock, start: number): WorkerSteps => {
  const steps: WorkerStep[] = [];
  const sums = new Map<string, number>();
  const add: WorkerSteps["add"] = (name, begun, ended) => {
    sums.set(name, (sums.get(name) ?? 0) + ended - begun);
    const last = steps.at(-1);
    const at = last?.name === name ? last.at : thousandths(begun - start);
    if (last?.name === name) steps.pop();
    steps.push({ name, at, ms: thousandths(ended - start - at) });
  };
  const watch: Watch = (name, work) => {
    const begun = clock();
    const result = work();
    add(name, begun, clock());
    return result;
  };
  return { watch, steps: () => steps, ms: (name) => sums.get(name) ?? 0, add };
};

const thousandths = (ms: number): number => Math.round(ms * 1000) / 1000;
