import { SERVICE, type Settings, VERSION } from "@lumiglyph/contract";
import { createImageFetcher, type FetchImage } from "../source/fetch-image.ts";
import { createGuardedAgent } from "./guarded-agent.ts";
import { trustedBySettings } from "./trusted-by-settings.ts";

/** Milliseconds to reach an image's host, out of the time for the whole fetch. */
const CONNECT_MS = 3000;

/** Images from the network, as far as the operator's settings let them in. */
export const networkFetcher = (settings: Settings): FetchImage => {
  const trusted = trustedBySettings(settings);
  const timeoutMs = settings.SERVICE_FETCH_TIMEOUT_MS;
  const agent = createGuardedAgent({
    trusted,
    allowPrivate: settings.SERVICE_IMAGE_FETCH_PRIVATE,
    connectTimeoutMs: Math.min(CONNECT_MS, timeoutMs),
    stallTimeoutMs: timeoutMs,
  });
  const maxBytes = settings.SERVICE_MAX_IMAGE_BYTES;
  const slots = settings.SERVICE_FETCH_SLOTS;
  return createImageFetcher({ agent, trusted, maxBytes, timeoutMs, slots, userAgent: `${SERVICE}/${VERSION}` });
};
