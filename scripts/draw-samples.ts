import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { completeParams, PARAMS, type RenderOptions, TEXT_FORMATS, type TextFormat } from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { render } from "@lumiglyph/engine";

const PICTURE = join(import.meta.dirname, "../fixtures/portrait.png");

/** A module of sample outputs: the picture large, in each charset, and the beginning of each format. */
export const samplesModule = async (): Promise<string> => {
  const image = await readFile(PICTURE);
  const draw = (options: RenderOptions) => drawn(image, options);
  const charsets = await entriesOf(PARAMS.charset.values, (charset) => draw({ columns: 34, charset }));
  const formats = await entriesOf(TEXT_FORMATS, async (format) =>
    EXCERPTS[format](await draw({ columns: 24, charset: "standard", format, color: true })),
  );
  return [
    "// Drawn by scripts/draw-samples.ts from fixtures/portrait.png: do not edit.",
    `/** The picture as text, 64 columns wide. */\nexport const LARGE_SAMPLE = ${literal(await draw({ columns: 64 }))};`,
    `/** The picture as text in each charset, 34 columns wide. */\nexport const CHARSET_SAMPLES = ${record(charsets)};`,
    `/** How an output of each format looks: the picture at 24 columns, shortened. */\nexport const FORMAT_SAMPLES = ${record(formats)};\n`,
  ].join("\n\n");
};

const drawn = async (image: Buffer, options: RenderOptions): Promise<string> => {
  const { raster, source } = await decodeImage(image, NO_LIMITS, completeParams(options));
  return render(raster, options, { source }).body;
};

const entriesOf = async <Key extends string>(keys: readonly Key[], make: (key: Key) => Promise<string>) =>
  Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await make(key)])));

/** A string literal with one source line for each line of text, for readable diffs. */
const literal = (text: string): string =>
  `[\n${text
    .split("\n")
    .map((line) => `  ${JSON.stringify(line)},\n`)
    .join("")}].join("\\n")`;

const record = (texts: { readonly [key: string]: string }): string =>
  `{\n${Object.entries(texts)
    .map(([key, text]) => `${JSON.stringify(key)}: ${literal(text)},\n`)
    .join("")}}`;

const ROWS = 14;
const WIDTH = 76;

/** The first lines of a text, each cut to `WIDTH`. */
const beginning = (text: string, lines: number): string => {
  const all = text.trimEnd().split("\n");
  const kept = all.slice(0, lines).map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line));
  return [...kept, ...(all.length > lines ? ["…"] : [])].join("\n");
};

/** A JSON document with long lists and strings cut short. */
const shortened = (text: string, indent: number): string =>
  JSON.stringify(
    JSON.parse(text),
    (_, value: unknown) => {
      if (typeof value === "string" && value.length > 30) return `${value.slice(0, 30)}…`;
      if (Array.isArray(value)) return value.length > 3 ? [...value.slice(0, 2), "…"] : value;
      return isLarge(value) ? { ...Object.fromEntries(Object.entries(value).slice(0, 3)), "…": "…" } : value;
    },
    indent,
  );

const listsOnOneLine = (json: string): string =>
  json.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, items: string) => `[${items.replace(/\n\s*/g, " ")}]`);

const isLarge = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.keys(value).length > 12;

const EXCERPTS: { readonly [Id in TextFormat]: (output: string) => string } = {
  text: (output) => output,
  ansi: (output) => beginning(output.replaceAll("\u001b", "\\x1b"), ROWS),
  html: (output) => beginning(output.slice(output.indexOf("<pre")), ROWS),
  json: (output) => listsOnOneLine(shortened(output, 2)),
  "json-compact": (output) => shortened(output, 0),
  svg: (output) => beginning(output, ROWS),
};
