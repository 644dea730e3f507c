import { isParamName, type Problem, SOURCE_NAMES } from "@lumiglyph/contract";
import { flagOf } from "./flag-name.ts";

/** A problem that the gate found, in the words of a command line: parameters are flags, and the image has none. */
export const flagProblem = ({ code, parameter, given, allowed, message }: Problem): string => {
  const flag = isParamName(parameter) ? flagOf(parameter) : parameter;
  switch (code) {
    case "parameter_unknown":
      return `There is no flag \`${flag}\`.${advice(allowed)}`;
    case "parameter_repeated":
      return `\`${flag}\` has ${given}; it takes ${allowed}.`;
    default:
      return message.replace(`\`${parameter}\``, `\`${flag}\``);
  }
};

/** What to write instead, where the gate knows a name that is near. */
const advice = (near: string): string => {
  if (isParamName(near)) return ` Did you mean \`${flagOf(near)}\`?`;
  return SOURCE_NAMES.some((name) => name === near) ? " The image is a word of its own: lumiglyph photo.jpg" : "";
};
