import { SETTING_NAMES, SETTINGS, type Settings } from "./settings.ts";

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
