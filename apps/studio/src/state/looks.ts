import { DEFAULT_PARAMS, type RenderParams } from "@lumiglyph/contract";

/** A way to draw that has a name: what it sets; the parameters that only other looks set have their defaults in it. */
export type Look = { readonly name: string; readonly sets: Partial<RenderParams> };

/** The contact sheet, from left to right. */
export const LOOKS = [
  { name: "Silver", sets: {} },
  { name: "Color", sets: { color: true } },
  { name: "Phosphor", sets: { monoColor: "#7dff9a" } },
  { name: "Amber", sets: { monoColor: "#ffb84d" } },
  { name: "Print", sets: { invert: true, monoColor: "#232838" } },
  { name: "Contour", sets: { edges: true } },
  { name: "Blocks", sets: { charset: "blocks", color: true } },
  { name: "Dots", sets: { charset: "dots" } },
] as const satisfies readonly Look[];

type LookParam = "charset" | "color" | "monoColor" | "invert" | "edges";

/** The parameters that looks are made of. */
const LOOK_PARAMS: readonly LookParam[] = ["charset", "color", "monoColor", "invert", "edges"];

/** All parameters that a look decides on, for `setAll`: no trace of the look before stays. */
export const lookValues = ({ sets }: Look): Partial<RenderParams> => ({
  ...Object.fromEntries(LOOK_PARAMS.map((name) => [name, DEFAULT_PARAMS[name]])),
  ...sets,
});

/** The look that these parameters are, or null where they are none of the eight. */
export const currentLook = (params: RenderParams): Look | null =>
  LOOKS.find((look) => {
    const values = lookValues(look);
    return LOOK_PARAMS.every((name) => values[name] === params[name]);
  }) ?? null;

/** Any look but the current one. `random` gives a number from 0 to below 1. */
export const randomLook = (params: RenderParams, random: () => number): Look => {
  const current = currentLook(params);
  const others = LOOKS.filter((look) => look !== current);
  return others[Math.floor(random() * others.length)]!;
};
