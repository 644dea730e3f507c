import { SERVED_ENDPOINTS, type ServedEndpointId } from "../../endpoints.ts";
import { ERRORS } from "../../errors.ts";
import { AGENT_MANIFEST } from "../../shapes/agent-manifest.ts";
import { AI_CATALOG, API_CATALOG, SERVER_CARD } from "../../shapes/discovery.ts";
import { HANDOFF_MANIFEST } from "../../shapes/handoff-manifest.ts";
import { INTEROPERABILITY } from "../../shapes/interoperability.ts";
import { RPC_ANSWER, RPC_ERROR, RPC_MESSAGE } from "../../shapes/json-rpc.ts";
import { PLATFORM_STATUS } from "../../shapes/platform-status.ts";
import { HEALTH, PROBLEM, READY } from "../../shapes.ts";
import { OPENAPI_VERSION, VERSION } from "../../version.ts";
import { artSchema, compactArtSchema } from "../json-schema.ts";
import { MANNERS, SUMMARY } from "../summary.ts";
import { errorExamples } from "./examples.ts";
import { HEADERS } from "./headers.ts";
import { parameters } from "./parameters.ts";
import { paths } from "./paths.ts";
import { renderFormSchema, renderRequestSchema } from "./render-operation.ts";
import { SECURITY_SCHEMES } from "./security.ts";
import type { OpenApiDocument } from "./types.ts";

/** The interface description (specification 9.4, decision 2.17): every path and method that is served and no other. */
export const openapi = (served: readonly ServedEndpointId[] = SERVED_ENDPOINTS): OpenApiDocument =>
  pruned({
    openapi: OPENAPI_VERSION,
    info: {
      title: "Lumiglyph",
      version: VERSION,
      summary: "Pictures into character art.",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The service that this description came from." }],
    tags: [
      { name: "render", description: "One image in, one piece of character art out." },
      { name: "tools", description: "The render operation as a tool for agents." },
      { name: "health", description: "Whether the service is alive and what it can do." },
      { name: "studio", description: "The page where people turn pictures into art, on their own device." },
      { name: "documents", description: "Descriptions of the interface, for programs and for people." },
      { name: "platform", description: "What the operator looks at, with the platform credential." },
    ],
    paths: paths(served),
    components: {
      schemas: {
        RenderRequest: renderRequestSchema(),
        RenderForm: renderFormSchema(),
        Art: artSchema(),
        CompactArt: compactArtSchema(),
        Problem: PROBLEM,
        Health: HEALTH,
        Ready: READY,
        PlatformStatus: PLATFORM_STATUS,
        AgentManifest: AGENT_MANIFEST,
        Interoperability: INTEROPERABILITY,
        HandoffManifest: HANDOFF_MANIFEST,
        ServerCard: SERVER_CARD,
        AiCatalog: AI_CATALOG,
        ApiCatalog: API_CATALOG,
        RpcMessage: RPC_MESSAGE,
        RpcAnswer: RPC_ANSWER,
        RpcError: RPC_ERROR,
      },
      parameters: parameters(),
      headers: HEADERS,
      examples: errorExamples(),
      securitySchemes: SECURITY_SCHEMES,
    },
  });

const DESCRIPTION = [
  SUMMARY,
  MANNERS,
  `Every error is \`application/problem+json\` (RFC 9457) with a stable \`code\`; those of the tool endpoint are JSON-RPC errors. Besides those listed with each operation, a path that does not exist answers ${ERRORS.not_found.status} \`not_found\`, and a method that a path does not have answers ${ERRORS.method_not_allowed.status} \`method_not_allowed\` with \`Allow\`.`,
  "Every path answers a CORS preflight (`OPTIONS`) with 204. A trailing slash on a path equals none. `Accept` is ignored.",
].join("\n\n");

/** Without the headers and examples that no served operation refers to. */
const pruned = (document: OpenApiDocument): OpenApiDocument => {
  const used = JSON.stringify(document.paths);
  const keep = <Value>(kind: "headers" | "examples", from: { readonly [name: string]: Value }) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => used.includes(`"#/components/${kind}/${name}"`)));
  const { headers, examples, ...rest } = document.components;
  return {
    ...document,
    components: { ...rest, headers: keep("headers", headers), examples: keep("examples", examples) },
  };
};
