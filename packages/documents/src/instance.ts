import {
  type FromSchema,
  jsonBodyLimit,
  MAX_CELLS,
  MAX_FIELDS,
  MAX_RESULT_CHARACTERS,
  object,
  PARAMS,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type Settings,
} from "@lumiglyph/contract";

/** Settings that documents may speak of. No secret is among them, so that none can slip into a document. */
type ToldSettings = Pick<
  Settings,
  | "SERVICE_HANDOFF_TARGET"
  | "SERVICE_MAX_IMAGE_BYTES"
  | "SERVICE_MAX_IMAGE_PIXELS"
  | "SERVICE_MAX_IMAGE_SIDE"
  | "SERVICE_INPUT_FORMATS"
  | "SERVICE_RENDER_DEADLINE_MS"
  | "SERVICE_FETCH_TIMEOUT_MS"
  | "SERVICE_RATE_POINTS"
  | "SERVICE_CLIENT_CONCURRENCY"
  | "SERVICE_MCP_BATCH"
>;

/** A running service, as far as documents about it need to know it: where it is, and what its operator has set. */
export type Instance = { readonly baseUrl: string; readonly settings: ToldSettings };

/** A service as it comes: what examples and the repository's own reference pages speak of. */
export const DEFAULT_INSTANCE: Instance = {
  baseUrl: `http://${SETTINGS.SERVICE_HOST.default}:${SETTINGS.SERVICE_PORT.default}`,
  settings: Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].default])) as unknown as Settings,
};

/** One bound on what a caller may send or ask for. */
export const TOLD_LIMIT = object({
  name: { type: "string" },
  value: { type: "integer", minimum: 1 },
  unit: { type: "string" },
  says: { type: "string" },
});

export type ToldLimit = FromSchema<typeof TOLD_LIMIT>;

/** Limits that an operator may set, by the name that callers see. */
const SET_LIMITS = {
  imageBytes: "SERVICE_MAX_IMAGE_BYTES",
  imagePixels: "SERVICE_MAX_IMAGE_PIXELS",
  imageSide: "SERVICE_MAX_IMAGE_SIDE",
  renderMilliseconds: "SERVICE_RENDER_DEADLINE_MS",
  fetchMilliseconds: "SERVICE_FETCH_TIMEOUT_MS",
  clientPoints: "SERVICE_RATE_POINTS",
  clientRenders: "SERVICE_CLIENT_CONCURRENCY",
  batchCalls: "SERVICE_MCP_BATCH",
} as const satisfies { readonly [name: string]: keyof Instance["settings"] };

/** Every limit that holds for callers of an instance: those that something enforces and that are not switched off. */
export const toldLimits = ({ settings }: Instance): readonly ToldLimit[] => {
  const set = Object.entries(SET_LIMITS).flatMap(([name, setting]): readonly ToldLimit[] => {
    const { unit = "", says }: Setting = SETTINGS[setting];
    return settings[setting] > 0 ? [{ name, value: settings[setting], unit, says }] : [];
  });
  return [...set, ...fixedLimits(settings.SERVICE_MAX_IMAGE_BYTES)];
};

const fixedLimits = (imageBytes: number): readonly ToldLimit[] => [
  {
    name: "jsonBodyBytes",
    value: jsonBodyLimit(imageBytes),
    unit: "bytes",
    says: "Largest JSON body: the image in base64, and room for the parameters.",
  },
  { name: "columns", value: PARAMS.columns.max, unit: PARAMS.columns.unit, says: "Widest output." },
  { name: "cells", value: MAX_CELLS, unit: "cells", says: "Most cells, columns × rows, that an output may have." },
  {
    name: "toolResultCharacters",
    value: MAX_RESULT_CHARACTERS,
    unit: "characters",
    says: "Longest result of the tool; a longer one is an error that names the `columns` that would fit.",
  },
  { name: "fields", value: MAX_FIELDS, unit: "fields", says: "Most named values in one request." },
];
