import type { Settings } from "@lumiglyph/contract";
import { baseUrl } from "../config/base-url.ts";
import { type TrustedHosts, trustedHosts } from "./trusted-hosts.ts";

/** The hosts that the operator trusts: those listed, the service's own, the receiving site's. */
export const trustedBySettings = (settings: Settings): TrustedHosts =>
  trustedHosts(settings.SERVICE_IMAGE_FETCH_ALLOWLIST, [baseUrl(settings), settings.SERVICE_HANDOFF_TARGET]);
