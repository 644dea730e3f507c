import { refusalFor } from "@lumiglyph/contract";
import { headerValues } from "../http/headers.ts";
import { isLoopback } from "../http/host-guard.ts";
/**
 * Refuses pages of other sites (answers 2.15): `Origin` must be absent, our own, loopback or listed by the operator.
 * Programs send none; browsers always do, and pages cannot change it.
 */
export const guardOrigin = (
  rawHeaders: readonly string[],
  { baseUrl, listed }: { readonly baseUrl: string; readonly listed: readonly string[] },
): void => {
  const [origin, ...more] = headerValues(rawHeaders, "origin");
  if (origin === undefined) return;
  const url = more.length === 0 ? originOf(origin) : null;
  if (url === null) throw refusalFor("origin_untrusted");
  const own = [new URL(baseUrl).origin, ...listed];
  if (!own.includes(url.origin) && !isLoopback(url.hostname.replace(/^\[|\]$/g, "")))
    throw refusalFor("origin_untrusted");
};

/** Parses an origin; null for `null`, which sandboxed pages send, and for anything longer than an origin. */
const originOf = (text: string): URL | null => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.toLowerCase() ? url : null;
};

/** Normalizes the operator's browser origins. Throws for an invalid entry, with a message for the operator. */
export const listedOrigins = (entries: readonly string[]): readonly string[] => entries.map(normalizedOrigin);

const normalizedOrigin = (entry: string): string => {
  const url = URL.parse(entry);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new Error(`"${entry}" is not an origin. Write scheme, host and port, for example https://studio.example.`);
  }
  return url.origin;
};
