import type { FormatId } from "@lumiglyph/contract";
import type { SaveChoice } from "../state/studio.ts";

/**
 * Endings of saved files. They differ from each other, so that all of a picture's can lie in one folder; art of escape codes
 * is not `.ans`, by which old programs mean art in code page 437.
 */
export const ENDINGS: { readonly [Format in FormatId | "png"]: string } = {
  text: "txt",
  ansi: "ansi",
  html: "html",
  svg: "svg",
  json: "json",
  "json-compact": "compact.json",
  png: "png",
};

/** The name of what is made of a picture: `cat.jpg` gives `cat.txt`, and `cat@2x.png` at twice the size. */
export const fileName = (picture: string, { format, scale }: SaveChoice): string => {
  const times = format === "png" && scale > 1 ? `@${scale}x` : "";
  return `${stemOf(picture)}${times}.${ENDINGS[format]}`;
};

/** A file's name without its ending. */
export const stemOf = (name: string): string => name.replace(/(.)\.[^./\\]*$/, "$1") || "picture";
