import {
  artSchema,
  compactArtSchema,
  ENDPOINT_IDS,
  ENDPOINTS,
  type EndpointId,
  type JsonSchema,
  MAX_RESULT_CHARACTERS,
  MCP_METHODS,
  MCP_REVISIONS,
  MCP_STATELESS,
  VERSION,
} from "@lumiglyph/contract";
import { MANNERS, NAME, SUMMARY } from "./document-parts.ts";
import { documentLinks } from "./documents.ts";
import { type Instance, type ToldLimit, toldLimits } from "./instance.ts";
import {
  endpointsTable,
  errorsParts,
  formatsParts,
  parametersParts,
  recipesParts,
} from "./markdown/interface-pages.ts";
import { code, type SchemaField, schemaFields, table } from "./markdown/page.ts";
import { openapi } from "./openapi/document.ts";
import { RENDER_TOOL, renderTool } from "./render-tool.ts";
import { notOffered } from "./standards.ts";

/** `GET /llms-full.txt`: everything that one needs in order to use an instance, as one Markdown document. */
export const llmsFull = (instance: Instance, served: readonly EndpointId[] = ENDPOINT_IDS): string =>
  `${[
    `# ${NAME}`,
    `> ${SUMMARY} Version ${VERSION}.`,
    `${MANNERS} All paths are those of ${code(instance.baseUrl)}.`,
    chapter("Endpoints", [endpointsTable(served.map((id) => ENDPOINTS[id]))]),
    chapter(`The tool ${code(RENDER_TOOL.name)}`, [
      renderTool().description.replaceAll("\n", "\n\n"),
      ...(served.includes("mcp") ? [list(toolEndpointSays(instance))] : []),
    ]),
    chapter("Recipes", recipesParts(instance.baseUrl)),
    chapter("Parameters", parametersParts()),
    chapter("Formats", [...formatsParts(), ...fieldsParts()]),
    chapter("Response headers", [headersTable()]),
    chapter("Errors", errorsParts()),
    chapter("Limits", [limitsTable(toldLimits(instance))]),
    chapter("Not offered", [list(notOffered(served))]),
    chapter("Other documents", [
      list(documentLinks(instance.baseUrl, served).map(({ title, url, says }) => `[${title}](${url}): ${says}`)),
    ]),
  ].join("\n\n")}\n`;

/** A chapter of parts whose own headings go one level down. */
const chapter = (title: string, parts: readonly string[]): string =>
  [`## ${title}`, ...parts.map((part) => part.replace(/^## /gm, "### "))].join("\n\n");

const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");

/** The parameters in a JSON output are those of their own chapter. */
const fieldsParts = (): readonly string[] => [
  `## Fields of ${code("format=json")}\n\n${fieldsTable(artSchema(), ({ path }) => path.startsWith("params."))}`,
  `## Fields of ${code("format=json-compact")}\n\n${fieldsTable(compactArtSchema(), ({ path }) => /^(glyphs|quality)\./.test(path))}\n\n${code("glyphs")} and ${code("quality")} are those of ${code("format=json")}.`,
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

/** What a caller of the tool endpoint has to know, a sentence or two each. */
const toolEndpointSays = ({ baseUrl, settings }: Instance): readonly string[] => [
  `Called at ${code(`${baseUrl}${ENDPOINTS.mcp.path}`)}: the Model Context Protocol over Streamable HTTP, revisions ${MCP_REVISIONS.join(", ")}, POST only, without sessions. A plain JSON-RPC 2.0 caller needs no handshake and no ${code("Accept")}; answers are JSON.`,
  `Methods: ${MCP_METHODS.map(code).join(", ")}.`,
  `Revision ${MCP_STATELESS} wants the headers ${code("MCP-Protocol-Version")}, ${code("Mcp-Method")} and, for a call, ${code("Mcp-Name")}, and its keys in ${code("_meta")}. Older ones may send a batch of at most ${settings.SERVICE_MCP_BATCH} messages; its calls run one after another.`,
  `A result has the art as text, ${code("structuredContent")} for the two JSON formats, and evidence, size and trace in ${code("_meta")}. It has at most ${MAX_RESULT_CHARACTERS} characters.`,
  `A failed call is a result with ${code("isError")}, whose text begins with a code of the chapter on errors. ${code("_meta.traceparent")} comes before the header.`,
];

/** The fields of a JSON document as a table; those that `omit` holds true for are told elsewhere. */
const fieldsTable = (schema: JsonSchema, omit: (field: SchemaField) => boolean = () => false): string =>
  table(
    ["Field", "Value", "Meaning"],
    schemaFields(schema)
      .filter((field) => !omit(field))
      .map(({ path, type, says }) => [code(path), type, says]),
  );

/** Limits as a table. */
const limitsTable = (limits: readonly ToldLimit[]): string =>
  table(
    ["Limit", "Value", "Meaning"],
    limits.map(({ name, value, unit, says }) => [code(name), `${value} ${unit}`.trim(), says]),
  );
