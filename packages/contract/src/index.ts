export { decodeBase64, encodeBase64 } from "./base64.ts";
export { CONFORMANCE } from "./conformance.ts";
export { DOCUMENT_IDS, DOCUMENTS, type DocumentId, documentType } from "./documents.ts";
export { agentManifest } from "./emit/documents/agent-manifest.ts";
export { aiCatalog, apiCatalog } from "./emit/documents/catalogs.ts";
export { handoffManifest } from "./emit/documents/handoff-manifest.ts";
export { interoperability } from "./emit/documents/interoperability.ts";
export { linkHeader } from "./emit/documents/links.ts";
export { llms } from "./emit/documents/llms.ts";
export { llmsFull } from "./emit/documents/llms-full.ts";
export { serverCard } from "./emit/documents/server-card.ts";
export { errorPage } from "./emit/error-page.ts";
export {
  artSchema,
  compactArtSchema,
  paramSchema,
  paramSchemas,
  renderParamsSchema,
  standalone,
} from "./emit/json-schema.ts";
export { endpointsPage } from "./emit/markdown/endpoints-page.ts";
export { errorsPage } from "./emit/markdown/errors-page.ts";
export { formatsPage } from "./emit/markdown/formats-page.ts";
export { metricsPage } from "./emit/markdown/metrics-page.ts";
export { parametersPage } from "./emit/markdown/parameters-page.ts";
export { recipesPage } from "./emit/markdown/recipes-page.ts";
export { settingsPage } from "./emit/markdown/settings-page.ts";
export { tracingPage } from "./emit/markdown/tracing-page.ts";
export { renderTool, type ToolDefinition } from "./emit/mcp-tool.ts";
export { openapi } from "./emit/openapi/document.ts";
export type { OpenApiDocument } from "./emit/openapi/types.ts";
export { referencePage } from "./emit/reference/page.ts";
export { registryEntry } from "./emit/registry-entry.ts";
export {
  ENDPOINT_IDS,
  ENDPOINTS,
  type Endpoint,
  type EndpointId,
  servedEndpoints,
} from "./endpoints.ts";
export {
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  type ErrorRow,
  type ErrorScope,
  type ErrorStatus,
  type Problem,
  refusalFor,
  statusOf,
} from "./errors.ts";
export { type Field, type FieldOrigin, fieldsOf } from "./field.ts";
export {
  contentType,
  FORMATS,
  type Format,
  INPUT_FORMAT_NAMES,
  INPUT_FORMATS,
  type InputFormat,
} from "./formats.ts";
export type { RenderOptions } from "./generated/render-options.ts";
export { CELL_ASPECT, type GridSize, gridSize, rowsFor } from "./grid-size.ts";
export {
  HANDOFF_ENCODINGS,
  HANDOFF_FAILURES,
  HANDOFF_LIMITS,
  HANDOFF_MESSAGES,
  HANDOFF_VERSIONS,
  type HandoffFailure,
  type HandoffField,
  type HandoffMessage,
  type HandoffMessageRow,
  type HandoffMessageType,
} from "./handoff-messages.ts";
export type { Instance } from "./instance.ts";
export { jsonBodyLimit, MAX_CELLS, MAX_FIELDS, MAX_PROBLEMS, MAX_RESULT_CHARACTERS } from "./limits.ts";
export {
  METRIC_NAMES,
  METRICS,
  type MetricLabel,
  type MetricLabels,
  type MetricName,
  type MetricRow,
} from "./metrics.ts";
export { nearestName } from "./nearest-name.ts";
export {
  type Charset,
  completeParams,
  DEFAULT_PARAMS,
  type FormatId,
  givenNames,
  isParamName,
  PARAM_NAMES,
  PARAMS,
  type Param,
  type ParamGroup,
  type ParamName,
  paramRow,
  type QualityTarget,
  type RenderParams,
} from "./params.ts";
export { type Parsed, parse, parseRequest, readOptions, refuse, tooManyFields } from "./parse.ts";
export { MCP_HANDSHAKE, MCP_METHODS, MCP_REVISIONS, MCP_STATELESS, RPC_CODES } from "./protocol.ts";
export { RECIPE_IDS, RECIPES, type RecipeId } from "./recipes.ts";
export { Refusal } from "./refusal.ts";
export type { FromSchema, JsonSchema } from "./schema.ts";
export { SETTING_NAMES, SETTINGS, type Setting, type SettingName, type Settings } from "./settings.ts";
export { AGENT_MANIFEST, type AgentManifest, type AgentRecipe } from "./shapes/agent-manifest.ts";
export { HANDOFF_MANIFEST, type HandoffManifest } from "./shapes/handoff-manifest.ts";
export { INTEROPERABILITY, type Interoperability } from "./shapes/interoperability.ts";
export { PLATFORM_STATUS, type PlatformStatus } from "./shapes/platform-status.ts";
export { type ReceiverStatus, UNCHECKED } from "./shapes/receiver-status.ts";
export {
  type Art,
  COMPACT_ART,
  type CompactArt,
  type GlyphEvidence,
  HEALTH,
  type Health,
  PROBLEM,
  type QualityEvidence,
  READY,
  type Ready,
} from "./shapes.ts";
export { pickSource, SOURCE_NAMES, SOURCES, type Source, type SourceName } from "./sources.ts";
export { STREAM_TOOL } from "./tools.ts";
export {
  SPANS,
  type SpanName,
  TRACE_ATTRIBUTES,
  TRACE_BOUNDS,
  type TraceAttribute,
  type TraceAttributeKey,
  type TraceAttributes,
} from "./tracing.ts";
export {
  CHROMA_ENCODING,
  HANDOFF_MODES,
  HANDOFF_PROTOCOL,
  type HandoffMode,
  OPENAPI_VERSION,
  SERVICE,
  TOOL_NAME,
  VERSION,
} from "./version.ts";
