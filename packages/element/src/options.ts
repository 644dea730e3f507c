import {
  type Field,
  firstLook,
  PARAM_NAMES,
  type ParamName,
  parse,
  type RenderOptions,
  refuse,
} from "@lumiglyph/contract";

/** Attributes with their own meaning; every other parameter is an attribute too, in kebab-case. */
const OWN_ATTRIBUTES = ["src", "theme", "fit", "live"] as const;

/** A parameter as an attribute: `cellAspect` is `cell-aspect`. */
const attributeOf = (name: ParamName): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Parameters that the element decides itself, or that matter only for files. */
const NOT_ATTRIBUTES: readonly ParamName[] = ["format", "background", "theme", "reveal", "pixelsPerCell"];
const NAMES = PARAM_NAMES.filter((name) => !NOT_ATTRIBUTES.includes(name));

export const ATTRIBUTES: readonly string[] = [...OWN_ATTRIBUTES, ...NAMES.map(attributeOf)];

/** An element's attributes. */
type Attributed = { getAttribute(name: string): string | null };

/**
 * The options in an element's attributes, on a page of this kind. A switch without a value is on.
 * Throws a `Refusal` with all problems.
 */
export const readAttributes = (element: Attributed, background: "dark" | "light"): RenderOptions => {
  const fields = NAMES.flatMap((name): Field[] => {
    const value = element.getAttribute(attributeOf(name));
    return value === null ? [] : [{ name, value: value === "" ? "true" : value, origin: "query" }];
  });
  const parsed = parse(fields);
  if ("problems" in parsed) throw refuse(parsed.problems);
  return firstLook({ ...parsed.options, background });
};
