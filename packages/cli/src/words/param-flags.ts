import { PARAM_NAMES, type Param, type ParamGroup, type ParamName, paramRow } from "@lumiglyph/contract";
import type { Flag, Flags } from "./flag.ts";
import { kebab } from "./flag-name.ts";
import { inFlags } from "./flag-problem.ts";

/** The parameters of a group as flags, from the contract's table. */
export const paramFlags = (group: ParamGroup): Flags =>
  Object.fromEntries(
    PARAM_NAMES.filter((name) => paramRow(name).group === group).map((name) => [kebab(name), flagFor(name)]),
  );

/** The groups that have parameters, in the table's order. */
export const PARAM_GROUPS: readonly ParamGroup[] = [...new Set(PARAM_NAMES.map((name) => paramRow(name).group))];

const flagFor = (name: ParamName): Flag => {
  const row = paramRow(name);
  const short = SHORTS[name];
  return {
    ...(short !== undefined && { short }),
    ...takenBy(row),
    says: inFlags(row.says).replaceAll("`", ""),
    unless: UNLESS_GIVEN[name] ?? written(row.default),
  };
};

const SHORTS: { readonly [Name in ParamName]?: string } = { columns: "c", format: "f" };

/** Where the command line looks at the terminal, and at the name of the output, before it takes the table's default. */
const UNLESS_GIVEN: { readonly [Name in ParamName]?: string } = {
  columns: `what fits the terminal, else ${paramRow("columns").default}`,
  format: "by the name of --out, by the terminal, else text",
  color: "on where a terminal has colors",
};

const takenBy = (row: Param): Omit<Flag, "says"> => {
  switch (row.kind) {
    case "integer":
    case "number":
      return { value: "N", allowed: `${row.min} to ${row.max}` };
    case "choice":
      return { value: "NAME", choices: row.values };
    case "color":
      return { value: "#RGB" };
    case "boolean":
      return { negatable: true };
  }
};

const written = (value: string | number | boolean): string =>
  typeof value === "boolean" ? (value ? "on" : "off") : String(value);
