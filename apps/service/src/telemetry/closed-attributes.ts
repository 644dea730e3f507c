import {
  TRACE_ATTRIBUTES,
  type TraceAttribute,
  type TraceAttributeKey,
  type TraceAttributes,
} from "@lumiglyph/contract";

/** Values for attributes, before anyone has judged them. */
export type GivenAttributes = { readonly [Key in TraceAttributeKey]?: unknown };

/**
 * The attributes whose values their rows allow; all others are left out, whoever they come from. A worker's word is no
 * better than a caller's: decoders run on anyone's bytes.
 */
export const closedAttributes = (given: GivenAttributes): TraceAttributes =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([key, value]) =>
        Object.hasOwn(TRACE_ATTRIBUTES, key) && allows(TRACE_ATTRIBUTES[key as TraceAttributeKey], value),
    ),
  ) as TraceAttributes;

const allows = (row: TraceAttribute, value: unknown): boolean => {
  switch (row.kind) {
    case "choice":
      return typeof value === "string" && row.values.includes(value);
    case "integer":
      return Number.isInteger(value) && (value as number) >= row.min && (value as number) <= row.max;
    case "number":
      return Number.isFinite(value);
    case "flag":
      return typeof value === "boolean";
    case "own host":
      return typeof value === "string" && /^[a-z0-9.-]{1,253}$/.test(value);
  }
};
