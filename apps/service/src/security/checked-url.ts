import { isIP } from "node:net";
import { type ErrorCode, type Refusal, refusalFor } from "@lumiglyph/contract";
import { HTTPS_PORT, type TrustedHosts } from "./trusted-hosts.ts";

/** Characters an image URL may have, as it was sent and as it is written out. */
const MAX_URL_LENGTH = 2048;

/** Characters a host name may have (RFC 1035, section 2.3.4). */
const MAX_NAME_LENGTH = 253;

/**
 * Parses an image URL, or a redirect's target relative to `base`, and refuses all but https on a trusted host. What is
 * checked here is the very object that is then fetched: no second parser may read it another way.
 */
export const checkedUrl = (text: string, trusted: TrustedHosts, base?: URL): URL => {
  if (text.length > MAX_URL_LENGTH) throw refused("image_url_untrusted", "URL too long");
  const url = URL.parse(text, base?.href);
  const fault = url === null ? "not a URL" : (spellingFault(text) ?? faultOf(url, trusted));
  if (url === null || fault !== null) throw refused("image_url_untrusted", fault);
  return url;
};

/** `URL` drops tabs and line ends and reads `\` as `/`; other readers of the same text would not. */
const spellingFault = (text: string): string | null =>
  /[\p{Cc}\\]/u.test(text) ? "control character or backslash" : null;

const faultOf = (url: URL, trusted: TrustedHosts): string | null => {
  if (url.protocol !== "https:") return "not https";
  if (url.username !== "" || url.password !== "") return "credentials";
  if (url.hostname.startsWith("[") || isIP(url.hostname) !== 0) return "address instead of a name";
  if (url.hostname.endsWith(".")) return "trailing dot";
  if (url.hostname.length > MAX_NAME_LENGTH) return "name too long";
  if (url.href.length > MAX_URL_LENGTH) return "URL too long once escaped";
  return trusted(url.hostname, url.port === "" ? HTTPS_PORT : Number(url.port)) === null ? "host not trusted" : null;
};

/**
 * A refusal that tells the caller the table's sentence and nothing more; `reason` is its `cause`, for our log alone. One
 * sentence for every reason keeps the guard from answering questions about the network behind it. As text a reason says
 * which check failed, in words of our own: nothing that a caller sent may stand in it.
 */
export const refused = (code: ErrorCode, reason: unknown): Refusal => {
  const refusal = refusalFor(code);
  refusal.cause = reason;
  return refusal;
};
