import { PARAM_NAMES, type Param, type ParamName, paramRow } from "../params.ts";
import { type JsonSchema, object } from "../schema.ts";
import { ART_FIELDS, COMPACT_ART } from "../shapes.ts";
import { VERSION } from "../version.ts";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** The schema of one parameter's native value, default and meaning included. */
export const paramSchema = (name: ParamName): JsonSchema => {
  const row: Param = paramRow(name);
  const about = { description: row.says, default: row.default };
  switch (row.kind) {
    case "integer":
    case "number":
      return { type: row.kind, minimum: row.min, maximum: row.max, ...about };
    case "boolean":
      return { type: "boolean", ...about };
    case "choice":
      return { type: "string", enum: row.values, ...about };
    case "color":
      return { type: "string", pattern: "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$", ...about };
  }
};

/** The schemas of all 22 parameters by name. */
export const paramSchemas = (): { readonly [Name in ParamName]: JsonSchema } =>
  Object.fromEntries(PARAM_NAMES.map((name) => [name, paramSchema(name)])) as { [Name in ParamName]: JsonSchema };

/** Render parameters as one object, none of them required. */
export const renderParamsSchema = (): JsonSchema => ({
  $schema: DIALECT,
  title: `Lumiglyph render parameters ${VERSION}`,
  type: "object",
  properties: paramSchemas(),
  additionalProperties: false,
});

/** The document of `format=json`. */
export const artSchema = (): JsonSchema => object({ ...ART_FIELDS, params: object(paramSchemas()) });

/** The document of `format=json-compact`. */
export const compactArtSchema = (): JsonSchema => COMPACT_ART;

/** A schema that stands alone in a file of its own. */
export const standalone = (title: string, schema: JsonSchema): JsonSchema => ({
  $schema: DIALECT,
  title: `Lumiglyph ${title} ${VERSION}`,
  ...schema,
});
