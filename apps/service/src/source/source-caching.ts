import type { IncomingHttpHeaders } from "node:http";

/** How long others may cache results made from an image, by its host's headers (RFC 9111). */
export type SourceCaching = {
  /** False for `no-store`. */
  readonly mayStore: boolean;
  /** False for `private`. */
  readonly mayShare: boolean;
  /** Seconds that it stays fresh, in any cache and in shared ones; infinite if the host does not say. */
  readonly fresh: number;
  readonly sharedFresh: number;
  /** Seconds after that in which it may be served while it is revalidated, or if that fails (RFC 5861); infinite as above. */
  readonly whileRevalidating: number;
  readonly ifError: number;
  /** True for `no-cache`, `must-revalidate` and `proxy-revalidate`: never served stale. */
  readonly mustRevalidate: boolean;
};

/** The host sends no caching headers: the operator's settings alone decide. */
export const UNSAID: SourceCaching = {
  mayStore: true,
  mayShare: true,
  fresh: Number.POSITIVE_INFINITY,
  sharedFresh: Number.POSITIVE_INFINITY,
  whileRevalidating: Number.POSITIVE_INFINITY,
  ifError: Number.POSITIVE_INFINITY,
  mustRevalidate: false,
};

/**
 * Parses the caching headers of a response. Only `*` matters in `Vary`: the service sends every
 * host the same headers, whoever its client is.
 */
export const cachingOf = (headers: IncomingHttpHeaders, nowMs: number): SourceCaching => {
  const { "cache-control": control, expires, age, date, vary } = headers;
  const variesAlways = /(?:^|,)\s*\*/.test(String(vary ?? ""));
  if (control === undefined && expires === undefined && !variesAlways) return UNSAID;
  const said = directivesIn(String(control ?? ""));
  const lifetime = said.get("max-age") ?? lifetimeUntil(expires, date, nowMs);
  const left = (seconds: number) => Math.max(0, seconds - (secondsIn(String(age ?? 0)) || 0));
  const sharedLifetime = said.get("s-maxage") ?? lifetime;
  // a host that states a lifetime also says whether its image may be stale
  const staleUnsaid = Math.min(lifetime, sharedLifetime) === Number.POSITIVE_INFINITY ? lifetime : 0;
  const isNever = said.has("no-cache") || variesAlways;
  return {
    mayStore: !said.has("no-store"),
    mayShare: !said.has("private"),
    fresh: isNever ? 0 : left(lifetime),
    sharedFresh: isNever ? 0 : left(sharedLifetime),
    whileRevalidating: said.get("stale-while-revalidate") ?? staleUnsaid,
    ifError: said.get("stale-if-error") ?? staleUnsaid,
    mustRevalidate: isNever || said.has("must-revalidate") || said.has("proxy-revalidate"),
  };
};

/** Directives by name, with their seconds: 0 if they have none or they are not valid, the least if repeated. */
const directivesIn = (text: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (const [, name = "", quoted, plain] of text.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,"]*)))?/g)) {
    const key = name.toLowerCase();
    found.set(key, Math.min(secondsIn(quoted ?? plain ?? "") || 0, found.get(key) ?? Number.POSITIVE_INFINITY));
  }
  return found;
};

/** Seconds of a directive, at most a year: larger numbers need not be exact (RFC 9111, section 1.2.2). NaN if invalid. */
const secondsIn = (text: string): number => (/^\d+$/.test(text) ? Math.min(Number(text), 31_536_000) : Number.NaN);

/** Seconds from `Date` to `Expires`; an invalid time, such as 0, is in the past. */
const lifetimeUntil = (expires: string | undefined, date: string | undefined, nowMs: number): number => {
  if (expires === undefined) return Number.POSITIVE_INFINITY;
  const sent = Date.parse(String(date));
  return Math.max(0, Math.floor((Date.parse(expires) - (Number.isNaN(sent) ? nowMs : sent)) / 1000)) || 0;
};

/** The stricter of two policies: of a redirect and of the image behind it. */
export const strictest = (one: SourceCaching, other: SourceCaching): SourceCaching => ({
  mayStore: one.mayStore && other.mayStore,
  mayShare: one.mayShare && other.mayShare,
  fresh: Math.min(one.fresh, other.fresh),
  sharedFresh: Math.min(one.sharedFresh, other.sharedFresh),
  whileRevalidating: Math.min(one.whileRevalidating, other.whileRevalidating),
  ifError: Math.min(one.ifError, other.ifError),
  mustRevalidate: one.mustRevalidate || other.mustRevalidate,
});

/**
 * `Cache-Control` of a response made from an image: the operator's limits, in seconds, bounded by
 * the image's host.
 */
export const cacheControl = (ours: { readonly age: number; readonly stale: number }, source: SourceCaching): string => {
  if (!source.mayStore) return "no-store";
  const scope = source.mayShare ? "public" : "private";
  const [age, shared] = [Math.min(ours.age, source.fresh), Math.min(ours.age, source.sharedFresh)];
  if (source.mustRevalidate && Math.max(age, shared) === 0) return `${scope}, no-cache`;
  // the host's lifetime counts from now, like ours: the part beyond ours may be stale
  const rest = Math.min(source.fresh, source.sharedFresh) - Math.max(age, shared);
  const staleFor = (more: number): number =>
    source.mustRevalidate ? 0 : Math.max(0, Math.min(ours.stale, rest + more));
  const [revalidating, onError] = [staleFor(source.whileRevalidating), staleFor(source.ifError)];
  return [
    scope,
    `max-age=${age}`,
    ...(source.mayShare && shared !== age ? [`s-maxage=${shared}`] : []),
    ...(source.mustRevalidate ? ["must-revalidate"] : []),
    ...(revalidating > 0 ? [`stale-while-revalidate=${revalidating}`] : []),
    ...(onError > 0 ? [`stale-if-error=${onError}`] : []),
  ].join(", ");
};
