import { PARAM_NAMES, type ParamName } from "@lumiglyph/contract";

/** The flag of a parameter: `edgeStrength` is `--edge-strength`. */
export const flagOf = (name: ParamName): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The parameter of a flag, spelled as `flagOf` spells it. */
export const paramOf = (flag: string): ParamName | undefined => PARAM_NAMES.find((name) => flagOf(name) === flag);
