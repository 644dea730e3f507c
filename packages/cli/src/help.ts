import { PARAM_NAMES, type Param, type ParamName, paramRow } from "@lumiglyph/contract";
import { SCALE } from "./decode-flags.ts";
import { flagOf } from "./flag-name.ts";

/** What `lumiglyph --help` prints; its flags come from the parameter table. */
export const help = (): string => `Usage: lumiglyph IMAGE [flags]
       lumiglyph decode ART --out PICTURE.png [flags]
       lumiglyph mcp [--root DIR]

Draws a picture (JPEG, PNG, WebP, GIF, AVIF) in characters. "-" reads it from standard input.

  lumiglyph photo.jpg --columns 100
  lumiglyph photo.jpg --format html --color > photo.html

${PARAM_NAMES.map(line).join("\n")}
  --version                      print the version
  --help                         print this

Decodes art (json, json-compact, text) into a picture again. "-" reads it from standard input.

  lumiglyph photo.jpg --format json-compact > art.json
  lumiglyph decode art.json --out picture.png

  --out FILE.png                 where the picture goes
  --scale N                      pixels that a cell is wide (${SCALE.least} to ${SCALE.most}, ${SCALE.default})
  --cells                        one pixel a cell instead, with the exact bytes of colored art
  --charset NAME                 the art is text in this charset (guessed from its glyphs)
  --invert                       it was drawn with --invert: for json-compact and text, which do not say
  --dither                       it was drawn with --dither: likewise

Serves the tool render_ascii to an agent over standard input and output (Model Context Protocol).

  --root DIR                     let it read the images of this folder, by the argument imagePath
`;

const line = (name: ParamName): string => {
  const row: Param = paramRow(name);
  return `  ${`${flagOf(name)}${placeholder(row)}`.padEnd(30)} ${row.says} (${range(row)}${row.default})`;
};

const placeholder = (row: Param): string =>
  row.kind === "boolean" ? "" : ` ${row.kind === "choice" ? "NAME" : row.kind === "color" ? "#RGB" : "N"}`;

const range = (row: Param): string => {
  switch (row.kind) {
    case "integer":
    case "number":
      return `${row.min} to ${row.max}, `;
    case "choice":
      return `${row.values.join(", ")}; `;
    default:
      return "";
  }
};
