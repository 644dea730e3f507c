import type { RenderOptions } from "@lumiglyph/contract";
import { type Kernels, openPicture, type Raster, type RenderResult, type Steps } from "@lumiglyph/engine";
import type { Negative } from "./darkroom.ts";
import { quickly } from "./quickly.ts";

/** A picture that is open, and what was drawn of it last. */
export type OpenNegative = {
  readonly raster: Raster;
  /** The quick pass. */
  readonly sketch: (options: RenderOptions) => Steps<RenderResult>;
  /** The full pass; at no cost where `isKept`. */
  readonly develop: (options: RenderOptions) => Steps<RenderResult>;
  /** Whether the picture was drawn in full with these parameters a moment ago, whatever the format. */
  readonly isKept: (options: RenderOptions) => boolean;
};

/** Prints that are kept: that of the stage, and one for an export with other parameters or for the way back. */
const KEPT_PRINTS = 2;

export const openNegative = ({ width, height, data, source }: Negative, kernels: Kernels): OpenNegative => {
  const raster = { width, height, data: new Uint8Array(data) };
  const picture = openPicture(raster, { source, kernels });
  const prints = new Map<string, RenderResult>();
  return {
    raster,
    sketch: (options) => picture.render(quickly(options)),
    *develop(options) {
      const key = keyOf(options);
      const print = prints.get(key) ?? (yield* picture.render(options));
      prints.delete(key);
      prints.set(key, print);
      if (prints.size > KEPT_PRINTS) prints.delete(prints.keys().next().value!);
      return print;
    },
    isKept: (options) => prints.has(keyOf(options)),
  };
};

/** Everything that has a say in a print: all but the format, in which it can be had afterwards. */
const keyOf = ({ format: _, ...options }: RenderOptions): string => JSON.stringify(options);
