import { allowedBy } from "../packages/contract/src/allowed-by.ts";
import {
  PARAMS,
  type Param,
  type ParamFacts,
  type ParamName,
  STAGE_NAMES,
} from "../packages/contract/src/param-table.ts";

// from the table itself, because this writes the list behind `PARAM_NAMES`
const NAMES = Object.keys(PARAMS) as readonly ParamName[];
const factsOf = (name: ParamName): ParamFacts => PARAMS[name];

/** What pages load of the parameter table: the type of the render options, defaults, rows and lists. */
export const renderOptionsModule = (): string =>
  [
    "// Written by scripts/render-options.ts from the parameter table: do not edit.",
    "",
    "/** Options of a render. The Director never tunes a given value; it may tune a default. */",
    "export type RenderOptions = {",
    ...NAMES.flatMap((name) => [`  /** ${sentence(name)} */`, `  readonly ${name}?: ${typeOf(factsOf(name))};`]),
    "};",
    "",
    "/** The default of every option. */",
    "export const DEFAULTS = Object.freeze({",
    ...NAMES.map((name) => `  ${name}: ${JSON.stringify(factsOf(name).default)},`),
    "} as const satisfies RenderOptions);",
    "",
    "/** The rows of the parameter table, without what pages do not need. */",
    "export const PARAM_ROWS = {",
    ...NAMES.map((name) => `  ${name}: ${JSON.stringify(lightRow(factsOf(name)))},`),
    "} as const;",
    "",
    "/** Parameters beyond the specification. */",
    listed("EXTENSIONS", (row) => row.extension === true),
    "",
    "/** Parameters that the Auto Director may tune unless they are given (answers 1.15). */",
    listed("ALWAYS_TUNABLE", (row) => row.tunable === true),
    "",
    "/** The same, and those that it may tune in color alone. */",
    listed("TUNABLE", (row) => row.tunable === "in color", "...ALWAYS_TUNABLE, "),
    "",
    "/** The parameters that a stage's result depends on. */",
    "export const STAGE_PARAMS = {",
    ...stagesAffected().map(([stage, names]) => `  ${stage}: ${JSON.stringify(names)},`),
    "} as const;",
    "",
  ].join("\n");

const lightRow = ({ says: _, affects: _affects, extension, tunable, leftOut, ...row }: ParamFacts): Param => row;

const listed = (name: string, isListed: (row: ParamFacts) => boolean, first = ""): string =>
  `export const ${name} = [${first}${NAMES.filter((one) => isListed(factsOf(one)))
    .map((one) => JSON.stringify(one))
    .join(", ")}] as const;`;

const stagesAffected = (): readonly (readonly [string, readonly ParamName[]])[] =>
  STAGE_NAMES.map((stage) => [stage, NAMES.filter((name) => factsOf(name).affects.includes(stage))]);

const sentence = (name: ParamName): string => {
  const row = factsOf(name);
  return `${capital(row.says)}. ${capital(allowedBy(row))}; default ${JSON.stringify(row.default)}.`;
};

const capital = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

const typeOf = (row: Param): string => {
  if (row.kind === "choice") return row.values.map((value) => JSON.stringify(value)).join(" | ");
  if (row.kind === "color" || row.kind === "text" || row.kind === "characters") return "string";
  return row.kind === "boolean" ? "boolean" : "number";
};
