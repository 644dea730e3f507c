import { PARAM_NAMES, type ParamName } from "@lumiglyph/contract";

/** The flag of a parameter: `edgeStrength` is `--edge-strength`. */
export const flagOf = (name: ParamName): string => `--${kebab(name)}`;

/** The parameter of a flag's name without its dashes. */
export const paramOf = (name: string): ParamName | undefined => PARAM_NAMES.find((param) => kebab(param) === name);

/** The name of a parameter as a command line spells it. */
export const kebab = (name: ParamName): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
