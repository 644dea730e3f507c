import type { JsonSchema } from "../schema.ts";

/** A field of a JSON document: where it stands, what its values are, what it means. */
export type SchemaField = { readonly path: string; readonly type: string; readonly says: string };

/** Every field that a schema names, parents before their own; the items of a list stand under `name[]`. */
export const schemaFields = (schema: JsonSchema, under = ""): readonly SchemaField[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const path = under === "" ? name : `${under}.${name}`;
    const field = { path, type: typeName(child), says: child.description ?? "" };
    return [field, ...schemaFields(child, path), ...schemaFields(child.items ?? {}, `${path}[]`)];
  });

/** The type of a value in words. */
const typeName = (schema: JsonSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeName).join(" or ");
  if (schema.type === "array") return `list of ${typeName(schema.items ?? {})}`;
  if (schema.enum !== undefined) return schema.enum.length > 8 ? "one of a list" : schema.enum.join(", ");
  return rangeOf(schema);
};

const rangeOf = ({ type = "any", minimum, maximum }: JsonSchema): string =>
  minimum !== undefined && maximum !== undefined ? `${type}, ${minimum} to ${maximum}` : type;
