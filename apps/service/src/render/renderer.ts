import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateSync } from "node:zlib";
import { completeParams, PARAMS, type RenderOptions } from "@lumiglyph/contract";
import { type DecodeLimits, decodeImage } from "@lumiglyph/decode/node";
import {
  loadFont,
  loadKernels,
  loadShrink,
  type RenderContext,
  type Rendered,
  renderWith,
  type SourceInfo,
  type WasmHost,
  type Watch,
} from "@lumiglyph/engine";
import { createAtlas } from "@lumiglyph/engine/paint/atlas";
import { checkPngSize, paintPng } from "@lumiglyph/engine/paint/png";
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
export type RenderedJob = Omit<Rendered<string>, "body"> & {
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
  // load all before the first picture: a ready worker gives up the right to load more
  const fonts = Promise.all(PARAMS.font.values.map(loadFont));
  const atlas = createAtlas(Uint8Array.from(readFileSync(OUTLINES)).buffer);
  return async ({ bytes, options, limits }, signal) => {
    const fast = await loading;
    await fonts;
    const begun = clock();
    const params = completeParams(options);
    const { raster, source } = await decodeImage(bytes, limits, params);
    signal.throwIfAborted();
    if (params.format === "png") checkPngSize(params, source);
    const decoded = clock();
    const taken = createWorkerSteps(clock, begun);
    taken.add("decode", begun, decoded);
    const context = { source, watch: taken.watch, ...fast };
    const { body, ...evidence } = renderWith(raster, options, context, (result) =>
      paintPng(result, atlas, deflateSync),
    );
    const encode = taken.ms("encode");
    const timings = { decode: decoded - begun, render: clock() - decoded - encode, encode };
    return {
      ...evidence,
      body: typeof body === "string" ? Buffer.from(body) : body,
      source,
      timings,
      steps: taken.steps(),
    };
  };
};

/** Outlines of the glyphs that a PNG is painted with. */
const OUTLINES = createRequire(import.meta.url).resolve("@lumiglyph/engine/glyphs.bin");

/**
 * WebAssembly kernels, or undefined if this machine cannot run them: the engine's own produce the
 * same output, only slower.
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
