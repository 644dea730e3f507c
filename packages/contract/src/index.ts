export {
  canonicalAddress,
  isAddressName,
  MIN_URL_KEY,
  parseAddress,
  RENDER_ADDRESS_PATH,
  type RenderAddress,
  withSignature,
} from "./address.ts";
export { allowedBy } from "./allowed-by.ts";
export { decodeBase64, encodeBase64 } from "./base64.ts";
export { MOSAIC_CHARSETS, type MosaicCharset, mosaicOf } from "./charsets.ts";
export {
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  type ErrorRow,
  type ErrorScope,
  type ErrorStatus,
  statusOf,
} from "./errors.ts";
export { refuseFor } from "./facts.ts";
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
export {
  ALWAYS_TUNABLE,
  PARAM_ROWS,
  type RenderOptions,
  STAGE_PARAMS,
  TUNABLE,
} from "./generated/render-options.ts";
export { type GridSize, type GridWish, gridFor, gridSize } from "./grid-size.ts";
export {
  IMAGE_LIMITS,
  jsonBodyLimit,
  LARGEST_IMAGE,
  MAX_CELLS,
  MAX_FIELDS,
  MAX_PROBLEMS,
  MAX_RESULT_CHARACTERS,
  MIN_COLUMNS,
  SMALLEST_UNASKED_SIDE,
  USUAL_RESULT_CHARACTERS,
} from "./limits.ts";
export { escapeMarkup } from "./markup.ts";
export { type NearName, nearestName, nearNames } from "./nearest-name.ts";
export {
  type Condition,
  leftOut,
  PARAMS,
  type Param,
  type ParamGroup,
  type ParamName,
  paramFacts,
  type StageName,
} from "./param-table.ts";
export {
  type Charset,
  completeParams,
  DEFAULT_PARAMS,
  type FontName,
  type FormatId,
  givenNames,
  isParamName,
  PARAM_NAMES,
  paramRow,
  type QualityTarget,
  type RenderParams,
  type StatedParams,
  statedParams,
  type TextFormat,
  whyIdle,
} from "./params.ts";
export { type Parsed, parse, readNative, readWritten } from "./parse.ts";
export { type Fact, type Problem, partsOf, Refusal, type Rule, refusalFor } from "./problems.ts";
export { parseRequest, readOptions, tooManyFields } from "./request.ts";
export { type FromSchema, type JsonSchema, object, URL_TEXT } from "./schema.ts";
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
  CHROMA_ENCODING,
  LISTENS_AT,
  SERVICE,
  TOOL_NAME,
  VERSION,
} from "./version.ts";
export {
  LIBRARY_WORDS,
  refuse,
  type Worded,
  type WordedProblem,
  type Words,
  wordsOf,
} from "./words.ts";
