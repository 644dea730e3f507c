import { contentType, FORMATS, INPUT_FORMATS } from "../../formats.ts";
import { type FormatId, PARAMS } from "../../params.ts";
import { SOURCES } from "../../sources.ts";
import { CHROMA_ENCODING } from "../../version.ts";
import { code, page, sentence, table } from "./page.ts";

/** The reference of what goes in and what comes out. */
export const formatsPage = (): string =>
  page("Formats", [
    `## Output\n\nThe parameter \`format\` picks one; \`${PARAMS.format.default}\` without it.\n\n${outputs()}`,
    CHROMA,
    `## Input\n\nAn image is recognized by its bytes alone: neither its name nor its content type matters.\n\n${inputs()}`,
    `## How an image is sent\n\nExactly one of these in a request.\n\n${sources()}`,
  ]);

const outputs = (): string =>
  table(
    ["`format`", "Name", "`Content-Type`", "File extension", "Contents"],
    PARAMS.format.values.map((id) => {
      const { label, extension } = FORMATS[id];
      return [code(id), label, code(contentType(id)), code(extension), CONTENTS[id]];
    }),
  );

const CONTENTS: { readonly [Id in FormatId]: string } = {
  text: "One line a row, a line feed after each; blanks at a line's end are kept.",
  ansi: "The same with 24-bit SGR colors, reset at each line's end.",
  html: "A standalone document without script.",
  json: "Lines, colors, evidence and parameters; see `art.schema.json`.",
  "json-compact": "Text, a color for each cell, and evidence; see `compact-art.schema.json`.",
  svg: "A standalone picture without script or outside reference.",
};

const CHROMA = `The chroma of \`json-compact\` is encoded as \`${CHROMA_ENCODING}\`: row by row from the top left, three bytes a cell (red, green, blue; sRGB), in base64 with padding.`;

const inputs = (): string =>
  table(
    ["Name in settings", "Format", "Media type"],
    Object.entries(INPUT_FORMATS).map(([id, { label, mediaType }]) => [code(id), label, code(mediaType)]),
  );

const sources = (): string =>
  table(
    ["Request content type", "Field", "Type", "Notes"],
    [
      ...Object.entries(SOURCES).map(([name, { transport, type, says }]) => [
        code(transport),
        code(name),
        type,
        sentence(says),
      ]),
      [code("image/*"), "the whole body", SOURCES.image.type, "Parameters then stand in the query string."],
    ],
  );
