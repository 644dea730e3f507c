import type { RenderOptions } from "@lumiglyph/contract";
import { type Kernels, openPicture, type Print, type Raster, type Steps } from "@lumiglyph/engine";
import type { DecodedImage } from "./render-worker.ts";

/** A picture that is open, and what was drawn of it last. */
export type OpenImage = {
  readonly raster: Raster;
  /** The quick pass. */
  readonly sketch: (options: RenderOptions) => Steps<Print>;
  /** The full pass; at no cost where `isKept`. */
  readonly render: (options: RenderOptions) => Steps<Print>;
  /** Whether the picture was drawn in full with these parameters a moment ago, whatever the format. */
  readonly isKept: (options: RenderOptions) => boolean;
};

/** Prints that are kept: that of the stage, and one for an export with other parameters or for the way back. */
const KEPT_RESULTS = 2;

export const openImage = ({ width, height, data, source }: DecodedImage, kernels: Kernels): OpenImage => {
  const raster = { width, height, data: new Uint8Array(data) };
  const picture = openPicture(raster, { source, kernels });
  const results = new Map<string, Print>();
  return {
    raster,
    sketch: (options) => picture.develop(quickly(options)),
    *render(options) {
      const key = keyOf(options);
      const result = results.get(key) ?? (yield* picture.develop(options));
      results.delete(key);
      results.set(key, result);
      if (results.size > KEPT_RESULTS) results.delete(results.keys().next().value!);
      return result;
    },
    isKept: (options) => results.has(keyOf(options)),
  };
};

/** Everything that has a say in a print: all but the format, in which it can be had afterwards. */
const keyOf = ({ format: _, ...options }: RenderOptions): string => JSON.stringify(options);

/** The same wish without the Auto Director: what a quick pass draws. */
export const quickly = (options: RenderOptions): RenderOptions => ({ ...options, autoOptimize: 0 });
