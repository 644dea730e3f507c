import { type FormatId, MAX_RESULT_CHARACTERS, PARAMS, USUAL_RESULT_CHARACTERS } from "@lumiglyph/contract";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { RenderResponse } from "../render/response.ts";
import { AdvisedRefusal, type Changes } from "./advice.ts";
import type { ToolArguments } from "./spellings.ts";

/** A refusal of a result that is too long, with the first lines of its art. */
export class LongResult extends AdvisedRefusal {
  readonly lines: readonly string[];

  constructor(message: string, retryWith: Changes, lines: readonly string[]) {
    super("result_too_long", message, retryWith);
    this.lines = lines;
  }
}

/** Suggestions for a result that is too long. */
export type Remedies = {
  /** The changes after which a call writes its output to a file; null if the tool has no folder or no free path. */
  readonly toFile: (format: FormatId) => Promise<Changes | null>;
  /** The changes after which the output has at most so many characters. */
  readonly toFit: (characters: number) => Promise<Changes>;
};

/**
 * Throws a `LongResult` if the contents of a result are longer than its call allows. Text is
 * counted in UTF-16 code units with its summary line, as a host does; `structuredContent` repeats
 * the text, and hosts show one of the two. With `maxCharacters`, the characters of the art are
 * counted. A picture is counted in base64.
 */
export const expectShort = async (
  content: CallToolResult["content"],
  { format, body, evidence: { grid } }: RenderResponse,
  { maxCharacters = 0 }: ToolArguments,
  { toFile, toFit }: Remedies,
): Promise<void> => {
  const text = format === "png" ? "" : Buffer.from(body).toString();
  const characters = format === "png" ? Math.ceil(body.length / 3) * 4 : charactersIn(text);
  const isAsked = format === "png" || maxCharacters !== 0;
  const most = isAsked ? MAX_RESULT_CHARACTERS : USUAL_RESULT_CHARACTERS;
  if ((isAsked ? characters : unitsIn(content)) <= most) return;
  const unless = isAsked ? "" : " unless `maxCharacters` asks for more";
  const message = `The output has ${characters} characters; a tool's result has at most ${most}${unless}.`;
  const file = await toFile(format);
  if (file !== null) throw new LongResult(`${message} Have it written to a file.`, file, firstLines(format, text));
  const changes =
    format === "png"
      ? { columns: Math.max(PARAMS.columns.min, Math.floor((FEWER * grid.columns * most) / characters)) }
      : isAsked
        ? { maxCharacters: most }
        : // a character of some mosaics has two units
          await toFit((most - ROOM) / (characters < text.length ? 2 : 1));
  const { columns } = changes as { readonly columns?: unknown };
  const fitting = columns === undefined ? "" : ` ${columns} \`columns\` fit.`;
  throw new LongResult(`${message}${fitting}`, changes, firstLines(format, text));
};

/** Space for the summary line, and for another `maxCharacters` in JSON. */
const ROOM = 1000;

/**
 * Bytes of a PNG shrink with columns and rows, so a share of the columns gives less than that share
 * of the bytes.
 */
const FEWER = 0.9;

const unitsIn = (content: CallToolResult["content"]): number =>
  content.reduce((sum, item) => sum + (item.type === "text" ? item.text.length : 0), 0);

/** As `maxCharacters` counts them: some mosaics have characters of two UTF-16 code units. */
export const charactersIn = (text: string): number => text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);

/** The first lines of an output's characters, without colors and markup. */
const firstLines = (format: FormatId, text: string): readonly string[] => {
  const lines: string[] = [];
  let length = 0;
  for (const line of linesOf(format, text)) {
    length += line.length;
    if (lines.length > 0 && length > MOST_SHOWN) break;
    lines.push(line);
  }
  return lines;
};

const MOST_SHOWN = 1000;

const linesOf = (format: FormatId, text: string): readonly string[] => {
  switch (format) {
    case "text":
      return text.split("\n");
    case "ansi":
      // biome-ignore lint/suspicious/noControlCharactersInRegex: SGR sequences start with the escape character
      return text.replace(/\x1b\[[\d;]*m/g, "").split("\n");
    case "json":
      return JSON.parse(text).lines;
    case "json-compact":
      return JSON.parse(text).text.split("\n");
    case "html":
      return withoutMarkup(/<pre[^>]*>(.*)<\/pre>/s.exec(text)?.[1] ?? "").split("\n");
    case "svg":
      return [...text.matchAll(/<text[ >].*?<\/text>/gs)].map(([row]) => withoutMarkup(row));
    case "png":
      return [];
  }
};

const withoutMarkup = (text: string): string =>
  text.replace(/<[^>]*>/g, "").replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ENTITIES[name] ?? "");

const ENTITIES: { readonly [name: string]: string } = { lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'" };
