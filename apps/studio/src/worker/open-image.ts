import type { RenderOptions } from "@lumiglyph/contract";
import {
  type Director,
  type Kernels,
  openPictureWith,
  type Raster,
  type RenderResult,
  type Shrink,
  type SourceInfo,
  type Steps,
  setLatest,
} from "@lumiglyph/engine";
import type { SentPicture } from "./pictures.ts";

/** An open image with its recent results. */
export type OpenImage = {
  readonly raster: Raster;
  readonly source: SourceInfo;
  /** Whether it is only sketched, because the whole follows. */
  readonly isGlance: boolean;
  /** Renders the quick pass. */
  readonly sketch: (options: RenderOptions) => Steps<RenderResult>;
  /** Renders the full pass; free if `isKept`. */
  readonly render: (options: RenderOptions) => Steps<RenderResult>;
  /** Whether a full result for these parameters is cached, whatever the format. */
  readonly isKept: (options: RenderOptions) => boolean;
};

/** Cached results: the visible one, and one for an export with other parameters or for undo. */
const KEPT_RESULTS = 2;

/** Inputs of a render besides the image. */
export type ImageParts = {
  readonly kernels: Kernels;
  /** Throws if it is not loaded: sketches do not need it. */
  readonly director: () => Director;
  /** Undefined until it is loaded, or if it cannot be: it only saves time. */
  readonly shrink: () => Shrink | undefined;
};

export const openImage = (
  { width, height, data, source, isGlance }: SentPicture,
  { kernels, director, shrink }: ImageParts,
): OpenImage => {
  const raster = { width, height, data: new Uint8Array(data) };
  const quicker = shrink();
  const picture = openPictureWith(raster, { source, kernels, ...(quicker && { shrink: quicker }) }, director);
  const results = new Map<string, RenderResult>();
  return {
    raster,
    source,
    isGlance: isGlance === true,
    sketch: (options) => picture.sketch(options),
    *render(options) {
      const key = keyOf(options);
      const result = results.get(key) ?? (yield* picture.render(options));
      setLatest(results, key, result, KEPT_RESULTS);
      return result;
    },
    isKept: (options) => results.has(keyOf(options)),
  };
};

/** Cache key: all parameters except the format, which is applied afterwards. */
const keyOf = ({ format: _, ...options }: RenderOptions): string => JSON.stringify(options);
