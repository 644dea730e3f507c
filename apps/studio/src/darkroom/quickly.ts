import type { RenderOptions } from "@lumiglyph/contract";

/** The same wish without the Auto Director: what a quick pass draws. */
export const quickly = (options: RenderOptions): RenderOptions => ({ ...options, autoOptimize: 0 });
