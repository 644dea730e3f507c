import { type ParamName, paramRow } from "@lumiglyph/contract";

export type GroupId = "look" | "size" | "tone" | "detail" | "motion" | "auto";

/** A section of the inspector. */
export type Group = {
  readonly id: GroupId;
  readonly title: string;
  /** Short name for tabs. */
  readonly tab: string;
  readonly params: readonly ParamName[];
};

/** All parameters in the inspector's order. */
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

/** A parameter's label, shortened where the section's title already says the rest. */
export const labelOf = (name: ParamName): string => SHORT_LABELS[name] ?? paramRow(name).label;

const SHORT_LABELS: Partial<Record<ParamName, string>> = {
  motionSensitivity: "Sensitivity",
  qualityTarget: "Target",
  autoOptimize: "Strength",
  glyphStrategy: "Glyphs",
  maxGlyphRmse: "Max RMSE",
};
