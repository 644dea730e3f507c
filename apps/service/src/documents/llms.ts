import { INPUT_FORMATS, PARAM_NAMES, PARAMS, TOOL_NAME, USUAL_RESULT_CHARACTERS, VERSION } from "@lumiglyph/contract";
import { STREAM_TOOL } from "@lumiglyph/handoff";
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from "../tables/endpoints.ts";
import { MCP_REVISIONS, MCP_STATELESS } from "../tables/mcp.ts";
import { agentRecipe } from "./agent-recipe.ts";
import { GUARANTEES, NAME, SUMMARY } from "./document-parts.ts";
import { DOCUMENTS } from "./documents.ts";
import type { Instance } from "./instance.ts";
import { code, sentence } from "./markdown/page.ts";

/** `GET /llms.txt` (llmstxt.org): a heading, a summary, key facts, and lists of links. */
export const llms = (instance: Instance, served: readonly EndpointId[] = ENDPOINT_IDS): string =>
  `${[
    `# ${NAME}`,
    `> ${SUMMARY} Version ${VERSION}.`,
    GUARANTEES,
    [
      ...facts(instance),
      ...(served.includes("mcp") ? toolFacts(instance) : []),
      ...(served.includes("handoff") ? browserFacts() : []),
    ]
      .map((fact) => `- ${fact}`)
      .join("\n"),
    fence(agentRecipe("terminal", instance.baseUrl).curl),
    ...SECTIONS.map(([title, ids]) =>
      section(
        title,
        ids.filter((id) => served.includes(id)),
        instance.baseUrl,
      ),
    ).filter((text) => text !== ""),
  ].join("\n\n")}\n`;

/** Facts that clients often get wrong. */
const facts = ({ settings }: Instance): readonly string[] => [
  ...(settings.SERVICE_RENDER_AUTH
    ? [
        `Uploads and the tool need the service's credential, as ${code("Authorization: Bearer")} or ${code("X-Service-API-Key")}.`,
      ]
    : []),
  `${ENDPOINTS.render.method} ${code(ENDPOINTS.render.path)} with exactly one image: a form file ${code("image")}, a raw ${code("image/*")} body, or a JSON key ${code("imageUrl")} or ${code("imageBase64")}.`,
  `${PARAM_NAMES.length} optional parameters, in the query string, as form fields or as JSON keys. By default ${code(`columns=${PARAMS.columns.default}`)}, ${code(`charset=${PARAMS.charset.default}`)}, ${code(`format=${PARAMS.format.default}`)}.`,
  "A value out of range is refused, never clamped; the error says what is allowed.",
  `Reads ${settings.SERVICE_INPUT_FORMATS.map((format) => INPUT_FORMATS[format].label).join(", ")} up to ${settings.SERVICE_MAX_IMAGE_BYTES} bytes and ${settings.SERVICE_MAX_IMAGE_PIXELS} pixels.`,
  `${code("imageUrl")} must be https on a host that the operator trusts.`,
];

/** Facts that a client of the tool endpoint needs; the endpoint describes the rest. */
const toolFacts = ({ settings }: Instance): readonly string[] => [
  `${ENDPOINTS.mcp.method} ${code(ENDPOINTS.mcp.path)} is the same render as the tool ${code(TOOL_NAME)}: Model Context Protocol ${MCP_REVISIONS[0]} and back to ${MCP_REVISIONS.at(-1)}, also JSON-RPC without a handshake; batches of ${settings.SERVICE_MCP_BATCH} before ${MCP_STATELESS}; results up to ${USUAL_RESULT_CHARACTERS} characters unless ${code("maxCharacters")} asks for more; no sessions, resources or prompts.`,
];

/** Facts for agents in a browser. */
const browserFacts = (): readonly string[] => [
  `In a browser with WebMCP, the studio at ${code("/")} registers the tool ${code(STREAM_TOOL.name)}, which runs only in its page: it asks the user, then sends frames of the open picture, camera or video to the receiving site. ${code(ENDPOINTS.handoff.path)} describes it. It is not a tool of ${code(ENDPOINTS.mcp.path)}.`,
];

const fence = (text: string): string => `\`\`\`sh\n${text}\n\`\`\``;

/** The lists of links; unserved endpoints are left out. */
const SECTIONS: readonly (readonly [string, readonly EndpointId[]])[] = [
  ["Documentation", ["llmsFull", "agent", "openapi", "reference", "errorReference"]],
  ["Tools", ["serverCard"]],
  ["Optional", ["interoperability", "handoff", "health", "ready"]],
];

const section = (title: string, ids: readonly EndpointId[], baseUrl: string): string =>
  ids.length === 0 ? "" : `## ${title}\n\n${ids.map((id) => linkTo(id, baseUrl)).join("\n")}`;

const linkTo = (id: EndpointId, baseUrl: string): string =>
  `- [${titleOf(id)}](${baseUrl}${ENDPOINTS[id].path}): ${sentence(ENDPOINTS[id].summary)}`;

const titleOf = (id: EndpointId): string =>
  Object.hasOwn(DOCUMENTS, id) ? DOCUMENTS[id as keyof typeof DOCUMENTS].title : ENDPOINTS[id].path;
