import { PARAM_NAMES, type Param, type ParamName, paramRow } from "@lumiglyph/contract";
import { allowedBy } from "../packages/contract/src/parse.ts";
/** The type of a render's options, each with its sentence from the parameter table, and their defaults. */
export const renderOptionsModule = (): string =>
  [
    "// Written by scripts/render-options.ts from the parameter table: do not edit.",
    "",
    "/** The options of a render. A given option is never tuned; one left out has its default, which the Director may tune. */",
    "export type RenderOptions = {",
    ...PARAM_NAMES.flatMap((name) => [`  /** ${sentence(name)} */`, `  readonly ${name}?: ${typeOf(paramRow(name))};`]),
    "};",
    "",
    "/** The parameters of a request that sets none. */",
    "export const DEFAULTS = Object.freeze({",
    ...PARAM_NAMES.map((name) => `  ${name}: ${JSON.stringify(paramRow(name).default)},`),
    "} as const satisfies RenderOptions);",
    "",
  ].join("\n");

const sentence = (name: ParamName): string => {
  const row = paramRow(name);
  const allowed = allowedBy(row);
  return `${capital(row.says)}. ${capital(allowed)}; default ${JSON.stringify(row.default)}.`;
};

const capital = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

const typeOf = (row: Param): string => {
  switch (row.kind) {
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "choice":
      return row.values.map((value) => JSON.stringify(value)).join(" | ");
    case "color":
      return "string";
  }
};
