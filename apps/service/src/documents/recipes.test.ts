import {
  artSchema,
  CHROMA_ENCODING,
  compactArtSchema,
  ERROR_CODES,
  fieldsOf,
  PARAM_NAMES,
  PARAMS,
  PROBLEM,
  paramRow,
  parse,
  TOOL_NAME,
} from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import { schemaFields } from "./markdown/page.ts";
import { HEADERS } from "./openapi/parts.ts";
import { RECIPE_IDS, recipeRow } from "./recipes.ts";

/** Every name in the interface: parameters and their values, fields, headers and errors. */
const KNOWN = new Set<string>([
  ...PARAM_NAMES,
  ...PARAM_NAMES.flatMap((name) => {
    const row = paramRow(name);
    return row.kind === "choice"
      ? row.values.flatMap((value) => [value, `${name}=${value}`])
      : row.kind === "boolean"
        ? [`${name}=true`]
        : [];
  }),
  ...[artSchema(), compactArtSchema(), PROBLEM].flatMap((schema) =>
    schemaFields(schema).map(({ path }) => path.split(/[.[\]]+/).at(-1) ?? ""),
  ),
  ...["target_met", "best_effort"],
  ...Object.keys(HEADERS),
  ...ERROR_CODES,
  CHROMA_ENCODING,
  TOOL_NAME,
  // of the tool endpoint's protocol
  ...["content", "isError", "_meta", "resultType"],
]);

describe.each(RECIPE_IDS)("the recipe %s", (id) => {
  const { title, when, expect: promise, next, params, fails } = recipeRow(id);

  it("has parameters that the parser accepts, unless it shows a refusal", () => {
    const parsed = parse(fieldsOf(params, "json"));
    expect("problems" in parsed ? parsed.problems[0]?.code : undefined).toBe(fails);
  });

  it("uses only names in the interface", () => {
    const names = [when, promise, next].join(" ").matchAll(/`([^`]+)`/g);
    expect([...names].map(([, name]) => name ?? "").filter((name) => !KNOWN.has(name))).toEqual([]);
  });

  it("is written in sentences", () => {
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    for (const text of [when, promise, next]) expect(text).toMatch(/^[A-Z0-9`].*\.$/);
  });
});

describe("the recipes together", () => {
  it("show every format except the one that the reference's form shows", () => {
    const shown = RECIPE_IDS.map((id) => recipeRow(id).params.format ?? PARAMS.format.default);
    expect(PARAMS.format.values.filter((format) => !shown.includes(format))).toEqual(["html", "png"]);
  });

  it("show every named way to send an image", () => {
    expect(new Set(RECIPE_IDS.flatMap((id) => recipeRow(id).source ?? []))).toEqual(
      new Set(["image", "imageUrl", "imageBase64"]),
    );
  });

  it("name every failure status with its own remedy", () => {
    expect(recipeRow("failure").next).toMatch(/400, 413, 415: .* 429, 503: .* 502, 504: /);
  });
});
