import type { Settings } from "../tables/settings.ts";

/**
 * The platform credentials: all are accepted. The first is the service's own: keys are derived from
 * it, and it is sent to other systems if there is no `SERVICE_OUTBOUND_KEY`.
 */
export const platformKeys = ({ SERVICE_API_KEY: keys }: Pick<Settings, "SERVICE_API_KEY">): readonly string[] =>
  keys === null ? [] : keys.split(",").filter((key) => key !== "");

/**
 * The credential that this service sends to other systems; null without a platform credential (spec
 * 4.2, 4.3).
 */
export const outboundKey = (settings: Pick<Settings, "SERVICE_API_KEY" | "SERVICE_OUTBOUND_KEY">): string | null => {
  const [own = null] = platformKeys(settings);
  return own === null ? null : (settings.SERVICE_OUTBOUND_KEY ?? own);
};
