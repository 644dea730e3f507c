import { isIP } from "node:net";
import { baseUrl } from "../http/base-url.ts";
import type { Settings } from "../tables/settings.ts";

/** Why a host is trusted: listed by name, below a listed `*.suffix`, or one of our own sites. */
type Trust = "exact" | "suffix" | "own";

/** How a URL's host and port are trusted; null if they are not. The host is spelled as `URL` spells it. */
export type TrustedHosts = (hostname: string, port: number) => Trust | null;

/** Default port of an entry or URL. */
export const HTTPS_PORT = 443;

/**
 * Builds the matcher from the operator's entries (`name`, `name:port` or `*.suffix`, which matches any depth below the
 * suffix on port 443) and the URLs of our own sites. Throws for an invalid entry, with a message for the operator.
 */
export const trustedHosts = (entries: readonly string[], ownUrls: readonly string[] = []): TrustedHosts => {
  const wild = entries.filter((entry) => entry.startsWith("*."));
  const exact = new Set(entries.filter((entry) => !entry.startsWith("*.")).map(exactKey));
  const suffixes = new Set(wild.map(suffixName));
  const own = new Set(ownUrls.flatMap(ownKeys));
  return (hostname, port) => {
    const key = `${hostname}:${port}`;
    if (exact.has(key)) return "exact";
    if (own.has(key)) return "own";
    return port === HTTPS_PORT && endsIn(hostname, suffixes) ? "suffix" : null;
  };
};

/** Name and port, without anything `URL` would read as a path, credential, escape or bracketed address. */
const ENTRY = /^([^\s/\\?#@:%[\]*]+)(?::([0-9]{1,5}))?$/;

const exactKey = (entry: string): string => {
  const [, name = "", port = String(HTTPS_PORT)] = ENTRY.exec(entry) ?? [];
  if (Number(port) < 1 || Number(port) > 65_535) throw misspelled(entry);
  return `${asciiName(name, entry)}:${Number(port)}`;
};

const suffixName = (entry: string): string => {
  const name = asciiName(entry.slice(2), entry);
  if (!name.includes("."))
    throw new Error(`"${entry}" would trust a whole top-level domain. Name at least two labels.`);
  return name;
};

/** The name in lower case and punycode, as `URL` spells it. */
const asciiName = (name: string, entry: string): string => {
  const url = ENTRY.test(name) && !name.includes(":") ? URL.parse(`https://${name}/`) : null;
  if (url === null || url.hostname.endsWith(".") || isIP(url.hostname) !== 0) throw misspelled(entry);
  return url.hostname;
};

const misspelled = (entry: string): Error =>
  new Error(
    `"${entry}" is not a host to trust. Write a DNS name (with :port if not 443) or *.suffix, never an IP address.`,
  );

/** Our own sites may use IP addresses (the defaults do), which image URLs may not: those are skipped. */
const ownKeys = (text: string): readonly string[] => {
  const url = new URL(text);
  if (url.hostname.startsWith("[") || isIP(url.hostname) !== 0) return [];
  return [`${url.hostname}:${url.port || HTTPS_PORT}`];
};

const endsIn = (hostname: string, suffixes: ReadonlySet<string>): boolean => {
  for (let dot = hostname.indexOf("."); dot > 0; dot = hostname.indexOf(".", dot + 1)) {
    if (suffixes.has(hostname.slice(dot + 1))) return true;
  }
  return false;
};

/** The hosts the operator trusts: listed ones, the service's own, and the receiving site's. */
export const trustedBySettings = (settings: Settings): TrustedHosts =>
  trustedHosts(settings.SERVICE_IMAGE_FETCH_ALLOWLIST, [baseUrl(settings), settings.SERVICE_HANDOFF_TARGET]);

/**
 * The trusted hosts as the operator spelled them, to name to callers whose host is not among them; null if some may be
 * on a private network, whose names are not disclosed.
 */
export const namedHosts = (settings: Settings): readonly string[] | null =>
  settings.SERVICE_IMAGE_FETCH_PRIVATE
    ? null
    : [
        ...settings.SERVICE_IMAGE_FETCH_ALLOWLIST,
        ...[baseUrl(settings), settings.SERVICE_HANDOFF_TARGET]
          .flatMap(ownKeys)
          .map((key) => key.replace(`:${HTTPS_PORT}`, "")),
      ];

/**
 * The host of an image URL if the operator's settings name it exactly; null otherwise. Names below a trusted suffix are
 * client input and could say anything.
 */
export const createPublicHost =
  (trusted: TrustedHosts) =>
  (text: string): string | null => {
    const url = URL.parse(text);
    if (url?.protocol !== "https:") return null;
    const trust = trusted(url.hostname, url.port === "" ? HTTPS_PORT : Number(url.port));
    return trust === "exact" || trust === "own" ? url.hostname : null;
  };
