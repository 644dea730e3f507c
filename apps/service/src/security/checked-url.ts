import { isIP } from "node:net";
import { type ErrorCode, quote, type Refusal, refusalFor, refuse } from "@lumiglyph/contract";
import { HTTPS_PORT, type TrustedHosts } from "./trusted-hosts.ts";

/** Maximum characters of an image URL, both as sent and as serialized. */
export const MAX_URL_LENGTH = 2048;

/** Maximum characters of a host name (RFC 1035, section 2.3.4). */
const MAX_NAME_LENGTH = 253;

/**
 * Parses an image URL, or a redirect's target relative to `base`, and refuses everything but HTTPS on a trusted host.
 * The returned object is the one that is fetched, so no second parser can read it differently.
 */
export const checkedUrl = (text: string, trusted: TrustedHosts, base?: URL): URL => {
  if (text.length > MAX_URL_LENGTH)
    throw base === undefined ? urlTooLong(text) : refused("image_url_untrusted", TOO_LONG);
  const url = URL.parse(text, base?.href);
  if (base === undefined && url !== null && url.href.length > MAX_URL_LENGTH) throw urlTooLong(url.href);
  const fault = url === null ? "not a URL" : (spellingFault(text) ?? faultOf(url, trusted));
  if (url === null || fault !== null) {
    const isAttack = base !== undefined && url !== null && isAddress(url);
    throw refused("image_url_untrusted", isAttack ? REDIRECT_TO_ADDRESS : fault);
  }
  return url;
};

const TOO_LONG = "URL too long";

/** The refusal of an `imageUrl` that is longer than any host has to accept, as sent or once percent-encoded. */
export const urlTooLong = (url: string): Refusal =>
  refuse([
    {
      code: "parameter_invalid",
      parameter: "imageUrl",
      given: quote(url),
      rule: { kind: "url-length", length: url.length, most: MAX_URL_LENGTH },
    },
  ]);

const isAddress = ({ hostname }: URL): boolean => hostname.startsWith("[") || isIP(hostname) !== 0;

/** Marks a trusted host as suspicious: an image host has no reason to redirect to an IP address. */
export const REDIRECT_TO_ADDRESS = "redirect to an address instead of a name";

/** `URL` drops tabs and line breaks and reads `\` as `/`; other parsers would not. */
const spellingFault = (text: string): string | null =>
  /[\p{Cc}\\]/u.test(text) ? "control character or backslash" : null;

const faultOf = (url: URL, trusted: TrustedHosts): string | null => {
  if (url.protocol !== "https:") return "not https";
  if (url.username !== "" || url.password !== "") return "credentials";
  if (isAddress(url)) return "address instead of a name";
  if (url.hostname.endsWith(".")) return "trailing dot";
  if (url.hostname.length > MAX_NAME_LENGTH) return "name too long";
  if (url.href.length > MAX_URL_LENGTH) return TOO_LONG;
  return trusted(url.hostname, url.port === "" ? HTTPS_PORT : Number(url.port)) === null ? "host not trusted" : null;
};

/**
 * A refusal with the error table's sentence only; `reason` becomes its `cause`, for the log. One sentence for every
 * reason keeps the guard from leaking facts about the network behind it. A textual reason names the failed check and
 * must not contain client input.
 */
export const refused = (code: ErrorCode, reason: unknown): Refusal => {
  const refusal = refusalFor(code);
  refusal.cause = reason;
  return refusal;
};
