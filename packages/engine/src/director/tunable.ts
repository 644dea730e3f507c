import type { ParamName, RenderParams } from "@lumiglyph/contract";

/** Parameters that the Auto Director may tune (decision 1.15). */
export const TUNABLE = [
  "contrast",
  "brightness",
  "gamma",
  "sharpen",
  "autoLevels",
  "structure",
  "denoise",
] as const satisfies readonly ParamName[];

/** Values for some of them. */
export type Tuning = Partial<Pick<RenderParams, (typeof TUNABLE)[number]>>;
