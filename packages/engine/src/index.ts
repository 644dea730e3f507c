export type { StageName } from "@lumiglyph/contract";
export { partsHeight, partsWidth } from "./cells.ts";
export { readArt } from "./decoders/art.ts";
export type { DecodedArt, Hints } from "./decoders/decoded-art.ts";
export { UnreadableArt } from "./decoders/decoded-art.ts";
export { fitLeastSquares, luminancePsnr } from "./decoders/psnr.ts";
export { artRaster, cellRaster, pictureSize } from "./decoders/raster.ts";
export { PURPOSES, RUBRICS } from "./director/rubrics.ts";
export { colorCode } from "./encoders/ansi.ts";
export { encode } from "./encoders/encoders.ts";
export { ATLAS, atlasFor } from "./glyphs/atlas.ts";
export { drawShape } from "./glyphs/draw-shape.ts";
export type { FontProfile } from "./glyphs/font-profile.ts";
export { isFontLoaded, keepProfile, loadFont, readProfile } from "./glyphs/fonts.ts";
export { type DrawnGlyph, makeProfile, SAMPLES } from "./glyphs/make-profile.ts";
export { SHAPES, type Shape } from "./glyphs/mosaics.ts";
export { rmseStaircase } from "./glyphs/smallest-codebook.ts";
export { type Kernels, PLAIN_KERNELS } from "./kernels.ts";
export { toEncoded, toLight } from "./math/srgb.ts";
export { pngFile } from "./paint/png-file.ts";
export {
  type Director,
  openPictureWith,
  type Picture,
  type RenderContext,
  type RenderResult,
  unmeasured,
  writesColors,
} from "./picture.ts";
export { PIPELINE } from "./pipeline.ts";
export type { Raster, SourceInfo } from "./raster.ts";
export { openPicture, type Rendered, render, renderWith } from "./render.ts";
export { setLatest } from "./set-latest.ts";
export type { Shrink } from "./shrink.ts";
export type { StepName, Watch } from "./stage.ts";
export { finish, type Steps } from "./stage.ts";
export { isFlipped } from "./stages/tone.ts";
export type { LiveFrame } from "./temporal/live-frame.ts";
export { openStream, type Stream, type StreamOptions } from "./temporal/stream.ts";
export { instantiateKernels, loadKernels, type WasmHost } from "./wasm/kernels.ts";
export { loadShrink } from "./wasm/shrink.ts";
