import {
  completeParams,
  DEFAULT_PARAMS,
  firstLook,
  PARAM_NAMES,
  type ParamName,
  type RenderOptions,
  type RenderParams,
} from "@lumiglyph/contract";

/** A named set of parameters; parameters that only other looks set have their defaults. */
export type Look = {
  readonly name: string;
  readonly sets: Partial<RenderParams>;
  /** Whether the user has made it. */
  readonly isOwn?: true;
};

/** Letters on their own color, as in the command line. */
const LETTERS = firstLook({ color: true }) as Partial<RenderParams>;

/** The looks that come with the studio, each a different idea. */
export const LOOKS = [
  { name: "Silver", sets: {} },
  { name: "Ink", sets: { background: "light", monoColor: "#1a1a1a", glyphStrategy: "fixed" } },
  { name: "Color", sets: { color: true, fill: 0.15 } },
  { name: "Mosaic", sets: { charset: "octants", color: true } },
  { name: "Half blocks", sets: { charset: "halves", color: true } },
  { name: "Letters on color", sets: LETTERS },
  { name: "Duotone", sets: { charset: "blocks", monoColor: "#ff9e7d", paper: "#221452" } },
  {
    name: "Newspaper",
    sets: { charset: "octants", background: "light", monoColor: "#2b2722", paper: "#e9e2d2", dither: true },
  },
  { name: "Phosphor", sets: { monoColor: "#7dff9a", paper: "#03130a", glow: 0.7 } },
  { name: "Blueprint", sets: { edges: true, monoColor: "#dce9ff", paper: "#16407f" } },
  { name: "Contour", sets: { edges: true, background: "light", monoColor: "#1a1a1a" } },
  { name: "Braille", sets: { charset: "dots" } },
  { name: "Your letters", sets: { characters: " ghilmpuy" } },
] as const satisfies readonly Look[];

/** The first look of a photo, and of the start screen: letters on their own color. */
export const PHOTO_START = { ...LETTERS, columns: 160 } as const satisfies RenderOptions;

/** The parameters that looks of the studio set. */
const LOOK_PARAMS: readonly ParamName[] = [
  "charset",
  "glyphStrategy",
  "characters",
  "color",
  "fill",
  "monoColor",
  "background",
  "paper",
  "glow",
  "invert",
  "edges",
  "dither",
];

/** Parameters that are not part of a look: size, format, and the effort of the Auto Director. */
const BESIDES: readonly ParamName[] = [
  "columns",
  "rows",
  "cellAspect",
  "maxCharacters",
  "format",
  "alt",
  "motionSensitivity",
  "qualityTarget",
  "autoOptimize",
];

const paramsOf = ({ isOwn }: Look): readonly ParamName[] =>
  isOwn ? PARAM_NAMES.filter((name) => !BESIDES.includes(name)) : LOOK_PARAMS;

/** All parameters that a look decides, for `setAll`, so that nothing of the previous look remains. */
export const lookValues = (look: Look): Partial<RenderParams> => ({
  ...Object.fromEntries(
    paramsOf(look)
      // custom characters replace it
      .filter((name) => name !== "charset" || !look.sets.characters)
      .map((name) => [name, DEFAULT_PARAMS[name]]),
  ),
  ...look.sets,
});

/** A new look with the current parameters. */
export const ownLook = (name: string, options: RenderOptions): Look => ({
  name,
  sets: Object.fromEntries(Object.entries(options).filter(([param]) => !BESIDES.includes(param as ParamName))),
  isOwn: true,
});

/**
 * The look that these parameters match, or null. The user's own come first, because they decide
 * more.
 */
export const currentLook = (params: RenderParams, looks: readonly Look[] = LOOKS): Look | null =>
  looks.toReversed().find((look) => {
    const values = completeParams(lookValues(look));
    return paramsOf(look).every((name) => values[name] === params[name]);
  }) ?? null;

/** A look other than the current one. `random` returns a number in [0, 1). */
export const randomLook = (params: RenderParams, looks: readonly Look[], random: () => number): Look => {
  const current = currentLook(params, looks);
  const others = looks.filter((look) => look !== current);
  return others[Math.floor(random() * others.length)]!;
};
