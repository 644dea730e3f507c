import { isParamName, type Problem, type Refusal, wordedFor } from "@lumiglyph/contract";
import { flagOf } from "./command.ts";
/** A problem that the gate found, in the words of a command line. */
export const flagProblem = ({ code, parameter, given, allowed, message }: Problem): string =>
  code === "parameter_repeated" && isParamName(parameter)
    ? `\`${flagOf(parameter)}\` has ${given}; it takes ${allowed}.`
    : message.replace(`\`${parameter}\``, isParamName(parameter) ? `\`${flagOf(parameter)}\`` : "$&");

/** What a refusal says on the command line. */
export const refusalInFlags = (refusal: Refusal): string => inFlags(wordedFor("cli", refusal).message);

/** A sentence of the contract with its parameters as flags. */
export const inFlags = (sentence: string): string =>
  sentence.replace(/`(\w+)`/g, (quoted, name: string) => (isParamName(name) ? `\`${flagOf(name)}\`` : quoted));
