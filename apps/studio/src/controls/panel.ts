import { PARAM_NAMES, type ParamGroup, type ParamName, paramRow } from "@lumiglyph/contract";

/** A section of the panel. */
export type PanelSection = {
  readonly id: "look" | "size" | "tone" | "detail" | "motion" | "auto";
  readonly title: string;
  /** A one-word title for tabs. */
  readonly tab: string;
  readonly params: readonly ParamName[];
};

/** The parameters with a place of their own, top to bottom, and the groups whose other parameters follow. */
const SECTIONS: readonly (PanelSection & { readonly groups: readonly ParamGroup[] })[] = [
  {
    id: "look",
    title: "Look",
    tab: "Look",
    groups: ["glyphs", "color"],
    params: [
      "charset",
      "color",
      "fill",
      "colors",
      "monoColor",
      "background",
      "paper",
      "glow",
      "font",
      "characters",
      "invert",
    ],
  },
  {
    id: "size",
    title: "Size",
    tab: "Size",
    groups: ["output"],
    params: ["columns", "rows", "cellAspect", "maxCharacters", "format", "pixelsPerCell", "theme", "reveal", "alt"],
  },
  {
    id: "tone",
    title: "Tone",
    tab: "Tone",
    groups: ["tone"],
    params: ["brightness", "contrast", "gamma", "saturation", "autoLevels"],
  },
  {
    id: "detail",
    title: "Detail",
    tab: "Detail",
    groups: ["detail"],
    params: ["sharpen", "denoise", "structure", "edges", "edgeStrength", "dither"],
  },
  { id: "motion", title: "Motion", tab: "Motion", groups: ["motion"], params: [] },
  {
    id: "auto",
    title: "Auto Director",
    tab: "Auto",
    groups: ["quality"],
    params: ["qualityTarget", "autoOptimize", "glyphStrategy", "maxGlyphRmse"],
  },
];

const placed = SECTIONS.flatMap(({ params }) => params);
const others = PARAM_NAMES.filter((name) => !placed.includes(name));

/** The sections of the panel, top to bottom; together they hold every parameter. */
export const PANEL: readonly PanelSection[] = SECTIONS.map(({ params, groups, ...section }) => ({
  ...section,
  params: [...params, ...others.filter((name) => groups.includes(paramRow(name).group))],
}));

/** Labels that are shorter than the table's, because they stand under the section's title. */
const SHORT: Partial<Record<ParamName, string>> = {
  structure: "Line following",
  motionSensitivity: "Sensitivity",
  autoOptimize: "Strength",
  qualityTarget: "Target",
  glyphStrategy: "Glyphs",
  maxGlyphRmse: "Max RMSE",
  monoColor: "Text color",
  maxCharacters: "Max length",
  pixelsPerCell: "PNG cell",
};

/** A parameter's label in the panel. */
export const panelLabel = (name: ParamName): string => SHORT[name] ?? paramRow(name).label;

/** A choice's display label: `low-light` becomes "Low light". */
export const choiceLabel = (value: string): string => value[0]!.toUpperCase() + value.slice(1).replaceAll("-", " ");
