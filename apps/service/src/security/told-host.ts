import { HTTPS_PORT, type TrustedHosts } from "./trusted-hosts.ts";

/**
 * The host of an image's URL where the operator's settings spell it out; null for any other. Below a trusted suffix the
 * caller makes up the name, so that it may say anything.
 */
export const createToldHost =
  (trusted: TrustedHosts) =>
  (text: string): string | null => {
    const url = URL.parse(text);
    if (url?.protocol !== "https:") return null;
    const trust = trusted(url.hostname, url.port === "" ? HTTPS_PORT : Number(url.port));
    return trust === "exact" || trust === "own" ? url.hostname : null;
  };
