import { INPUT_FORMATS, type InputFormat, type RenderOptions, TOOL_NAME } from "@lumiglyph/contract";
import { queryOf } from "../state/query.ts";
import type { Studio } from "../state/studio.ts";
import { sizeWords } from "../ui/format.ts";
import { cannotCopy, copyBlob } from "./saving.ts";

export type SnippetKind = "curl" | "fetch" | "MCP call";

/** Copies what makes a service draw this picture with these settings: the same bytes. */
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
  const options = params.options.peek();
  if (kind === "MCP call") return toolSnippet(options, await base64Of(file));
  const format = info.format === "pixels" ? "png" : info.format;
  const request = { service: serviceOf(new URL(location.href)), picture: { name, format }, options };
  return kind === "curl" ? curlSnippet(request) : fetchSnippet(request);
};

const COPIED: { readonly [Kind in SnippetKind]: (text: string) => string } = {
  curl: () => "curl command copied",
  fetch: () => "fetch code copied",
  "MCP call": (text) => `MCP call copied with the picture in it, ${sizeWords(text.length)}`,
};

const asBlob = (text: string): Blob => new Blob([text], { type: "text/plain" });

/** A file's bytes as standard base64. The browser does it beside the page, however large the file. */
const base64Of = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });

/** What a snippet asks a service to draw. */
type SnippetRequest = {
  /** Where the service is, without a slash at its end. */
  readonly service: string;
  readonly picture: { readonly name: string; readonly format: InputFormat };
  readonly options: RenderOptions;
};

/** The service behind a page: the page's own origin, or, of a page that was opened from a disk, a placeholder. */
export const serviceOf = (page: URL): string =>
  page.protocol === "https:" || page.protocol === "http:" ? page.origin : "https://your-service.example";

/** A command line for a POSIX shell, to run where the picture lies. It prints what the studio shows, in the chosen format. */
export const curlSnippet = (request: SnippetRequest): string => {
  const { name } = request.picture;
  return `curl -sS -H ${quoted(`Content-Type: ${mediaType(request)}`)} --data-binary ${quoted(`@./${name}`)} ${quoted(renderUrl(request))}`;
};

/** A module for Node, Deno or Bun that prints the same. */
export const fetchSnippet = (request: SnippetRequest): string => `import { readFile } from "node:fs/promises";

const answer = await fetch(${JSON.stringify(renderUrl(request))}, {
  method: "POST",
  headers: { "Content-Type": ${JSON.stringify(mediaType(request))} },
  body: await readFile(${JSON.stringify(request.picture.name)}),
});
if (!answer.ok) throw new Error(await answer.text());
process.stdout.write(await answer.text());
`;

/** A call of the service's tool as a JSON-RPC message, the picture inside it. */
export const toolSnippet = (options: RenderOptions, imageBase64: string): string => {
  const call = { name: TOOL_NAME, arguments: { ...options, imageBase64 } };
  return `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }, null, 2)}\n`;
};

const renderUrl = ({ service, options }: SnippetRequest): string => `${service}/api/v1/render${queryOf(options)}`;

const mediaType = ({ picture }: SnippetRequest): string => INPUT_FORMATS[picture.format].mediaType;

/** One word of a POSIX shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
