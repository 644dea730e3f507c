import { type Health, MAX_CELLS, PARAMS, type Ready, SERVICE, VERSION } from "@lumiglyph/contract";
import type { EndpointId } from "../../tables/endpoints.ts";
import type { PlatformStatus } from "../../tables/platform-status.ts";
import { aiCatalog, apiCatalog, serverCard } from "../discovery.ts";
import { SERVER_CARD_TYPE } from "../documents.ts";
import { handoffManifest } from "../handoff-manifest.ts";
import { type Instance, needsCredential } from "../instance.ts";
import {
  addressParameterRefs,
  CREDENTIAL,
  conditionalRef,
  EXAMPLE_TRACE,
  headerRefs,
  renderParameterRefs,
} from "./parts.ts";
import { addressed, renderBody, rendered } from "./render-operation.ts";
import { toolOperation } from "./tool-operation.ts";
import type { Content, OperationDetails, Response } from "./types.ts";

/** The details of every operation. A new endpoint must be added here to compile. */
export const operationDetails = (instance: Instance): { readonly [Id in EndpointId]: OperationDetails } => ({
  health: probe(instance),
  healthV1: probe(instance),
  ready: readiness(),
  render: {
    tag: "render",
    description:
      `${needsCredential("render", instance) ? CREDENTIAL : ""}Turns one image into character art. Stateless: the same input gives the same output. ` +
      "Values out of range are refused, never clamped, and all problems are reported at once. " +
      "In the query string and in forms a boolean may also be written `1` or `0`, in any letter case.",
    parameters: renderParameterRefs(),
    body: renderBody(),
    successes: { 200: rendered() },
    fails: ["render"],
  },
  renderAddress: {
    tag: "render",
    description:
      "Draws the picture at `imageUrl`, on a host that the operator trusts, with these parameters or with a `preset`. " +
      "Another spelling of an address is redirected to its canonical form: names in order, without defaults. " +
      "Operators may require a signature (`sig`, with `exp`). Range requests are not supported.",
    parameters: [...addressParameterRefs(), ...renderParameterRefs(), ...conditionalRef()],
    successes: {
      200: addressed(),
      301: {
        description: "The canonical form of the address is in `Location`.",
        headers: headerRefs(["Cache-Control"]),
      },
      304: {
        description: "The cached copy is current; nothing was rendered.",
        headers: headerRefs(["ETag", "Cache-Control"]),
      },
    },
    fails: ["render", "address"],
  },
  mcp: toolOperation(needsCredential("mcp", instance)),
  openapi: document("This description.", {
    "application/json": { schema: { type: "object", description: "An OpenAPI document." } },
  }),
  agent: document("Ready-to-run recipes, tools, errors and limits, for agents.", {
    "application/json": { schema: { $ref: "#/components/schemas/AgentManifest" } },
  }),
  llms: document("A short description of the service and links to the rest, in the format of llmstxt.org.", {
    "text/plain": { schema: { type: "string" } },
  }),
  llmsFull: document("The whole documentation as one Markdown document.", {
    "text/plain": { schema: { type: "string" } },
  }),
  interoperability: document("Standards and their revisions, formats, encodings, limits, and unsupported features.", {
    "application/json": { schema: { $ref: "#/components/schemas/Interoperability" } },
  }),
  handoff: document("Where the studio sends frames, how it opens the receiver, and what the receiver must observe.", {
    "application/json": {
      schema: { $ref: "#/components/schemas/HandoffManifest" },
      example: handoffManifest(instance),
    },
  }),
  serverCard: document("The address of the tool endpoint and the revisions it supports (SEP-2127).", {
    [SERVER_CARD_TYPE]: { schema: { $ref: "#/components/schemas/ServerCard" }, example: serverCard(instance) },
  }),
  aiCatalog: document("Links to the server card.", {
    "application/ai-catalog+json": {
      schema: { $ref: "#/components/schemas/AiCatalog" },
      example: aiCatalog(instance),
    },
  }),
  apiCatalog: document("A set of links (RFC 9264, RFC 9727).", {
    "application/linkset+json": {
      schema: { $ref: "#/components/schemas/ApiCatalog" },
      example: apiCatalog(instance),
    },
  }),
  studio: studio(),
  reference: document("A page with the whole interface, and a form to try it.", HTML),
  errorReference: document("A page with one section for each error code; a problem's `type` links to its own.", HTML),
  platformStatus: platform("Counts are per instance, since its start.", {
    "application/json": {
      schema: { $ref: "#/components/schemas/PlatformStatus" },
      example: platformStatusExample(instance),
    },
  }),
  metrics: platform("The Prometheus text format. Every label has a closed list of values.", {
    "text/plain": { schema: { type: "string" } },
  }),
});

const probe = (instance: Instance): OperationDetails => ({
  tag: "health",
  description: "Answered by the process itself, without contacting another system.",
  successes: {
    200: {
      description: "The process is alive: its capabilities, its load, and the trace context of this request.",
      headers: headerRefs(["Server-Timing", "traceparent", "tracestate"]),
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/Health" }, example: healthExample(instance) },
      },
    },
  },
  fails: [],
});

const readiness = (): OperationDetails => ({
  tag: "health",
  description: "For load balancers. Answered by the process itself, without contacting another system.",
  successes: {
    200: readinessAnswer("A render would be accepted now.", "ready"),
    503: readinessAnswer("A render would be refused now: send it to another instance.", "full"),
  },
  fails: [],
});

const readinessAnswer = (description: string, status: Ready["status"]): Response => ({
  description,
  headers: headerRefs(["Server-Timing", "traceparent", "tracestate"]),
  content: { "application/json": { schema: { $ref: "#/components/schemas/Ready" }, example: { status } } },
});

const studio = (): OperationDetails => {
  const headers = headerRefs(["ETag", "Cache-Control", "Link", "traceparent", "tracestate"]);
  return {
    tag: "studio",
    description:
      "Renders in the browser with the service's own engine and uploads no picture. Its URL may contain render parameters, " +
      "as in `/?columns=160&charset=blocks`. Returns 404 if the studio is not built.",
    parameters: conditionalRef(),
    successes: {
      200: { description: "The page. It loads the rest from `/assets/`.", headers, content: HTML },
      304: { description: "The cached copy is still current.", headers },
    },
    fails: [],
  };
};

/** An operation for the operator. */
const platform = (says: string, content: Content): OperationDetails => ({
  tag: "platform",
  description: `Requires the platform credential; returns 404 if none is configured. ${says}`,
  successes: {
    200: { description: "The current state.", headers: headerRefs(["traceparent", "tracestate"]), content },
    404: NOT_CONFIGURED,
  },
  fails: [],
});

const NOT_CONFIGURED: Response = {
  description: "No platform credential is configured: `not_found`, as for any unknown path.",
  headers: headerRefs(["traceparent"]),
  content: {
    "application/problem+json": {
      schema: { $ref: "#/components/schemas/Problem" },
      examples: { not_found: { $ref: "#/components/examples/not_found" } },
    },
  },
};

const HTML: Content = { "text/html": { schema: { type: "string" } } };

const document = (description: string, content: Content): OperationDetails => {
  const headers = headerRefs(["ETag", "Cache-Control", "Link", "traceparent", "tracestate"]);
  return {
    tag: "documents",
    parameters: conditionalRef(),
    successes: {
      200: { description, headers, content },
      304: { description: "The cached copy is still current.", headers },
    },
    fails: [],
  };
};

/** The status of an idle instance with trace export and a reachable receiver. */
const platformStatusExample = (instance: Instance): PlatformStatus => {
  const { status, service, version, uptimeSeconds, load } = healthExample(instance);
  return {
    status,
    service,
    version,
    uptimeSeconds,
    load,
    workers: { started: 5, retired: 0, crashed: 0, killed: 0, seal: "sealed" },
    redis: { state: "off", lastError: null },
    limiter: { backend: "memory", allowed: 42, refused: 1, fallbacks: 0, instances: 0 },
    cache: { backend: "off", hits: 0, misses: 0, stored: 0, storedBytes: 0, heldBytes: 0, errors: 0 },
    traceExport: {
      state: "on",
      receiver: "https://traces.example",
      spans: { exported: 812, failed: 0, dropped: 0, waiting: 0 },
      traces: { sampled: 42, unsampled: 1, capped: 0 },
    },
    receiver: {
      target: instance.settings.SERVICE_HANDOFF_TARGET,
      status: "reachable",
      checkedAt: "2026-11-15T12:00:00.000Z",
    },
  };
};

/** The envelope of an idle service. */
const healthExample = ({ settings }: Instance): Health => ({
  status: "ok",
  service: SERVICE,
  version: VERSION,
  uptimeSeconds: 12.5,
  capabilities: {
    formats: PARAMS.format.values,
    inputFormats: settings.SERVICE_INPUT_FORMATS,
    charsets: PARAMS.charset.values,
    qualityTargets: PARAMS.qualityTarget.values,
    limits: {
      imageBytes: settings.SERVICE_MAX_IMAGE_BYTES,
      imagePixels: settings.SERVICE_MAX_IMAGE_PIXELS,
      imageSide: settings.SERVICE_MAX_IMAGE_SIDE,
      cells: MAX_CELLS,
    },
  },
  load: { workers: 4, busy: 0, queued: 0, capacity: 20 },
  trace: { ...EXAMPLE_TRACE, sampled: true },
});
