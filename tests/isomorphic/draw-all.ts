import { loadFont, loadKernels, loadShrink, type Raster, type RenderContext, render } from "@lumiglyph/engine";
import { CASES } from "./cases.ts";

export type KernelKind = "plain" | "wasm";

/** Rasters by the name of their picture. */
export type Pictures = { readonly [name: string]: Raster };

/** A rendered case: the output, and the evidence as JSON. */
export type Drawn = { readonly body: string; readonly evidence: string };

/**
 * Renders the cases in order with one set of kernels, or every second or third of them. The same code runs in Node, in a
 * page and in a worker.
 */
export const drawAll = async (pictures: Pictures, kind: KernelKind, every: number): Promise<readonly Drawn[]> => {
  const context: Partial<RenderContext> =
    kind === "wasm" ? { kernels: await loadKernels(WebAssembly), shrink: await loadShrink(WebAssembly) } : {};
  const drawn: Drawn[] = [];
  for (const { picture, given } of CASES.filter((_, at) => at % every === 0)) {
    await loadFont(given.font ?? "any");
    const { body, ...evidence } = render(pictures[picture]!, given, context);
    drawn.push({ body, evidence: JSON.stringify(evidence) });
    await breath();
  }
  return drawn;
};

/** Yields to the host: Node serves the browser while it renders. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
