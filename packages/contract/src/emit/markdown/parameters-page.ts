import { PARAM_NAMES, PARAMS, type Param, type ParamGroup, type ParamName, paramRow } from "../../params.ts";
import { code, page, sentence, table } from "./page.ts";

/** The reference of the render parameters, group by group. */
export const parametersPage = (): string =>
  page("Parameters", [
    `The render operation takes ${PARAM_NAMES.length} parameters, all optional. Each may stand in the query string, in a multipart form field, or as a key of a JSON body; in two places only with equal values. A value outside its range is refused with \`parameter_invalid\`, never clamped.`,
    ...groups().map((group) => `## ${GROUP_TITLES[group]}\n\n${groupTable(group)}`),
    SPELLING,
  ]);

const GROUP_TITLES: { readonly [Group in ParamGroup]: string } = {
  output: "Output",
  glyphs: "Glyphs",
  color: "Color",
  tone: "Tone",
  detail: "Detail",
  quality: "Quality",
  motion: "Motion",
};

const groups = (): readonly ParamGroup[] => [...new Set(PARAM_NAMES.map((name) => PARAMS[name].group))];

const groupTable = (group: ParamGroup): string =>
  table(
    ["Name", "Type", "Allowed", "Default", "Meaning"],
    PARAM_NAMES.filter((name) => PARAMS[name].group === group).map(row),
  );

const row = (name: ParamName): readonly string[] => {
  const param = paramRow(name);
  return [code(name), TYPES[param.kind], allowed(param), code(String(param.default)), sentence(param.says)];
};

const TYPES: { readonly [Kind in Param["kind"]]: string } = {
  integer: "integer",
  number: "float",
  boolean: "boolean",
  choice: "enum",
  color: "string, hex color",
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
