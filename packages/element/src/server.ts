import { escapeMarkup, PARAM_ROWS } from "@lumiglyph/contract";
import { stylesFor, USUAL_ADVANCE } from "./styles.ts";

/** Attributes of an element, in the order in which they are written. */
export type Attributes = { readonly [name: string]: string | number | boolean };

/**
 * The element with its art inside, for a page that a server writes: readers see the text before,
 * and without, any script. It has the element's own styles, so that nothing moves when the script
 * runs. `text` is the result of `draw` of the package `lumiglyph`.
 */
export const lumiGlyph = (text: string, attributes: Attributes): string => {
  const cellAspect = Number(attributes["cell-aspect"] ?? PARAM_ROWS.cellAspect.default);
  const isFitted = attributes["fit"] !== undefined && attributes["fit"] !== false;
  const columns = text.indexOf("\n");
  const styles = stylesFor({ columns, cellAspect, advance: USUAL_ADVANCE, isFitted });
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== false)
    .map(([name, value]) =>
      value === true ? ` ${nameOf(name)}` : ` ${nameOf(name)}="${escapeMarkup(String(value))}"`,
    );
  const label = escapeMarkup(String(attributes["alt"] ?? "Picture drawn in characters"));
  const pre = `<pre role="img" aria-label="${label}" style="${styleOf(styles.text)}">${escapeMarkup(text)}</pre>`;
  return `<lumi-glyph${written.join("")} style="${styleOf(styles.host)}">${pre}</lumi-glyph>`;
};

const styleOf = (style: { readonly [property: string]: string }): string =>
  Object.entries(style)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");

const nameOf = (name: string): string => {
  if (/^[a-z][a-z-]*$/.test(name)) return name;
  throw new TypeError(`${JSON.stringify(name)} is not an attribute of lumi-glyph.`);
};
