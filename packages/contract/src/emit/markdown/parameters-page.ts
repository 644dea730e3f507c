import { type Param, type ParamGroup, type ParamName, paramRow } from "../../params.ts";
import { GROUP_TITLES, KIND_NAMES, PARAMS_SAY, paramGroups, paramSays, paramsOf } from "../param-words.ts";
import { code, page, table } from "./page.ts";

/** The reference of the render parameters, group by group. */
export const parametersPage = (): string => page("Parameters", parametersParts());

/** What the page says, under headings of the second level. */
export const parametersParts = (): readonly string[] => [
  PARAMS_SAY,
  ...paramGroups().map((group) => `## ${GROUP_TITLES[group]}\n\n${groupTable(group)}`),
  SPELLING,
];

const groupTable = (group: ParamGroup): string =>
  table(["Name", "Type", "Allowed", "Default", "Meaning"], paramsOf(group).map(row));

const row = (name: ParamName): readonly string[] => {
  const param = paramRow(name);
  return [code(name), KIND_NAMES[param.kind], allowed(param), code(String(param.default)), paramSays(name)];
};

const allowed = (param: Param): string => {
  switch (param.kind) {
    case "integer":
    case "number":
      return `${param.min} to ${param.max}`;
    case "boolean":
      return "`true`, `false`";
    case "choice":
      return param.values.map(code).join(", ");
    case "color":
      return "`#rgb`, `#rrggbb`";
  }
};

const SPELLING = `## How values are written

In a query string or a form a value is text:

- an integer is digits with an optional minus sign;
- a float is a plain decimal such as \`1.15\` or \`-20\`, without an exponent;
- a boolean is \`true\`, \`false\`, \`1\` or \`0\`, in any letter case;
- there are no blanks around a value.

In JSON and in tool arguments a value has its native type: \`"columns": 80\`, not \`"columns": "80"\`, and never \`null\`.`;
