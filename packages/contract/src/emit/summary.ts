/** The service's name as people write it. */
export const NAME = "Lumiglyph";

/** What the service does, in one sentence for every document. */
export const SUMMARY =
  "Turns a raster image into character art: plain text, ANSI truecolor, HTML, JSON, compact JSON with chroma, or SVG.";

/** The same in a hundred characters, which is what catalogs show. */
export const SHORT_SUMMARY = "Turns an image into character art: text, ANSI, HTML, JSON or SVG, with measured quality.";

/** What it does not do, and what it asks for. */
export const MANNERS = "Nothing is stored and nothing is changed: no operation needs a credential unless it says so.";
