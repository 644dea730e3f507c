import {
  CHROMA_ENCODING,
  contentType,
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  type ErrorScope,
  FORMATS,
  type FormatId,
  INPUT_FORMATS,
  PARAMS,
  type Param,
  type ParamGroup,
  type ParamName,
  paramRow,
  SOURCES,
} from "@lumiglyph/contract";
import { ENDPOINTS, type Endpoint } from "../../tables/endpoints.ts";
import { type AgentRecipe, agentRecipe, PLACEHOLDERS } from "../agent-recipe.ts";
import { codesByStatus, STATUS_NAMES, type StatusGroup } from "../errors-by-status.ts";
import { DEFAULT_INSTANCE } from "../instance.ts";
import { RECIPE_IDS } from "../recipes.ts";
import {
  CHROMA_SAYS,
  FORMAT_CONTENTS,
  GROUP_TITLES,
  KIND_NAMES,
  PARAMS_SAY,
  paramGroups,
  paramSays,
  paramsOf,
} from "../words.ts";
import { code, page, sentence, table } from "./page.ts";

/** The reference of the HTTP operations. */
export const endpointsPage = (): string =>
  page("Endpoints", [`${INTRODUCTION}\n\n${endpointsTable(Object.values(ENDPOINTS))}`], "apps/service");

const INTRODUCTION =
  "All operations are read-only. Every GET also supports HEAD; every path answers CORS preflights. A trailing slash is ignored. The full description, with every parameter and response, is `openapi.json`, served at `/api/openapi.json`. Not listed are the files that the studio's page loads: its service worker `/sw.js`, `/licenses.txt` and what is below `/assets/`.";

/** Endpoints as a table. */
export const endpointsTable = (endpoints: readonly Endpoint[]): string =>
  table(
    ["Method", "Path", "Operation", "Credential", "Purpose"],
    endpoints.map(({ method, path, operation, access, summary }) => [
      method,
      code(path),
      code(operation),
      access === "public" ? "none" : "platform credential",
      sentence(summary),
    ]),
  );

/** The reference of the error codes, status by status. */
export const errorsPage = (): string => page("Errors", errorsParts());

/** The codes, under second-level headings. */
export const errorsParts = (): readonly string[] => [
  "Every error is `application/problem+json` (RFC 9457): `type`, `title`, `status`, `detail`, `code`, `traceId`, and `errors` if fields of the request are invalid (`code`, `parameter`, `given`, `allowed`, `message` for each). If there are several problems, the first gives `code` and all are listed. See `problem.schema.json`.",
  ...codesByStatus(ERROR_CODES).map(statusSection),
];

const statusSection = ({ status, codes }: StatusGroup): string =>
  `## ${status} ${STATUS_NAMES[status]}\n\n${table(["Code", "Meaning", "Where"], codes.map(errorRow))}`;

const errorRow = (name: ErrorCode): readonly string[] => [
  code(name),
  `${ERRORS[name].title}. ${ERRORS[name].says}`,
  SCOPES[ERRORS[name].where],
];

const SCOPES: { readonly [Scope in ErrorScope]: string } = {
  anywhere: "any operation",
  routing: "no operation reached",
  render: "render",
  address: "art at an address",
  tool: "tool endpoint",
  platform: "the operator's operations",
};

/** The reference of input and output formats. */
export const formatsPage = (): string => page("Formats", formatsParts());

/** The page's content, under second-level headings. */
export const formatsParts = (): readonly string[] => [
  `## Output\n\nThe parameter \`format\` selects one; the default is \`${PARAMS.format.default}\`.\n\n${outputs()}`,
  CHROMA,
  `## Input\n\nImages are detected by content: file name and content type do not matter. Of an animation, the service draws the first frame.\n\n${inputs()}`,
  `## How to send an image\n\nUse exactly one of these per request.\n\n${sources()}`,
];

const outputs = (): string =>
  table(
    ["`format`", "Name", "`Content-Type`", "File extension", "Contents"],
    PARAMS.format.values.map((id) => {
      const { label, extension } = FORMATS[id];
      return [
        code(id),
        label,
        code(contentType(id)),
        code(extension),
        `${FORMAT_CONTENTS[id]}${SCHEMA_FILES[id] ?? ""}`,
      ];
    }),
  );

const SCHEMA_FILES: { readonly [Id in FormatId]?: string } = {
  json: " See `art.schema.json`.",
  "json-compact": " See `compact-art.schema.json`.",
};

const CHROMA = `The chroma of \`json-compact\` is encoded as \`${CHROMA_ENCODING}\`: ${CHROMA_SAYS}.`;

const inputs = (): string =>
  table(
    ["Name in settings", "Format", "Media type"],
    Object.entries(INPUT_FORMATS).map(([id, { label, mediaType }]) => [code(id), label, code(mediaType)]),
  );

const sources = (): string =>
  table(
    ["Request content type", "Field", "Type", "Notes"],
    [
      ...Object.entries(SOURCES).map(([name, { transport, type, says }]) => [
        code(transport),
        code(name),
        type,
        sentence(says),
      ]),
      [code("image/*"), "the whole body", SOURCES.image.type, "Parameters go in the query string."],
    ],
  );

/** The reference of the render parameters, group by group. */
export const parametersPage = (): string => page("Parameters", parametersParts());

/** The page's content, under second-level headings. */
export const parametersParts = (): readonly string[] => [
  PARAMS_SAY,
  ...paramGroups().map((group) => `## ${GROUP_TITLES[group]}\n\n${groupTable(group)}`),
  SPELLING,
];

const groupTable = (group: ParamGroup): string =>
  table(["Name", "Type", "Allowed", "Default", "Meaning"], paramsOf(group).map(parameterRow));

const parameterRow = (name: ParamName): readonly string[] => {
  const param = paramRow(name);
  return [
    code(name),
    KIND_NAMES[param.kind],
    allowed(param),
    param.default === "" ? "" : code(String(param.default)),
    paramSays(name),
  ];
};

const allowed = (param: Param): string => {
  switch (param.kind) {
    case "integer":
    case "number":
      return `${param.min} to ${param.max}${param.none ? ", 0 for none" : ""}`;
    case "boolean":
      return "`true`, `false`";
    case "choice":
      return param.values.map(code).join(", ");
    case "color":
      return "`#rgb`, `#rrggbb`";
    case "text":
      return `at most ${param.max} characters`;
    case "characters":
      return "2 to 95 different characters of printable ASCII";
  }
};

const SPELLING = `## How values are written

In a query string or a form a value is text:

- an integer is digits with an optional minus sign;
- a float is a plain decimal such as \`1.15\` or \`-20\`, without an exponent;
- a boolean is \`true\`, \`false\`, \`1\` or \`0\`, in any letter case;
- there is no whitespace around a value.

In JSON and in tool arguments a value has its native type: \`"columns": 80\`, not \`"columns": "80"\`, and never \`null\`.`;

/** The reference of the recipes. */
export const recipesPage = (): string => page("Recipes", recipesParts(DEFAULT_INSTANCE.baseUrl), "apps/service");

/** The page's content for the service at an address, under second-level headings. */
export const recipesParts = (baseUrl: string): readonly string[] => [
  `Each recipe runs unchanged, and CI runs all of them. ${code(`GET ${ENDPOINTS.agent.path}`)} returns them as data, with the service's own address.`,
  PLACEHOLDERS.map(({ text, says }) => `- ${code(text)}: ${says}`).join("\n"),
  ...RECIPE_IDS.map((id) => recipeSection(agentRecipe(id, baseUrl))),
];

const recipeSection = ({ title, when, curl, expect, next }: AgentRecipe): string =>
  [
    `## ${title}`,
    when,
    `\`\`\`sh\n${curl}\n\`\`\``,
    `Expect ${expect.status} ${code(expect.contentType)}${expect.code === null ? "" : ` with the code ${code(expect.code)}`}. ${expect.says}`,
    `Then: ${next}`,
  ].join("\n\n");
