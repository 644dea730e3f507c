import { PARAMS, type Param, type ParamName, paramRow } from "@lumiglyph/contract";
import { allowedBy } from "../packages/contract/src/parse.ts";

// of the table itself: what `PARAM_NAMES` lists is written here
const NAMES = Object.keys(PARAMS) as readonly ParamName[];

/** The type of the render options, documented from the parameter table, and their defaults. */
export const renderOptionsModule = (): string =>
  [
    "// Written by scripts/render-options.ts from the parameter table: do not edit.",
    "",
    "/** Options of a render. The Director never tunes a given value; it may tune a default. */",
    "export type RenderOptions = {",
    ...NAMES.flatMap((name) => [`  /** ${sentence(name)} */`, `  readonly ${name}?: ${typeOf(paramRow(name))};`]),
    "};",
    "",
    "/** The default of every option. */",
    "export const DEFAULTS = Object.freeze({",
    ...NAMES.map((name) => `  ${name}: ${JSON.stringify(paramRow(name).default)},`),
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
  if (row.kind === "choice") return row.values.map((value) => JSON.stringify(value)).join(" | ");
  if (row.kind === "color" || row.kind === "text" || row.kind === "characters") return "string";
  return row.kind === "boolean" ? "boolean" : "number";
};
