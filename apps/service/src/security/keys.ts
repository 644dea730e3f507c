import type { Settings } from "../tables/settings.ts";

/** The platform credentials. The first is ours: what this service derives or sends is with it. All are accepted. */
export const platformKeys = ({ SERVICE_API_KEY: keys }: Pick<Settings, "SERVICE_API_KEY">): readonly string[] =>
  keys === null ? [] : keys.split(",").filter((key) => key !== "");

/** What this service sends to other systems as its credential; null without a platform credential (spec 4.2, 4.3). */
export const outboundKey = (settings: Pick<Settings, "SERVICE_API_KEY" | "SERVICE_OUTBOUND_KEY">): string | null => {
  const [own = null] = platformKeys(settings);
  return own === null ? null : (settings.SERVICE_OUTBOUND_KEY ?? own);
};
