import { MAX_QUOTED } from "./limits.ts";

/**
 * Source of a key-value; `address` is the query of a GET. Query and form values are text; JSON and
 * tool arguments have native types.
 */
export type FieldOrigin = "query" | "address" | "form" | "json" | "tool" | "body";

/** One key-value of a request, not yet validated. */
export type Field = { readonly name: string; readonly value: unknown; readonly origin: FieldOrigin };

/** Whether values of this origin are text rather than native types. */
export const isWritten = (origin: FieldOrigin): boolean =>
  origin === "query" || origin === "address" || origin === "form";

/** The fields of an object, such as a parsed JSON body or a tool's arguments. */
export const fieldsOf = (values: object, origin: FieldOrigin): readonly Field[] =>
  Object.entries(values).map(([name, value]) => ({ name, value, origin }));

/** Quotes a client's value for an error: short, on one line, without control characters. */
export const quote = (value: unknown): string => {
  const text = typeof value === "string" ? value : describe(value);
  const shown = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
  // line separators, lone surrogates and control characters would make the error body hard to print
  // or to parse
  return shown.replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD");
};

const describe = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "an array";
  if (value instanceof Uint8Array) return "a file";
  return "an object";
};
