import { parse, type RenderOptions, refuse } from "@lumiglyph/contract";
import { type DecodedImage, decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { loadKernels, type Rendered, render, type Watch } from "@lumiglyph/engine";

/** Renders a decoded picture the way the service does. */
export type Draw = (picture: DecodedImage, options: RenderOptions, watch?: Watch) => Rendered;

/** The engine as a host sets it up: the only place that knows how. */
export const loadEngine = async (): Promise<Draw> => {
  const kernels = await loadKernels(WebAssembly);
  return ({ raster, source }, options, watch) => render(raster, options, { source, kernels, ...(watch && { watch }) });
};

/** A file's picture, decoded as the service does, with no limit that a picture worth measuring would meet. */
export const decode = (bytes: Uint8Array, columns: number): Promise<DecodedImage> =>
  decodeImage(bytes, NO_LIMITS, columns);

/** Parameters as a query string spells them, through the service's own gate. */
export const readParams = (query: string, columns: number): RenderOptions => {
  const fields = [...new URLSearchParams(query), ["columns", `${columns}`] as const];
  const parsed = parse(fields.map(([name, value]) => ({ name, value, origin: "query" })));
  if ("problems" in parsed) throw refuse(parsed.problems);
  return parsed.options;
};
