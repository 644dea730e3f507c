import { isParamName, type Problem } from "@lumiglyph/contract";
import { flagOf } from "./command.ts";
/** A problem that the gate found, in the words of a command line. */
export const flagProblem = ({ code, parameter, given, allowed, message }: Problem): string =>
  code === "parameter_repeated" && isParamName(parameter)
    ? `\`${flagOf(parameter)}\` has ${given}; it takes ${allowed}.`
    : message.replace(`\`${parameter}\``, isParamName(parameter) ? `\`${flagOf(parameter)}\`` : "$&");

/** A sentence of the service with its parameters as flags. */
export const inFlags = (sentence: string): string =>
  sentence.replace(/`(\w+)`/g, (quoted, name: string) => (isParamName(name) ? `\`${flagOf(name)}\`` : quoted));
