import { inline } from "../markup.ts";
import { openapi } from "../openapi/document.ts";
import { codeHtml, type Section, tableHtml } from "./parts.ts";

/** What comes and goes in headers: the evidence of a render, the trace, caching. */
export const headersSection = (): Section => {
  const { headers, parameters } = openapi().components;
  const sent = Object.values(parameters).filter((parameter) => parameter.in === "header");
  return {
    id: "headers",
    title: "Headers",
    lead: "The evidence of a render stands in its headers, whatever its format: whether the target was met, which glyphs were chosen, how large the output is.",
    body: `<h3>In answers</h3>
${tableHtml(
  ["Header", "Meaning"],
  Object.entries(headers).map(([name, { description, example }]) => row(name, description, example)),
)}
<h3>In requests</h3>
${tableHtml(
  ["Header", "Meaning"],
  sent.map(({ name, description, example }) => row(name, description, example)),
)}`,
  };
};

const row = (name: string, description: string, example: string | undefined): readonly string[] => [
  codeHtml(name),
  `${inline(description)}${example === undefined ? "" : `<br>${codeHtml(example)}`}`,
];
