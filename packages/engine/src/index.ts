export type { Drawing } from "./drawing.ts";
export { workingWidth } from "./frame.ts";
export { ATLAS } from "./glyphs/atlas.ts";
export { PIPELINE } from "./pipeline.ts";
export type { Raster, SourceInfo } from "./raster.ts";
export { type Rendered, type RenderOptions, render } from "./render.ts";
export type { StageName, Watch } from "./stage.ts";
