export { workingHeight, workingWidth } from "./cells.ts";
export { readArt } from "./decoders/art.ts";
export type { Hints, Page } from "./decoders/page.ts";
export { exposedLike, luminancePsnr } from "./decoders/psnr.ts";
export { cellRaster, pageRaster, pictureSize } from "./decoders/raster.ts";
export { UnreadableArt } from "./decoders/unreadable-art.ts";
export type { Drawing } from "./drawing.ts";

export { ATLAS } from "./glyphs/atlas.ts";
export type { Kernels } from "./kernels.ts";
export { openPicture, type Picture, type Print, type RenderOptions } from "./picture.ts";
export { PIPELINE } from "./pipeline.ts";
export type { Raster, SourceInfo } from "./raster.ts";
export { type Rendered, render } from "./render.ts";
export type { StageName, StepName, Watch } from "./stage.ts";
export { finish, type Steps } from "./steps.ts";
export { loadKernels, type WasmHost } from "./wasm/load-kernels.ts";
