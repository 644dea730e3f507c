import {
  artSchema,
  compactArtSchema,
  type JsonSchema,
  MAX_RESULT_CHARACTERS,
  TOOL_NAME,
  USUAL_RESULT_CHARACTERS,
  VERSION,
} from "@lumiglyph/contract";
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from "../tables/endpoints.ts";
import { MCP_METHODS, MCP_REVISIONS, MCP_STATELESS } from "../tables/mcp.ts";
import { GUARANTEES, NAME, SUMMARY } from "./document-parts.ts";
import { documentLinks } from "./documents.ts";
import { type Instance, type PublicLimit, publicLimits } from "./instance.ts";
import {
  endpointsTable,
  errorsParts,
  formatsParts,
  parametersParts,
  recipesParts,
} from "./markdown/interface-pages.ts";
import { code, type SchemaField, schemaFields, table } from "./markdown/page.ts";
import { openapi } from "./openapi/document.ts";
import { instanceTool } from "./render-tool.ts";
import { notOffered } from "./standards.ts";

/** `GET /llms-full.txt`: everything needed to use an instance, as one Markdown document. */
export const llmsFull = (instance: Instance, served: readonly EndpointId[] = ENDPOINT_IDS): string =>
  `${[
    `# ${NAME}`,
    `> ${SUMMARY} Version ${VERSION}.`,
    `${GUARANTEES} All paths are relative to ${code(instance.baseUrl)}.`,
    chapter("Endpoints", [endpointsTable(served.map((id) => ENDPOINTS[id]))]),
    chapter(`The tool ${code(TOOL_NAME)}`, [
      instanceTool(instance).description.replaceAll("\n", "\n\n"),
      ...(served.includes("mcp") ? [list(toolEndpointSays(instance))] : []),
    ]),
    chapter("Recipes", recipesParts(instance.baseUrl)),
    chapter("Parameters", parametersParts()),
    chapter("Formats", [...formatsParts(), ...fieldsParts()]),
    chapter("Response headers", [headersTable()]),
    chapter("Errors", errorsParts()),
    chapter("Limits", [limitsTable(publicLimits(instance))]),
    chapter("Not offered", [list(notOffered(served))]),
    chapter("Other documents", [
      list(documentLinks(instance.baseUrl, served).map(({ title, url, says }) => `[${title}](${url}): ${says}`)),
    ]),
  ].join("\n\n")}\n`;

/** A chapter; the headings of its parts move one level down. */
const chapter = (title: string, parts: readonly string[]): string =>
  [`## ${title}`, ...parts.map((part) => part.replace(/^## /gm, "### "))].join("\n\n");

const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");

/** The parameters of a JSON output are left out: they have their own chapter. */
const fieldsParts = (): readonly string[] => [
  `## Fields of ${code("format=json")}\n\n${fieldsTable(artSchema(), ({ path }) => path.startsWith("params."))}`,
  `## Fields of ${code("format=json-compact")}\n\n${fieldsTable(compactArtSchema(), ({ path }) => /^(glyphs|quality)\./.test(path))}\n\n${code("glyphs")} and ${code("quality")} are the same as in ${code("format=json")}.`,
];

const headersTable = (): string =>
  table(
    ["Header", "Meaning", "Example"],
    Object.entries(openapi().components.headers).map(([name, { description, example }]) => [
      code(name),
      description,
      code(example),
    ]),
  );

/** Facts about the tool endpoint, a sentence or two each. */
const toolEndpointSays = ({ baseUrl, settings }: Instance): readonly string[] => [
  `Called at ${code(`${baseUrl}${ENDPOINTS.mcp.path}`)}: the Model Context Protocol over Streamable HTTP, revisions ${MCP_REVISIONS.join(", ")}, POST only, without sessions. A plain JSON-RPC 2.0 client needs no handshake and no ${code("Accept")}; responses are JSON.`,
  `Methods: ${MCP_METHODS.map(code).join(", ")}.`,
  `Revision ${MCP_STATELESS} needs the headers ${code("MCP-Protocol-Version")}, ${code("Mcp-Method")} and, for a call, ${code("Mcp-Name")}, and its keys in ${code("_meta")}. Older ones allow a batch of at most ${settings.SERVICE_MCP_BATCH} messages; its calls run one after another.`,
  `A call is the same operation as over HTTP, with the same defaults. For a chat, give ${code("columns")} or ${code("maxCharacters")}.`,
  `A result has the art as its first content, then a line with its size and quality; ${code("structuredContent")} for the two JSON formats; evidence, size and trace in ${code("_meta")}. The text has at most ${USUAL_RESULT_CHARACTERS} characters, unless ${code("maxCharacters")} asks for more, at most ${MAX_RESULT_CHARACTERS}.`,
  `A failed call is a result with ${code("isError")}, whose text starts with a code of the chapter on errors. If a change of arguments helps, ${code('_meta["lumiglyph/error"].retryWith')} has it as a JSON merge patch, and the text says it. ${code("_meta.traceparent")} takes precedence over the header.`,
];

/** The fields of a JSON document as a table, without those that `omit` selects. */
const fieldsTable = (schema: JsonSchema, omit: (field: SchemaField) => boolean = () => false): string =>
  table(
    ["Field", "Value", "Meaning"],
    schemaFields(schema)
      .filter((field) => !omit(field))
      .map(({ path, type, says }) => [code(path), type, says]),
  );

/** Limits as a table. */
const limitsTable = (limits: readonly PublicLimit[]): string =>
  table(
    ["Limit", "Value", "Meaning"],
    limits.map(({ name, value, unit, says }) => [code(name), `${value} ${unit}`.trim(), says]),
  );
