import { contentType, FORMATS, INPUT_FORMATS } from "../../formats.ts";
import { type FormatId, PARAMS } from "../../params.ts";
import { SOURCES } from "../../sources.ts";
import { CHROMA_ENCODING } from "../../version.ts";
import { CHROMA_SAYS } from "../chroma-says.ts";
import { FORMAT_CONTENTS } from "../format-contents.ts";
import { code, page, sentence, table } from "./page.ts";

/** The reference of what goes in and what comes out. */
export const formatsPage = (): string => page("Formats", formatsParts());

/** What the page says, under headings of the second level. */
export const formatsParts = (): readonly string[] => [
  `## Output\n\nThe parameter \`format\` picks one; \`${PARAMS.format.default}\` without it.\n\n${outputs()}`,
  CHROMA,
  `## Input\n\nAn image is recognized by its bytes alone: neither its name nor its content type matters.\n\n${inputs()}`,
  `## How an image is sent\n\nExactly one of these in a request.\n\n${sources()}`,
];

const outputs = (): string =>
  table(
    ["`format`", "Name", "`Content-Type`", "File extension", "Contents"],
    PARAMS.format.values.map((id) => {
      const { label, extension } = FORMATS[id];
      return [
        code(id),
        label,
        code(contentType(id)),
        code(extension),
        `${FORMAT_CONTENTS[id]}${SCHEMA_FILES[id] ?? ""}`,
      ];
    }),
  );

const SCHEMA_FILES: { readonly [Id in FormatId]?: string } = {
  json: " See `art.schema.json`.",
  "json-compact": " See `compact-art.schema.json`.",
};

const CHROMA = `The chroma of \`json-compact\` is encoded as \`${CHROMA_ENCODING}\`: ${CHROMA_SAYS}.`;

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
