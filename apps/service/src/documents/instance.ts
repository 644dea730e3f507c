import {
  type FromSchema,
  jsonBodyLimit,
  MAX_CELLS,
  MAX_FIELDS,
  MAX_RESULT_CHARACTERS,
  object,
  PARAMS,
  USUAL_RESULT_CHARACTERS,
} from "@lumiglyph/contract";
import { ENDPOINTS, type EndpointId } from "../tables/endpoints.ts";
import { SETTING_NAMES, SETTINGS, type Setting, type Settings } from "../tables/settings.ts";

/** Settings that documents may mention. No secret is among them, so none can leak into a document. */
type PublicSettings = Pick<
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
  | "SERVICE_RENDER_AUTH"
  | "SERVICE_BASE_URL"
  | "SERVICE_HOST"
>;

/** A running service as documents describe it: its address and its operator's settings. */
export type Instance = { readonly baseUrl: string; readonly settings: PublicSettings };

/** A service with default settings, for examples and the repository's own reference pages. */
export const DEFAULT_INSTANCE: Instance = {
  baseUrl: `http://${SETTINGS.SERVICE_HOST.default}:${SETTINGS.SERVICE_PORT.default}`,
  settings: Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].default])) as unknown as Settings,
};

/** Whether an operation needs the platform credential: the operator's own, and with `SERVICE_RENDER_AUTH` uploads and the tool. */
export const needsCredential = (id: EndpointId, { settings }: Instance): boolean =>
  ENDPOINTS[id].access === "platform" || (settings.SERVICE_RENDER_AUTH && (id === "render" || id === "mcp"));

/** A limit on what clients may send or request. */
export const PUBLIC_LIMIT = object({
  name: { type: "string" },
  value: { type: "integer", minimum: 1 },
  unit: { type: "string" },
  says: { type: "string" },
});

export type PublicLimit = FromSchema<typeof PUBLIC_LIMIT>;

/** Limits that an operator may set, by their public name. */
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

/** Every limit for clients of an instance, except those that are turned off. */
export const publicLimits = ({ settings }: Instance): readonly PublicLimit[] => {
  const set = Object.entries(SET_LIMITS).flatMap(([name, setting]): readonly PublicLimit[] => {
    const { unit = "", says }: Setting = SETTINGS[setting];
    return settings[setting] > 0 ? [{ name, value: settings[setting], unit, says }] : [];
  });
  return [...set, ...fixedLimits(settings.SERVICE_MAX_IMAGE_BYTES)];
};

const fixedLimits = (imageBytes: number): readonly PublicLimit[] => [
  {
    name: "jsonBodyBytes",
    value: jsonBodyLimit(imageBytes),
    unit: "bytes",
    says: "Maximum size of a JSON body: the image in base64, and room for the parameters.",
  },
  { name: "columns", value: PARAMS.columns.max, unit: PARAMS.columns.unit, says: "Maximum width of an output." },
  { name: "cells", value: MAX_CELLS, unit: "cells", says: "Maximum cells of an output, columns × rows." },
  {
    name: "toolResultCharacters",
    value: USUAL_RESULT_CHARACTERS,
    unit: "characters",
    says: `Maximum length of a tool result, unless \`maxCharacters\` asks for more, at most ${MAX_RESULT_CHARACTERS}. A longer one is an error that names the \`columns\` that fit.`,
  },
  { name: "fields", value: MAX_FIELDS, unit: "fields", says: "Maximum named values in one request." },
];
