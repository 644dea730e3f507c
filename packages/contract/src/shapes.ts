import { ERROR_CODES } from "./errors.ts";
import { FORMATS, INPUT_FORMAT_NAMES } from "./formats.ts";
import { leftOut, PARAMS, type ParamName, paramFacts } from "./param-table.ts";
import { isExtension, PARAM_NAMES, type StatedParams } from "./params.ts";
import { type FromSchema, type JsonSchema, object, withOptional } from "./schema.ts";
import { CHROMA_ENCODING, SERVICE, VERSION } from "./version.ts";

const fraction = { type: "number", minimum: 0, maximum: 1 } as const;
const count = { type: "integer", minimum: 0 } as const;
const hexColor = { type: "string", pattern: "^#[0-9a-f]{6}$" } as const;

/** The glyphs used, and how well they reproduce the image's tones (answers 1.12, 1.13, 2.4). */
const GLYPH_EVIDENCE = object({
  strategy: { enum: PARAMS.glyphStrategy.values, description: "The requested strategy." },
  charset: { enum: PARAMS.charset.values },
  codebook: { type: "string", description: "The glyphs used for cells, darkest first." },
  inks: {
    type: "array",
    items: fraction,
    description: "Measured linear light of each glyph of the codebook; the densest glyph of the charset is 1.",
  },
  size: { type: "integer", minimum: 1, description: "Glyphs in the codebook." },
  rmse: {
    type: "number",
    minimum: 0,
    description: "RMSE of the tones against their nearest in the codebook, in linear light.",
  },
  drawn: {
    type: "number",
    minimum: 0,
    description: "The same for the rendered grid: each cell's glyph, including contours, against its target tone.",
  },
  contours: object({
    glyphs: {
      type: "string",
      description: "The glyphs of - / | \\ that were used besides the codebook, or along contours.",
    },
    inks: { type: "array", items: fraction, description: "Their light, as in `inks`." },
    share: { ...fraction, description: "Share of the cells with the glyph that follows their contour." },
  }),
  limit: {
    anyOf: [{ type: "number" }, { type: "null" }],
    description: "`maxGlyphRmse`, or null if no limit applies.",
  },
  withinLimit: { type: "boolean", description: "Whether `rmse` is within the limit; true if none applies." },
  adapted: { type: "boolean", description: "Whether a codebook was chosen; false if the ramp is used unchanged." },
  tones: {
    type: "array",
    items: count,
    minItems: 256,
    maxItems: 256,
    description:
      "Histogram of the light that the cells' glyphs should emit, in linear light, 0 to 1 as in `inks`: the picture after `tone`, with its mid-tones lifted (docs/reference/quality.md); in color, for an ink of usual brightness. Together with `inks`, it allows recomputing `rmse`.",
  },
});

/** Work that the work limit left out of a render (answers 8.8). */
const LEFT_OUT = object(
  {
    candidates: { ...count, description: "Candidates of the Auto Director that were not rendered." },
    passes: { ...count, description: "Passes of the glyph search left out, of 2." },
    colors: { ...count, description: "Colors of the palette not tried for each ink and background, of 8." },
  },
  "Work left out because of the grid's size; absent if nothing was left out.",
);

/** Measured quality, and what the Auto Director changed (answers 1.15, 1.16, 2.4). */
const QUALITY_FIELDS = object({
  target: { enum: PARAMS.qualityTarget.values },
  status: { enum: ["target_met", "best_effort"] as const },
  score: fraction,
  metric: { type: "string", description: "Name and version of the metric." },
  font: { type: "string", description: "Font calibration used for the measurement." },
  components: {
    type: "array",
    items: object({
      name: { type: "string" },
      value: { type: "number", minimum: 0, description: "0 to 1, higher is better; `psnr` is in decibels." },
      threshold: { type: "number", minimum: 0 },
      met: { type: "boolean" },
    }),
  },
  tuned: {
    type: "object",
    propertyNames: { enum: PARAM_NAMES },
    additionalProperties: object({ from: { type: "number" }, to: { type: "number" } }),
    description: "Parameters that the Auto Director changed.",
  },
  locked: {
    type: "array",
    items: { enum: PARAM_NAMES },
    description: "Tunable parameters that the client set.",
  },
  evaluations: { ...count, description: "Number of candidates rendered and measured." },
  advice: {
    anyOf: [{ type: "string" }, { type: "null" }],
    description: "One sentence about a missed target; null if it is met.",
  },
});

const QUALITY_EVIDENCE = withOptional(QUALITY_FIELDS, { leftOut: LEFT_OUT });

const gridFields = {
  columns: { type: "integer", minimum: PARAMS.columns.min, maximum: PARAMS.columns.max },
  rows: { type: "integer", minimum: 1 },
} as const;

/** Fields of `format=json`, except the parameters, whose schema comes from the parameter table. */
const ART_FIELDS = {
  version: { const: VERSION },
  format: { const: "json" },
  ...gridFields,
  lines: { type: "array", items: { type: "string" }, description: "One string per row, each of `columns` characters." },
  colors: {
    anyOf: [{ type: "array", items: { type: "array", items: hexColor } }, { type: "null" }],
    description: "One color per cell, row by row; null without `color`.",
  },
  monoColor: hexColor,
  glyphs: GLYPH_EVIDENCE,
  quality: QUALITY_EVIDENCE,
  source: object({
    width: { type: "integer", minimum: 1 },
    height: { type: "integer", minimum: 1 },
    format: { enum: [...INPUT_FORMAT_NAMES, "pixels"] as const, description: "`pixels` if there was no file." },
  }),
} as const;

/** Present in both documents if cells have two colors. */
const GROUNDS = {
  type: "array",
  items: { type: "array", items: hexColor },
  description: "The color of each cell's background, row by row; only with `fill` or a mosaic, in color.",
} as const;

const COMPACT_GROUNDS = object(
  { encoding: { const: CHROMA_ENCODING }, data: { type: "string", contentEncoding: "base64" } },
  "The color of each cell's background, written as `chroma`; only with `fill` or a mosaic, in color.",
);

/** `format=json-compact` (answers 2.5): the text and a color for each cell, with the evidence. */
export const COMPACT_ART = object({
  version: { const: VERSION },
  format: { const: "json-compact" },
  ...gridFields,
  text: { type: "string", description: "Rows separated by line feeds, with one at the end." },
  chroma: object({
    encoding: { const: CHROMA_ENCODING },
    data: {
      type: "string",
      contentEncoding: "base64",
      description: "Row by row from the top left, three bytes per cell: red, green, blue (sRGB).",
    },
  }),
  glyphs: GLYPH_EVIDENCE,
  quality: QUALITY_EVIDENCE,
});

/** RFC 9457 problem details, the body of every error (answers 2.1). */
export const PROBLEM = {
  type: "object",
  properties: {
    type: { type: "string", format: "uri", description: "Link to the documentation of this error." },
    title: { type: "string" },
    status: { type: "integer", minimum: 400, maximum: 599 },
    detail: { type: "string", description: "What is wrong with this request and what to do about it." },
    code: { enum: ERROR_CODES },
    traceId: { type: "string", pattern: "^[0-9a-f]{32}$" },
    errors: {
      type: "array",
      items: object({
        code: { enum: ERROR_CODES },
        parameter: { type: "string" },
        given: { type: "string" },
        allowed: { type: "string" },
        message: { type: "string" },
      }),
      description: "One entry for each problem with the request's fields.",
    },
  },
  required: ["type", "title", "status", "detail", "code", "traceId"],
  additionalProperties: false,
} as const;

/** The health envelope (answers 2.13). */
export const HEALTH = object({
  status: { enum: ["ok", "draining"] as const },
  service: { const: SERVICE },
  version: { const: VERSION },
  uptimeSeconds: { type: "number", minimum: 0 },
  capabilities: object({
    formats: { type: "array", items: { enum: Object.keys(FORMATS) as (keyof typeof FORMATS)[] } },
    inputFormats: { type: "array", items: { enum: INPUT_FORMAT_NAMES } },
    charsets: { type: "array", items: { enum: PARAMS.charset.values } },
    qualityTargets: { type: "array", items: { enum: PARAMS.qualityTarget.values } },
    limits: object({ imageBytes: count, imagePixels: count, imageSide: count, cells: count }),
  }),
  load: object({
    workers: { ...count, description: "Current worker processes." },
    busy: { ...count, description: "Workers that are rendering." },
    queued: { ...count, description: "Requests that have loaded their image and wait for a worker." },
    capacity: {
      ...count,
      description: "Current capacity (busy workers plus queue). Renders beyond it are refused; shrinks under overload.",
    },
  }),
  trace: object({
    traceId: { type: "string", pattern: "^[0-9a-f]{32}$" },
    spanId: { type: "string", pattern: "^[0-9a-f]{16}$" },
    sampled: { type: "boolean" },
  }),
});

/** The readiness probe's response (answers 2.13). */
export const READY = object({
  status: {
    enum: ["ready", "full", "draining"] as const,
    description: "`full` while the queue is full, `draining` while the service shuts down.",
  },
});

export type GlyphEvidence = FromSchema<typeof GLYPH_EVIDENCE>;
export type QualityEvidence = FromSchema<typeof QUALITY_FIELDS> & { readonly leftOut?: LeftOut };
export type LeftOut = FromSchema<typeof LEFT_OUT>;
export type CompactArt = Omit<FromSchema<typeof COMPACT_ART>, "quality"> & {
  readonly quality: QualityEvidence;
  readonly grounds?: FromSchema<typeof COMPACT_GROUNDS>;
};
export type Health = FromSchema<typeof HEALTH>;
export type Ready = FromSchema<typeof READY>;
export type Art = {
  readonly [Name in Exclude<keyof typeof ART_FIELDS, "quality">]: FromSchema<(typeof ART_FIELDS)[Name]>;
} & {
  readonly quality: QualityEvidence;
  readonly params: StatedParams;
  readonly grounds?: FromSchema<typeof GROUNDS>;
};

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** The schema of a parameter's native value, with its meaning, and its default if sending that changes nothing. */
export const paramSchema = (name: ParamName): JsonSchema => {
  const row = paramFacts(name);
  const open = leftOut(name);
  const about =
    open === null ? { description: row.says, default: row.default } : { description: `${row.says}; ${open}` };
  switch (row.kind) {
    case "integer":
    case "number":
      return row.none
        ? { type: row.kind, anyOf: [{ const: 0 }, { minimum: row.min }], maximum: row.max, ...about }
        : { type: row.kind, minimum: row.min, maximum: row.max, ...about };
    case "boolean":
      return { type: "boolean", ...about };
    case "choice":
      return { type: "string", enum: row.values, ...about };
    case "color":
      return {
        type: "string",
        pattern: row.none ? "^(#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}))?$" : "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$",
        ...about,
      };
    case "text":
      return { type: "string", maxLength: row.max, ...about };
    case "characters":
      return { type: "string", pattern: "^([ -~]{2,95})?$", ...about };
  }
};

/** The schemas of all parameters by name. */
export const paramSchemas = (): { readonly [Name in ParamName]: JsonSchema } =>
  Object.fromEntries(PARAM_NAMES.map((name) => [name, paramSchema(name)])) as { [Name in ParamName]: JsonSchema };

/** Render parameters as one object, none of them required. */
export const renderParamsSchema = (): JsonSchema => ({
  $schema: DIALECT,
  title: `Lumiglyph render parameters ${VERSION}`,
  type: "object",
  properties: paramSchemas(),
  additionalProperties: false,
});

/** The document of `format=json`. */
export const artSchema = (): JsonSchema => {
  const params = object(paramSchemas());
  const stated = { ...params, required: PARAM_NAMES.filter((name) => !isExtension(name)) };
  return withOptional(object({ ...ART_FIELDS, params: stated }), { grounds: GROUNDS });
};

/** The document of `format=json-compact`. */
export const compactArtSchema = (): JsonSchema => withOptional(COMPACT_ART, { grounds: COMPACT_GROUNDS });

/** A schema as a standalone file. */
export const standalone = (title: string, schema: JsonSchema): JsonSchema => ({
  $schema: DIALECT,
  title: `Lumiglyph ${title} ${VERSION}`,
  ...schema,
});
