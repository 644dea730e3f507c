import type { JsonSchema } from "../../schema.ts";
import { type SchemaField, schemaFields } from "../schema-fields.ts";
import { code, table } from "./page.ts";

/** The fields of a JSON document as a table; those that `omit` holds true for are told elsewhere. */
export const fieldsTable = (schema: JsonSchema, omit: (field: SchemaField) => boolean = () => false): string =>
  table(
    ["Field", "Value", "Meaning"],
    schemaFields(schema)
      .filter((field) => !omit(field))
      .map(({ path, type, says }) => [code(path), type, says]),
  );
