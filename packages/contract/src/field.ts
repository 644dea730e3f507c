/** Where a key-value came from. Query and form values are written as text; JSON and tool arguments have native types. */
export type FieldOrigin = "query" | "form" | "json" | "tool" | "body";

/** One key-value of a request, before anyone has judged it. */
export type Field = { readonly name: string; readonly value: unknown; readonly origin: FieldOrigin };

/** Whether values of this origin are text that spells a value, rather than the value itself. */
export const isWritten = (origin: FieldOrigin): boolean => origin === "query" || origin === "form";

/** The fields of an object, such as a parsed JSON body or a tool's arguments. */
export const fieldsOf = (values: object, origin: FieldOrigin): readonly Field[] =>
  Object.entries(values).map(([name, value]) => ({ name, value, origin }));
