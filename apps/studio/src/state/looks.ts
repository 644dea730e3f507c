import { DEFAULT_PARAMS, type RenderParams } from "@lumiglyph/contract";

/** A named set of parameters; parameters that only other looks set have their defaults. */
export type Look = { readonly name: string; readonly sets: Partial<RenderParams> };

/** The looks of the picker, from left to right. */
export const LOOKS = [
  { name: "Silver", sets: {} },
  { name: "Color", sets: { color: true } },
  { name: "Phosphor", sets: { monoColor: "#7dff9a" } },
  { name: "Amber", sets: { monoColor: "#ffb84d" } },
  { name: "Print", sets: { background: "light", monoColor: "#1a1a1a" } },
  { name: "Contour", sets: { edges: true } },
  { name: "Mosaic", sets: { charset: "octants", color: true } },
  { name: "Dots", sets: { charset: "dots" } },
] as const satisfies readonly Look[];

type LookParam = "charset" | "color" | "monoColor" | "background" | "invert" | "edges";

/** The parameters that looks set. */
const LOOK_PARAMS: readonly LookParam[] = ["charset", "color", "monoColor", "background", "invert", "edges"];

/** All parameters that a look decides, for `setAll`, so that nothing of the previous look remains. */
export const lookValues = ({ sets }: Look): Partial<RenderParams> => ({
  ...Object.fromEntries(LOOK_PARAMS.map((name) => [name, DEFAULT_PARAMS[name]])),
  ...sets,
});

/** The look that these parameters match, or null. */
export const currentLook = (params: RenderParams): Look | null =>
  LOOKS.find((look) => {
    const values = lookValues(look);
    return LOOK_PARAMS.every((name) => values[name] === params[name]);
  }) ?? null;

/** A look other than the current one. `random` returns a number in [0, 1). */
export const randomLook = (params: RenderParams, random: () => number): Look => {
  const current = currentLook(params);
  const others = LOOKS.filter((look) => look !== current);
  return others[Math.floor(random() * others.length)]!;
};
