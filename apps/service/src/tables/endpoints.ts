import { RENDER_ADDRESS_PATH } from "@lumiglyph/contract";

/** One operation of the HTTP interface. */
export type Endpoint = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
  readonly access: "public" | "platform";
};

/** Every path of specification 4 and of the answers that extend it. All are read-only. */
export const ENDPOINTS = {
  health: {
    method: "GET",
    path: "/api/health",
    operation: "getHealth",
    summary: "liveness and capability probe",
    access: "public",
  },
  healthV1: {
    method: "GET",
    path: "/api/v1/health",
    operation: "getHealthV1",
    summary: "versioned probe; same trace-aware envelope as `/api/health`",
    access: "public",
  },
  ready: {
    method: "GET",
    path: "/api/ready",
    operation: "getReady",
    summary: "readiness probe: whether a render would be accepted now",
    access: "public",
  },
  render: {
    method: "POST",
    path: "/api/v1/render",
    operation: "render",
    summary: "render one image",
    access: "public",
  },
  renderAddress: {
    method: "GET",
    path: RENDER_ADDRESS_PATH,
    operation: "renderAddress",
    summary: "the art of a picture at an address, for pages and caches",
    access: "public",
  },
  handoff: {
    method: "GET",
    path: "/api/v1/a2v-handoff",
    operation: "getHandoffManifest",
    summary: "handoff manifest for the browser-to-receiver protocol",
    access: "public",
  },
  mcp: {
    method: "POST",
    path: "/api/mcp",
    operation: "callTool",
    summary: "JSON-RPC 2.0 tool endpoint",
    access: "public",
  },
  serverCard: {
    method: "GET",
    path: "/api/mcp/server-card",
    operation: "getServerCard",
    summary: "how to reach the tool endpoint, for clients of the Model Context Protocol",
    access: "public",
  },
  agent: {
    method: "GET",
    path: "/api/v1/agent",
    operation: "getAgentManifest",
    summary: "agent manifest with ready-to-run recipes",
    access: "public",
  },
  openapi: {
    method: "GET",
    path: "/api/openapi.json",
    operation: "getOpenapi",
    summary: "machine-readable interface description",
    access: "public",
  },
  llms: {
    method: "GET",
    path: "/llms.txt",
    operation: "getLlms",
    summary: "discovery document for language models",
    access: "public",
  },
  llmsFull: {
    method: "GET",
    path: "/llms-full.txt",
    operation: "getLlmsFull",
    summary: "discovery document for language models, in full",
    access: "public",
  },
  interoperability: {
    method: "GET",
    path: "/api/v1/interoperability",
    operation: "getInteroperability",
    summary: "discovery document on protocols and their revisions",
    access: "public",
  },
  aiCatalog: {
    method: "GET",
    path: "/.well-known/ai-catalog.json",
    operation: "getAiCatalog",
    summary: "resources of this host for agents",
    access: "public",
  },
  apiCatalog: {
    method: "GET",
    path: "/.well-known/api-catalog",
    operation: "getApiCatalog",
    summary: "the interfaces of this host and their descriptions",
    access: "public",
  },
  studio: {
    method: "GET",
    path: "/",
    operation: "getStudio",
    summary: "the studio: a page that renders pictures on the user's own device",
    access: "public",
  },
  reference: {
    method: "GET",
    path: "/docs",
    operation: "getReference",
    summary: "reference for people: endpoints, parameters, formats, recipes and limits on one page",
    access: "public",
  },
  errorReference: {
    method: "GET",
    path: "/docs/errors",
    operation: "getErrorReference",
    summary: "error reference for people: what each code means and what to do about it",
    access: "public",
  },
  platformStatus: {
    method: "GET",
    path: "/api/v1/platform/status",
    operation: "getPlatformStatus",
    summary: "load, cache, limiter, trace export and receiver status, for the operator",
    access: "platform",
  },
  metrics: {
    method: "GET",
    path: "/metrics",
    operation: "getMetrics",
    summary: "Prometheus metrics, for the operator",
    access: "platform",
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof ENDPOINTS;

export const ENDPOINT_IDS = Object.keys(ENDPOINTS) as readonly EndpointId[];

/** The settings that decide which endpoints an instance serves. */
export type Serving = {
  /** Whether the operator has set the platform credential. */
  readonly credential: boolean;
  /** Whether the instance renders addresses. */
  readonly addresses: boolean;
};

/**
 * Endpoints that an instance serves: the platform's only with a credential (answers 4.2), and the
 * one of addresses only if the operator has enabled them, because otherwise all are refused.
 */
export const servedEndpoints = ({ credential, addresses }: Serving): readonly EndpointId[] =>
  ENDPOINT_IDS.filter(
    (id) => (credential || ENDPOINTS[id].access === "public") && (addresses || id !== "renderAddress"),
  );
