import type { JsonSchema } from "@lumiglyph/contract";

/** A page of the reference: front matter, a note on its generator, a heading, its parts. */
export const page = (title: string, parts: readonly string[], tables = "packages/contract"): string =>
  `${[
    `---\ntitle: ${title}\nshape: reference\n---`,
    `<!-- Generated from the tables of ${tables} by scripts/generate.ts: do not edit. -->`,
    `# ${title}`,
    ...parts,
  ].join("\n\n")}\n`;

/** A Markdown table. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");

/** Text as code. */
export const code = (text: string): string => `\`${text}\``;

/** A phrase with its first letter in upper case and a full stop. */
export const sentence = (text: string): string => {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return start.endsWith(".") ? start : `${start}.`;
};

const cell = (text: string): string => text.replaceAll("|", "\\|");

/** A field of a JSON document: its path, type and meaning. */
export type SchemaField = { readonly path: string; readonly type: string; readonly says: string };

/** Every field of a schema, parents first; the items of a list are under `name[]`. */
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
