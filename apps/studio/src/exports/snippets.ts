import { INPUT_FORMATS, type InputFormat, type ParsedParams, TOOL_NAME } from "@lumiglyph/contract";
import { queryOf } from "../state/query.ts";

/** What a snippet asks a service to draw. */
export type SnippetRequest = {
  /** Where the service is, without a slash at its end. */
  readonly service: string;
  readonly picture: { readonly name: string; readonly format: InputFormat };
  readonly parsed: ParsedParams;
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
export const toolSnippet = ({ params, changed }: ParsedParams, imageBase64: string): string => {
  const settings = Object.fromEntries(changed.map((name) => [name, params[name]]));
  const call = { name: TOOL_NAME, arguments: { ...settings, imageBase64 } };
  return `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }, null, 2)}\n`;
};

const renderUrl = ({ service, parsed }: SnippetRequest): string => `${service}/api/v1/render${queryOf(parsed)}`;

const mediaType = ({ picture }: SnippetRequest): string => INPUT_FORMATS[picture.format].mediaType;

/** One word of a POSIX shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
