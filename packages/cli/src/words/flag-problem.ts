import { isParamName, type Problem } from "@lumiglyph/contract";
import { flagOf } from "./command.ts";
/** A parser problem in terms of flags. */
export const flagProblem = ({ code, parameter, given, allowed, message }: Problem): string =>
  code === "parameter_repeated" && isParamName(parameter)
    ? `\`${flagOf(parameter)}\` has ${given}; it takes ${allowed}.`
    : message.replace(`\`${parameter}\``, isParamName(parameter) ? `\`${flagOf(parameter)}\`` : "$&");

/** Replaces parameter names in a sentence with flags. */
export const inFlags = (sentence: string): string =>
  sentence.replace(/`(\w+)`/g, (quoted, name: string) => (isParamName(name) ? `\`${flagOf(name)}\`` : quoted));
