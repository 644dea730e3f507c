import { isIP } from "node:net";
import type { Settings } from "@lumiglyph/contract";
import { baseUrl } from "../config/base-url.ts";

/** How a host came to be trusted: spelled out in the operator's list, under a `*.suffix` of it, or one of our own sites. */
type Trust = "exact" | "suffix" | "own";

/** Tells how a URL's host and port are trusted; null when they are not. The host is as `URL` spells it. */
export type TrustedHosts = (hostname: string, port: number) => Trust | null;

/** Port of an entry, and of a URL, that names none. */
export const HTTPS_PORT = 443;

/**
 * Builds the matcher from the operator's entries (`name`, `name:port` or `*.suffix`, which means any depth below the suffix,
 * at port 443) and from the URLs of our own sites. An entry that cannot be meant throws, in words for the operator.
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

/** Name and port; excludes all that `URL` would take for a path, a credential, an escape or an address in brackets. */
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

/** Our own sites may have addresses for hosts (the defaults do), which no image URL may name: they add nothing. */
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

/** The hosts that the operator trusts: those listed, the service's own, the receiving site's. */
export const trustedBySettings = (settings: Settings): TrustedHosts =>
  trustedHosts(settings.SERVICE_IMAGE_FETCH_ALLOWLIST, [baseUrl(settings), settings.SERVICE_HANDOFF_TARGET]);

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
