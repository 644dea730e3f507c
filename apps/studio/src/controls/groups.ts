import { type ParamName, paramRow } from "@lumiglyph/contract";

export type GroupId = "look" | "size" | "tone" | "detail" | "motion" | "auto";

/** A section of the inspector. */
export type Group = {
  readonly id: GroupId;
  readonly title: string;
  /** Its name where there is room for one word. */
  readonly tab: string;
  readonly params: readonly ParamName[];
};

/** All parameters as the inspector has them, from top to bottom. */
export const GROUPS: readonly Group[] = [
  { id: "look", title: "Look", tab: "Look", params: ["charset", "color", "monoColor", "invert"] },
  { id: "size", title: "Size", tab: "Size", params: ["columns", "format"] },
  {
    id: "tone",
    title: "Tone",
    tab: "Tone",
    params: ["brightness", "contrast", "gamma", "saturation", "autoLevels"],
  },
  {
    id: "detail",
    title: "Detail",
    tab: "Detail",
    params: ["sharpen", "denoise", "structure", "edges", "edgeStrength", "dither"],
  },
  { id: "motion", title: "Motion", tab: "Motion", params: ["motionSensitivity"] },
  {
    id: "auto",
    title: "Auto Director",
    tab: "Auto",
    params: ["qualityTarget", "autoOptimize", "glyphStrategy", "maxGlyphRmse"],
  },
];

/** A parameter's name beside its control, shorter where the section's title has said the rest. */
export const labelOf = (name: ParamName): string => SHORT_LABELS[name] ?? paramRow(name).label;

const SHORT_LABELS: Partial<Record<ParamName, string>> = {
  motionSensitivity: "Sensitivity",
  qualityTarget: "Target",
  autoOptimize: "Strength",
  glyphStrategy: "Glyphs",
  maxGlyphRmse: "Max RMSE",
};
