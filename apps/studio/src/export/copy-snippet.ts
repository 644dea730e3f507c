import {
  INPUT_FORMATS,
  type InputFormat,
  MAX_RESULT_CHARACTERS,
  type RenderOptions,
  TOOL_NAME,
} from "@lumiglyph/contract";
import { queryOf } from "../state/query.ts";
import type { Studio } from "../state/studio.ts";
import { sizeWords } from "../ui/format.ts";
import { cannotCopy, copyBlob } from "./saving.ts";

export type SnippetKind = "curl" | "fetch" | "MCP call";

/** Copies code that makes a service render this picture with these settings, to the same bytes. */
export const copySnippet = async (studio: Studio, kind: SnippetKind): Promise<void> => {
  const text = snippetOf(studio, kind);
  try {
    await copyBlob("text/plain", text.then(asBlob));
    studio.toast(COPIED[kind](await text));
  } catch {
    studio.toast(cannotCopy());
  }
};

const snippetOf = async ({ opened, params }: Studio, kind: SnippetKind): Promise<string> => {
  const { name, file, info } = opened.peek()!;
  const options = inColor(params.options.peek());
  if (kind === "MCP call") return toolSnippet(options, await base64Of(file));
  const format = info.format === "pixels" ? "png" : info.format;
  const request = { service: serviceOf(new URL(location.href)), picture: { name, format }, options };
  return kind === "curl" ? curlSnippet(request) : fetchSnippet(request);
};

/** Plain text has no colors, so with colors and no chosen format, the terminal format is used. */
const inColor = (options: RenderOptions): RenderOptions =>
  options.color && options.format === undefined ? { ...options, format: "ansi" } : options;

const COPIED: { readonly [Kind in SnippetKind]: (text: string) => string } = {
  curl: () => "curl command copied",
  fetch: () => "fetch code copied",
  "MCP call": (text) => `MCP call copied, including the picture, ${sizeWords(text.length)}`,
};

const asBlob = (text: string): Blob => new Blob([text], { type: "text/plain" });

/** A file as base64, encoded off the main thread. */
const base64Of = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });

/** What a snippet requests from a service. */
type SnippetRequest = {
  /** The service's origin, without a trailing slash. */
  readonly service: string;
  readonly picture: { readonly name: string; readonly format: InputFormat };
  readonly options: RenderOptions;
};

/** The service behind a page: its own origin, or a placeholder for a page opened from disk. */
export const serviceOf = (page: URL): string =>
  page.protocol === "https:" || page.protocol === "http:" ? page.origin : "https://your-service.example";

/** A POSIX shell command, to run in the picture's folder. Prints the output in the chosen format, or saves a PNG. */
export const curlSnippet = (request: SnippetRequest): string => {
  const { name } = request.picture;
  return `curl -sS -H ${quoted(`Content-Type: ${mediaType(request)}`)} --data-binary ${quoted(`@./${name}`)} ${quoted(renderUrl(request))}${isPng(request) ? " --output art.png" : ""}`;
};

/** A module for Node, Deno or Bun that does the same. */
export const fetchSnippet = (
  request: SnippetRequest,
): string => `import { readFile${isPng(request) ? ", writeFile" : ""} } from "node:fs/promises";

const response = await fetch(${JSON.stringify(renderUrl(request))}, {
  method: "POST",
  headers: { "Content-Type": ${JSON.stringify(mediaType(request))} },
  body: await readFile(${JSON.stringify(request.picture.name)}),
});
if (!response.ok) throw new Error(await response.text());
${isPng(request) ? 'await writeFile("art.png", await response.bytes());' : "process.stdout.write(await response.text());"}
`;

const isPng = ({ options }: SnippetRequest): boolean => options.format === "png";

/**
 * A JSON-RPC call of the service's tool, including the picture. It requests long results, which the
 * tool does not send by default. Not for JSON, which repeats all parameters: it would differ from
 * the file that the studio saves.
 */
export const toolSnippet = (options: RenderOptions, imageBase64: string): string => {
  const asked = options.format === "json" ? {} : { maxCharacters: MAX_RESULT_CHARACTERS };
  const call = { name: TOOL_NAME, arguments: { ...asked, ...options, imageBase64 } };
  return `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }, null, 2)}\n`;
};

const renderUrl = ({ service, options }: SnippetRequest): string => `${service}/api/v1/render${queryOf(options)}`;

const mediaType = ({ picture }: SnippetRequest): string => INPUT_FORMATS[picture.format].mediaType;

/** Quotes one POSIX shell word. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
