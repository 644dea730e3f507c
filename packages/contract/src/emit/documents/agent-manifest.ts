import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from "../../endpoints.ts";
import { ERROR_CODES, ERRORS } from "../../errors.ts";
import type { Instance } from "../../instance.ts";
import { RECIPE_IDS } from "../../recipes.ts";
import type { AgentManifest } from "../../shapes/agent-manifest.ts";
import { toldLimits } from "../../told-limits.ts";
import { RENDER_TOOL } from "../../tools.ts";
import { SERVICE, VERSION } from "../../version.ts";
import { sentence } from "../markdown/page.ts";
import { renderTool } from "../mcp-tool.ts";
import { SUMMARY } from "../summary.ts";
import { agentRecipe, PLACEHOLDERS } from "./agent-recipe.ts";
import { browserTool } from "./browser-tool.ts";
import { documentLinks } from "./links.ts";

/** What an agent needs in order to use an instance. It names what is `served` and nothing else. */
export const agentManifest = (instance: Instance, served: readonly EndpointId[] = ENDPOINT_IDS): AgentManifest => ({
  service: SERVICE,
  version: VERSION,
  baseUrl: instance.baseUrl,
  summary: SUMMARY,
  credential: "none",
  endpoints: served.map((id) => {
    const { operation, method, path, summary, access } = ENDPOINTS[id];
    return { operation, method, url: `${instance.baseUrl}${path}`, summary: sentence(summary), access };
  }),
  tools: [{ ...toldTool(), callableAt: callableAt(instance.baseUrl, served) }],
  browserTools: served.includes("handoff") ? [browserTool(instance.baseUrl)] : [],
  placeholders: PLACEHOLDERS,
  recipes: RECIPE_IDS.map((id) => agentRecipe(id, instance.baseUrl)),
  errors: ERROR_CODES.map((code) => {
    const { status, title, says } = ERRORS[code];
    return { code, status, title, says, url: `${instance.baseUrl}${ENDPOINTS.errorReference.path}#${code}` };
  }),
  limits: toldLimits(instance),
  documents: documentLinks(instance.baseUrl, served),
});

/** The tool without what only its own protocol has a use for. */
const toldTool = () => {
  const { _meta: _, ...told } = renderTool();
  return { ...told, name: RENDER_TOOL.name };
};

type Place = AgentManifest["tools"][number]["callableAt"][number];

const callableAt = (baseUrl: string, served: readonly EndpointId[]): readonly Place[] =>
  PLACES.filter(([id]) => served.includes(id)).map(([id, protocol]) => ({
    protocol,
    method: ENDPOINTS[id].method,
    url: `${baseUrl}${ENDPOINTS[id].path}`,
  }));

const PLACES: readonly (readonly [EndpointId, Place["protocol"]])[] = [
  ["render", "http"],
  ["mcp", "mcp"],
];
