import type { Param } from "./params.ts";

export type ParamValue = string | number | boolean;

/** A value of the row as text spells it (decision 1.5), or undefined where the text spells none. */
export const readWritten = (row: Param, text: string): ParamValue | undefined => {
  switch (row.kind) {
    case "integer":
      return /^-?[0-9]{1,16}$/.test(text) ? inRange(row, Number(text)) : undefined;
    case "number":
      return /^-?([0-9]{1,16}(\.[0-9]{1,32})?|\.[0-9]{1,32})$/.test(text) ? inRange(row, Number(text)) : undefined;
    case "boolean":
      return WRITTEN_BOOLEANS.get(text.toLowerCase());
    case "choice":
    case "color":
      return readNative(row, text);
  }
};

/** A value of the row in its native type, or undefined where the type or the range is wrong. */
export const readNative = (row: Param, value: unknown): ParamValue | undefined => {
  switch (row.kind) {
    case "integer":
      return Number.isInteger(value) ? inRange(row, value as number) : undefined;
    case "number":
      return typeof value === "number" ? inRange(row, value) : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "choice":
      return typeof value === "string" && row.values.includes(value) ? value : undefined;
    case "color":
      return typeof value === "string" ? canonicalColor(value) : undefined;
  }
};

/** What a row allows, as a phrase: "an integer from 8 to 400". */
export const allowedBy = (row: Param): string => {
  switch (row.kind) {
    case "integer":
      return `an integer from ${row.min} to ${row.max}`;
    case "number":
      return `a number from ${row.min} to ${row.max}`;
    case "boolean":
      return "true or false";
    case "choice":
      return `one of ${row.values.join(", ")}`;
    case "color":
      return "a color as #rgb or #rrggbb";
  }
};

const WRITTEN_BOOLEANS = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

const inRange = (row: { min: number; max: number }, value: number): number | undefined =>
  // adding 0 turns -0 into 0, so that one value has one spelling in every output
  value >= row.min && value <= row.max ? value + 0 : undefined;

const canonicalColor = (text: string): string | undefined => {
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)) return undefined;
  const digits = text.slice(1).toLowerCase();
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join("")}`;
};
