import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { SaxesParser } from "saxes";

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what a terminal's sequences start with
const ESCAPES = /\x1b\[[0-9;]*[A-Za-z]/g;

/** The text that a terminal shows of an ANSI output. */
export const ansiText = (output: string): string => output.replace(ESCAPES, "");

/** The text of an HTML output's one `pre`. */
export const htmlText = (output: string): string => {
  const pres = elementsIn(parse(output)).filter(({ tagName }) => tagName === "pre");
  if (pres.length !== 1) throw new Error(`${pres.length} pre elements`);
  return textIn(pres[0]!);
};

/** The rows of an SVG output: the contents of its `text` elements. Throws if it is not well-formed. */
export const svgText = (output: string): string => {
  const rows: string[] = [];
  let within = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ local }) => {
    if (local !== "text") return;
    within = true;
    rows.push("");
  });
  parser.on("text", (characters) => {
    if (within) rows[rows.length - 1] += characters;
  });
  parser.on("closetag", ({ local }) => {
    if (local === "text") within = false;
  });
  parser.write(output).close();
  return rows.map((row) => `${row}\n`).join("");
};

type Node = DefaultTreeAdapterTypes.Node;

const elementsIn = (node: Node): DefaultTreeAdapterTypes.Element[] => [
  ...("tagName" in node ? [node] : []),
  ...("childNodes" in node ? node.childNodes.flatMap(elementsIn) : []),
];

const textIn = (node: Node): string =>
  "value" in node ? node.value : "childNodes" in node ? node.childNodes.map(textIn).join("") : "";
