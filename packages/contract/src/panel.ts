import { type ParamName, paramRow } from "./params.ts";

/** A section of the studio's panel. */
export type PanelSection = {
  readonly id: "look" | "size" | "tone" | "detail" | "motion" | "auto";
  readonly title: string;
  /** A one-word title for tabs. */
  readonly tab: string;
  readonly params: readonly ParamName[];
};

/** The sections of the studio's panel, top to bottom; together they hold every parameter. */
export const PANEL: readonly PanelSection[] = [
  {
    id: "look",
    title: "Look",
    tab: "Look",
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
    params: ["columns", "rows", "cellAspect", "maxCharacters", "format", "pixelsPerCell", "theme", "reveal", "alt"],
  },
  { id: "tone", title: "Tone", tab: "Tone", params: ["brightness", "contrast", "gamma", "saturation", "autoLevels"] },
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

/** A parameter's label in the studio's panel. */
export const panelLabel = (name: ParamName): string => paramRow(name).short ?? paramRow(name).label;

/** A choice's display label: `low-light` becomes "Low light". */
export const choiceLabel = (value: string): string => value[0]!.toUpperCase() + value.slice(1).replaceAll("-", " ");
