import {
  artSchema,
  compactArtSchema,
  ERROR_CODES,
  ERRORS,
  type ErrorScope,
  type ErrorStatus,
  HEALTH,
  PROBLEM,
  READY,
  VERSION,
} from "@lumiglyph/contract";
import { ENDPOINT_IDS, ENDPOINTS, type Endpoint, type EndpointId } from "../../tables/endpoints.ts";
import { PLATFORM_STATUS } from "../../tables/platform-status.ts";
import { isWildcard } from "../../tables/settings.ts";
import { AGENT_MANIFEST } from "../agent-manifest.ts";
import { AI_CATALOG, API_CATALOG, SERVER_CARD } from "../discovery.ts";
import { GUARANTEES, SUMMARY } from "../document-parts.ts";
import { codesByStatus, STATUS_NAMES, type StatusGroup } from "../errors-by-status.ts";
import { HANDOFF_MANIFEST } from "../handoff-manifest.ts";
import { DEFAULT_INSTANCE, type Instance, needsCredential } from "../instance.ts";
import { INTEROPERABILITY } from "../interoperability.ts";
import { OPENAPI_VERSION } from "../standards.ts";
import { operationDetails } from "./operations.ts";
import { errorExamples, HEADERS, type HeaderName, headerRefs, parameters, traceParameterRefs } from "./parts.ts";
import { renderFormSchema, renderRequestSchema } from "./render-operation.ts";
import { RPC_ANSWER, RPC_ERROR, RPC_MESSAGE } from "./tool-operation.ts";
import type {
  OpenApiDocument,
  OpenApiResponses,
  Operation,
  OperationDetails,
  PathItem,
  Response,
  SecurityScheme,
} from "./types.ts";

/**
 * The interface description of an instance (specification 9.4, answers 2.17): every served path and
 * method and no other, with the credential and the address from its settings.
 */
export const openapi = (
  instance: Instance = DEFAULT_INSTANCE,
  served: readonly EndpointId[] = ENDPOINT_IDS,
): OpenApiDocument =>
  pruned({
    openapi: OPENAPI_VERSION,
    info: {
      title: "Lumiglyph",
      version: VERSION,
      summary: "Pictures into character art.",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl(instance), description: "The service that this description comes from." }],
    tags: [
      { name: "render", description: "One image in, one piece of character art out." },
      { name: "tools", description: "The render operation as a tool for agents." },
      { name: "health", description: "Whether the service is alive and what it can do." },
      { name: "studio", description: "The page where people turn pictures into art, on their own device." },
      { name: "documents", description: "Descriptions of the interface, for programs and for people." },
      { name: "platform", description: "Status and metrics for the operator, with the platform credential." },
    ],
    paths: paths(instance, served),
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
      examples: errorExamples(instance.baseUrl),
      securitySchemes: SECURITY_SCHEMES,
    },
  });

const DESCRIPTION = [
  SUMMARY,
  GUARANTEES,
  `Every error is \`application/problem+json\` (RFC 9457) with a stable \`code\`; those of the tool endpoint are JSON-RPC errors. Besides those listed with each operation, an unknown path returns ${ERRORS.not_found.status} \`not_found\`, and an unsupported method returns ${ERRORS.method_not_allowed.status} \`method_not_allowed\` with \`Allow\`.`,
  "Every path answers a CORS preflight (`OPTIONS`) with 204. A trailing slash and `Accept` are ignored.",
].join("\n\n");

/** Absolute, unless the service listens on every interface and its public address is unknown. */
const serverUrl = ({ baseUrl, settings }: Instance): string =>
  settings.SERVICE_BASE_URL === null && isWildcard(settings.SERVICE_HOST) ? "/" : baseUrl;

/** Removes headers, parameters and examples that no served operation refers to. */
const pruned = (document: OpenApiDocument): OpenApiDocument => {
  const used = JSON.stringify(document.paths);
  const keep = <Value>(kind: "headers" | "parameters" | "examples", from: { readonly [name: string]: Value }) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => used.includes(`"#/components/${kind}/${name}"`)));
  const { headers, parameters, examples, ...rest } = document.components;
  return {
    ...document,
    components: {
      ...rest,
      headers: keep("headers", headers),
      parameters: keep("parameters", parameters),
      examples: keep("examples", examples),
    },
  };
};

/** Every error of an operation: its own, those of platform access, and the general ones. */
const failures = (own: readonly ErrorScope[], isGuarded: boolean): OpenApiResponses => {
  const scopes: readonly ErrorScope[] = ["anywhere", ...(isGuarded ? ["platform" as const] : []), ...own];
  const codes = ERROR_CODES.filter((code) => scopes.includes(ERRORS[code].where));
  return Object.fromEntries(codesByStatus(codes).map((group) => [String(group.status), failure(group)]));
};

const failure = ({ status, codes }: StatusGroup): Response => ({
  description: `${STATUS_NAMES[status]}. ${codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(" ")}`,
  headers: headerRefs([...(EXTRA_HEADERS[status] ?? []), "traceparent"]),
  content: {
    "application/problem+json": {
      schema: { $ref: "#/components/schemas/Problem" },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

const EXTRA_HEADERS: { readonly [Status in ErrorStatus]?: readonly HeaderName[] } = {
  401: ["WWW-Authenticate"],
  415: ["Accept-Post"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

/** Every served path with its methods, and HEAD for each GET (answers 2.16, 2.17). */
const paths = (instance: Instance, served: readonly EndpointId[]): { readonly [path: string]: PathItem } => {
  const details = operationDetails(instance);
  const all: { [path: string]: PathItem } = {};
  for (const id of served) {
    const { path } = ENDPOINTS[id];
    all[path] = { ...all[path], ...pathItem(ENDPOINTS[id], details[id], needsCredential(id, instance)) };
  }
  return all;
};

const pathItem = (endpoint: Endpoint, details: OperationDetails, isGuarded: boolean): PathItem => {
  const whole = operation(endpoint, details, isGuarded);
  return endpoint.method === "POST" ? { post: whole } : { get: whole, head: headOf(whole) };
};

const operation = (endpoint: Endpoint, details: OperationDetails, isGuarded: boolean): Operation => ({
  operationId: endpoint.operation,
  tags: [details.tag],
  summary: sentence(endpoint.summary),
  ...(details.description === undefined ? {} : { description: details.description }),
  parameters: [...(details.parameters ?? []), ...traceParameterRefs()],
  ...(details.body === undefined ? {} : { requestBody: details.body }),
  responses: { ...failures(details.fails, isGuarded), ...details.successes },
  security: isGuarded ? EITHER_SCHEME : [],
});

/** The same responses without their bodies. */
const headOf = (get: Operation): Operation => ({
  ...get,
  operationId: `${get.operationId}Head`,
  summary: `${get.summary}, headers only`,
  responses: Object.fromEntries(
    Object.entries(get.responses).map(([status, { content: _, ...bare }]) => [status, bare]),
  ) satisfies OpenApiResponses,
});

const sentence = (summary: string): string => summary.charAt(0).toUpperCase() + summary.slice(1);

/** The two credential schemes of specification 5. */
const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "The platform credential as `Authorization: Bearer <API_KEY>`.",
  },
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "X-Service-API-Key",
    description: "The platform credential as `X-Service-API-Key: <API_KEY>`.",
  },
} as const satisfies Record<string, SecurityScheme>;

/** Either scheme is enough. */
const EITHER_SCHEME: readonly { readonly [scheme: string]: readonly string[] }[] = Object.keys(SECURITY_SCHEMES).map(
  (scheme) => ({ [scheme]: [] }),
);
