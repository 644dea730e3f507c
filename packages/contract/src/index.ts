export {
  canonicalAddress,
  isAddressName,
  MIN_URL_KEY,
  parseAddress,
  type RenderAddress,
  withSignature,
} from "./address.ts";
export { decodeBase64, encodeBase64 } from "./base64.ts";
export { ENDPOINT_IDS, ENDPOINTS, type Endpoint, type EndpointId, type Serving, servedEndpoints } from "./endpoints.ts";
export {
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  type ErrorRow,
  type ErrorScope,
  type ErrorStatus,
  type Problem,
  Refusal,
  refusalFor,
  type Surface,
  statusOf,
  wordedFor,
} from "./errors.ts";
export { type Field, type FieldOrigin, fieldsOf, quote } from "./field.ts";
export { firstLook } from "./first-look.ts";
export {
  contentType,
  FORMATS,
  type Format,
  INPUT_FORMAT_NAMES,
  INPUT_FORMATS,
  type InputFormat,
  TEXT_FORMATS,
} from "./formats.ts";
export type { RenderOptions } from "./generated/render-options.ts";
export { type GridSize, type GridWish, gridFor, gridSize } from "./grid-size.ts";
export {
  HANDOFF_ENCODINGS,
  HANDOFF_ENVELOPE,
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
export {
  jsonBodyLimit,
  MAX_CELLS,
  MAX_FIELDS,
  MAX_PROBLEMS,
  MAX_RESULT_CHARACTERS,
  MIN_COLUMNS,
  SMALLEST_UNASKED_SIDE,
  USUAL_RESULT_CHARACTERS,
} from "./limits.ts";
export {
  METRIC_NAMES,
  METRICS,
  type MetricLabel,
  type MetricLabels,
  type MetricName,
  type MetricRow,
} from "./metrics.ts";
export { type NearName, nearestName, nearNames } from "./nearest-name.ts";
export { pagePolicyHeader } from "./page-policy.ts";
export { choiceLabel, PANEL, type PanelSection, panelLabel } from "./panel.ts";
export {
  type Charset,
  completeParams,
  DEFAULT_PARAMS,
  type FontName,
  type FormatId,
  givenNames,
  isParamName,
  leftOut,
  MOSAIC_CHARSETS,
  type MosaicCharset,
  mosaicOf,
  PARAM_NAMES,
  PARAMS,
  type Param,
  type ParamGroup,
  type ParamName,
  paramRow,
  type QualityTarget,
  type RenderParams,
  type StatedParams,
  statedParams,
  type TextFormat,
  TUNABLE,
} from "./params.ts";
export {
  allowedBy,
  type Parsed,
  parse,
  parseRequest,
  readNative,
  readOptions,
  readWritten,
  refuse,
  tooManyFields,
} from "./parse.ts";
export {
  PLATFORM_STATUS,
  type PlatformStatus,
  RECEIVER_STATUS,
  type ReceiverStatus,
  UNCHECKED,
} from "./platform-status.ts";
export { type FromSchema, type JsonSchema, object, URL_TEXT } from "./schema.ts";
export {
  isSecret,
  isWildcard,
  SECRET_FILE_NAMES,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  type Settings,
} from "./settings.ts";
export {
  type Art,
  artSchema,
  COMPACT_ART,
  type CompactArt,
  compactArtSchema,
  type GlyphEvidence,
  HEALTH,
  type Health,
  type LeftOut,
  PROBLEM,
  paramSchema,
  paramSchemas,
  type QualityEvidence,
  READY,
  type Ready,
  renderParamsSchema,
  standalone,
} from "./shapes.ts";
export { pickSource, SOURCE_NAMES, SOURCES, type Source, type SourceName } from "./sources.ts";
export {
  MCP_FOLDER_METHODS,
  MCP_HANDSHAKE,
  MCP_METHODS,
  MCP_REVISIONS,
  MCP_STATELESS,
  RPC_CODES,
  STREAM_TOOL,
  TRACE_ID_PATTERN,
} from "./tools.ts";
export {
  SPANS,
  type SpanName,
  type SpanRow,
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
