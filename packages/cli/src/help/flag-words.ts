import type { Flag, Flags } from "../words/flag.ts";

/** A flag as it is written: `-c, --columns N`. */
export const flagTerm = (name: string, { short, value, negatable }: Flag): string => {
  const long = `--${negatable ? "[no-]" : ""}${name}${value === undefined ? "" : ` ${value}`}`;
  return short === undefined ? `    ${long}` : `-${short}, ${long}`;
};

/** The values that a flag takes, in words; undefined for a switch. */
export const allowedBy = ({ allowed, choices }: Flag): string | undefined => allowed ?? choices?.join(", ");

/** What a flag means, the values that it takes, and what it is unless given; that a switch is off need not be told. */
const flagSays = (flag: Flag): string => {
  const unless = flag.unless === undefined || flag.unless === "off" ? undefined : `default ${flag.unless}`;
  const facts = [allowedBy(flag), unless].filter((fact) => fact !== undefined);
  return facts.length === 0 ? flag.says : `${flag.says} (${facts.join("; ")})`;
};

/** Flags as rows of the help. */
export const flagRows = (flags: Flags): readonly (readonly [string, string])[] =>
  Object.entries(flags).map(([name, flag]) => [flagTerm(name, flag), flagSays(flag)]);
