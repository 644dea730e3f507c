/** The service's name as people write it. */
export const NAME = "Lumiglyph";

/** What the service does, in one sentence for every document. */
export const SUMMARY =
  "Turns a raster image into character art: plain text, ANSI truecolor, HTML, JSON, compact JSON with chroma, or SVG.";

/** What it does not do, and what it asks for. */
export const MANNERS = "Nothing is stored and nothing is changed: no operation needs a credential unless it says so.";
