import {
  ERRORS,
  isParamName,
  LIBRARY_WORDS,
  PARAMS,
  type Problem,
  type Refusal,
  refuse,
  type Words,
  wordsOf,
} from "@lumiglyph/contract";
import { flagOf } from "./command.ts";

/** The words of the command line: parameters are flags, and `--colors` has two values more. */
const CLI_WORDS: Words = {
  ...LIBRARY_WORDS,
  spell: (parameter) => (isParamName(parameter) ? flagOf(parameter) : parameter),
  allow: (name) =>
    name === "colors" ? `one of auto, none, ${PARAMS.colors.values.join(", ")}` : LIBRARY_WORDS.allow(name),
  says: (code) => ERRORS[code].says,
};

/** A refusal in terms of flags. */
export const refusalInFlags = (refusal: Refusal): string => wordsOf(refusal, CLI_WORDS).message;

/** A problem in terms of flags. */
export const problemInFlags = (problem: Problem): string => refusalInFlags(refuse([problem]));
