import type { FormatId } from "../params.ts";

/** What an output of each format holds. */
export const FORMAT_CONTENTS: { readonly [Id in FormatId]: string } = {
  text: "One line a row, a line feed after each; blanks at a line's end are kept.",
  ansi: "The same with 24-bit SGR colors, reset at each line's end.",
  html: "A standalone document without script.",
  json: "Lines, colors, evidence and parameters.",
  "json-compact": "Text, a color for each cell, and evidence, without white space.",
  svg: "A standalone picture without script or outside reference.",
};
