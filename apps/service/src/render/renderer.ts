import { completeParams, PARAMS, type RenderOptions } from "@lumiglyph/contract";
import { type DecodeLimits, decodeImage } from "@lumiglyph/decode/node";
import {
  loadFont,
  loadKernels,
  loadShrink,
  type RenderContext,
  render,
  type SourceInfo,
  type WasmHost,
  type Watch,
} from "@lumiglyph/engine";
import type { Clock } from "../clock.ts";
import type { WorkerStep } from "./observer.ts";

/** A global of every JavaScript host that Node's types leave to the DOM's. */
declare const WebAssembly: WasmHost;

/** Everything a render needs, as plain data that can be sent to another process. */
export type RenderJob = {
  readonly bytes: Uint8Array;
  readonly options: RenderOptions;
  readonly limits: DecodeLimits;
};

/**
 * A finished render as plain data: the body as bytes to send, the source's format and size, and the milliseconds of
 * each step.
 */
export type RenderedJob = Omit<ReturnType<typeof render>, "body"> & {
  readonly body: Uint8Array;
  readonly source: SourceInfo;
  readonly timings: { readonly decode: number; readonly render: number; readonly encode: number };
  /** Detailed steps in order; absent if nothing was rendered. */
  readonly steps?: readonly WorkerStep[];
};

/** Renders image bytes. Rejects with a `Refusal`, or with the signal's reason if it aborts. */
export type Renderer = (job: RenderJob, signal: AbortSignal) => Promise<RenderedJob>;

/** A renderer that works in this process. Warnings for the operator go to `warn`. */
export const createRenderer = (clock: Clock, warn: (sentence: string) => void = () => {}): Renderer => {
  const loading = fastKernels(warn);
  // all of them before the first picture: once it is ready, a worker gives up the right to load more
  const fonts = Promise.all(PARAMS.font.values.map(loadFont));
  return async ({ bytes, options, limits }, signal) => {
    const fast = await loading;
    await fonts;
    const begun = clock();
    const { raster, source } = await decodeImage(bytes, limits, completeParams(options));
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

/**
 * WebAssembly kernels, or none if this machine cannot run them: the engine's own produce the same output, only slower.
 */
const fastKernels = (warn: (sentence: string) => void): Promise<FastKernels> => {
  const load = async (): Promise<FastKernels> => ({
    kernels: await loadKernels(WebAssembly),
    shrink: await loadShrink(WebAssembly),
  });
  return load().catch(() => {
    warn("This machine does not support WebAssembly SIMD: renders are slower, but identical.");
    return {};
  });
};

type FastKernels = Partial<Pick<RenderContext, "kernels" | "shrink">>;

/** Records a worker's steps. */
type WorkerSteps = {
  readonly watch: Watch;
  readonly steps: () => readonly WorkerStep[];
  /** Total milliseconds of all steps with a name. */
  readonly ms: (name: WorkerStep["name"]) => number;
  /** Records a step that did not go through `watch`. */
  readonly add: (name: WorkerStep["name"], begun: number, ended: number) => void;
};

/** Records steps relative to `start`. Consecutive steps with the same name are merged. */
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
