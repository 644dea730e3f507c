import { hash } from "node:crypto";
import { partsOf, Refusal, refusalFor, SERVICE, statusOf, VERSION } from "@lumiglyph/contract";
import { setLatest } from "@lumiglyph/engine";
import { type Dispatcher, request } from "undici";
import { createCoalescer } from "../concurrency/coalescing.ts";
import { createSlots } from "../concurrency/slots.ts";
import { readCapped } from "../security/capped-body.ts";
import { checkedUrl, refused } from "../security/checked-url.ts";
import { createGuardedAgent } from "../security/guarded-agent.ts";
import { createHostBreaker, type HostBreaker, type Outcome } from "../security/host-breaker.ts";
import { HTTPS_PORT, type TrustedHosts, trustedBySettings } from "../security/trusted-hosts.ts";
import type { Settings } from "../tables/settings.ts";
import { cachingOf, type SourceCaching, strictest, UNSAID } from "./source-caching.ts";
import { imageTooLarge } from "./too-large.ts";

export type ImageFetcherOptions = {
  /** The guarded agent, which checks every connection. */
  readonly agent: Dispatcher;
  /** The breaker of failing hosts; the agent uses it too. Defaults to a new one. */
  readonly breaker?: HostBreaker;
  readonly trusted: TrustedHosts;
  readonly maxBytes: number;
  /** Milliseconds in total: waiting for a slot, redirects, the last byte. */
  readonly timeoutMs: number;
  /** Fetches that run at once. Others wait at most half of their time, so the host always gets the other half. */
  readonly slots: number;
  readonly userAgent: string;
};

/** The bytes of an image, and how long others may cache results made from it. */
export type FetchedImage = { readonly bytes: Uint8Array; readonly caching: SourceCaching };

/**
 * Fetches the bytes of an image URL. Rejects with a `Refusal`, or with the signal's reason if it
 * aborts. Concurrent fetches of the same URL are shared. If the caller `holds` the output of the
 * last known image, the request is conditional; for an unchanged image this rejects with
 * `SameImage`.
 */
export type FetchImage = (
  url: string,
  signal: AbortSignal,
  holds?: (digest: string) => boolean,
) => Promise<FetchedImage>;

/** Thrown instead of an image that is unchanged at its host. */
export class SameImage extends Error {
  readonly digest: string;
  readonly caching: SourceCaching;
  constructor(digest: string, caching: SourceCaching) {
    super("The image has not changed.");
    this.digest = digest;
    this.caching = caching;
  }
}

/** The host reported that there is no such image. */
export class MissingImage extends Refusal {
  readonly caching: SourceCaching;
  constructor(status: number, caching: SourceCaching) {
    super(...partsOf(refusalFor("image_url_missing")));
    this.cause = new Error(`status ${status}`);
    this.caching = caching;
  }
}

/** The SHA-256 of an image's bytes. Many callers may hold the same bytes, which are hashed once. */
export const digestOf = (bytes: Uint8Array): string => {
  const known = digests.get(bytes) ?? hash("sha256", bytes, "base64url");
  digests.set(bytes, known);
  return known;
};
const digests = new WeakMap<Uint8Array, string>();

/** Maximum redirects, each checked like the first URL. */
const MAX_REDIRECTS = 3;

/** Creates the only way to read an image from another host. Sends nothing of the client's request. */
export const createImageFetcher = (options: ImageFetcherOptions): FetchImage => {
  const takeSlot = createSlots(options.slots);
  const fetches = createCoalescer<Seen | null, FetchedImage>();
  const { breaker = createHostBreaker() } = options;
  const versions = createVersions();

  const fetchNow = async (url: URL, seen: Seen | null, signal: AbortSignal): Promise<FetchedImage> => {
    const slotTimeout = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs / 2)]);
    const either = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs)]);
    const giveBack = await takeSlot(slotTimeout).catch((error) => {
      throw signal.aborted ? signal.reason : refused("overloaded", error);
    });
    try {
      const found = await follow(url, seen, either, { ...options, breaker });
      versions.remember(url.href, found);
      return { bytes: found.bytes, caching: found.caching };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof SameImage)) throw asRefusal(error, either.aborted);
      versions.touch(url.href);
      throw error;
    } finally {
      giveBack();
    }
  };

  return async (text, signal, holds) => {
    const url = checkedUrl(text, options.trusted);
    signal.throwIfAborted();
    const known = versions.of(url.href);
    const seen = known !== null && holds?.(known.digest) ? known : null;
    const key = `${url.href} ${seen?.digest ?? ""}`;
    const fetched = () =>
      (fetches.get(key) ?? fetches.start(key, seen, (_, stop) => fetchNow(url, seen, stop))).wait(signal);
    if (fetches.get(key) === undefined) return fetched();
    // a shared fetch that began earlier may time out earlier: this caller still has time to fetch again
    return fetched().catch((error) => {
      if (signal.aborted || !(error instanceof Refusal) || statusOf(error.code) < 500) throw error;
      return fetched();
    });
  };
};

/**
 * The last fetched version of an image: its digest, its URL after all redirects, the headers of a
 * conditional request there, and the host's caching headers.
 */
type Seen = Pick<Found, "at" | "caching"> & { readonly digest: string; readonly condition: Condition };
type Condition = { readonly [header: string]: string };

/** Versions of images by URL, the latest few thousand. */
const createVersions = () => {
  const versions = new Map<string, Seen>();
  return {
    of: (url: string): Seen | null => versions.get(url) ?? null,
    touch: (url: string): void => {
      const seen = versions.get(url);
      if (seen !== undefined) setLatest(versions, url, seen, MAX_VERSIONS);
    },
    remember: (url: string, { bytes, at, caching, condition }: Found): void => {
      versions.delete(url);
      if (condition === null || !caching.mayStore) return;
      const version = { digest: digestOf(bytes), at, caching, condition };
      setLatest(versions, url, version, MAX_VERSIONS);
    },
  };
};

type Found = FetchedImage & { readonly at: string; readonly condition: Condition | null };

/** With URLs and validators of at most 2,048 and 256 characters, under 10 MB. */
const MAX_VERSIONS = 4000;
const MAX_VALIDATOR = 256;

/**
 * The header of a conditional request, from the validators in an image's response; null if there
 * are none. A date counts only if it was a minute old: within its second the image may have changed
 * again (RFC 9110, section 8.8.2.2).
 */
const conditionOf = ({ headers }: Dispatcher.ResponseData): Condition | null => {
  const { etag, "last-modified": modified, date } = headers;
  if (isValidator(etag)) return { "if-none-match": etag };
  if (!isValidator(modified) || !(Date.parse(String(date)) - Date.parse(modified) >= 60_000)) return null;
  return { "if-modified-since": modified };
};

const isValidator = (value: unknown): value is string =>
  typeof value === "string" && value.length <= MAX_VALIDATOR && /^[\x21-\x7e][\x20-\x7e]*$/.test(value);

type Asking = ImageFetcherOptions & { readonly breaker: HostBreaker };

const follow = async (first: URL, seen: Seen | null, signal: AbortSignal, options: Asking): Promise<Found> => {
  let [url, caching] = [first, UNSAID];
  for (let hop = 0; ; hop++) {
    const isKnown = seen?.at === url.href;
    const response = await ask(url, isKnown ? seen.condition : {}, signal, options);
    try {
      const { statusCode, headers } = response;
      const said = cachingOf(headers, Date.now());
      const isSame = isKnown && statusCode === 304;
      caching = strictest(caching, isSame && said === UNSAID ? seen.caching : said);
      if (isSame) throw new SameImage(seen.digest, caching);
      if (MISSING.has(statusCode)) throw new MissingImage(statusCode, caching);
      if (!REDIRECTS.has(statusCode)) {
        const bytes = await readImage(response, options.maxBytes);
        return { bytes, caching, at: url.href, condition: conditionOf(response) };
      }
      if (hop === MAX_REDIRECTS) throw new Error("too many redirects");
      url = checkedUrl(locationOf(response), options.trusted, url);
    } finally {
      discard(response.body);
    }
  }
};

/** One request; once more if the connection breaks before the response: a GET may be repeated (RFC 9110, 9.2.2). */
const ask = (
  url: URL,
  condition: Condition,
  signal: AbortSignal,
  options: Asking,
): Promise<Dispatcher.ResponseData> => {
  const { agent: dispatcher, breaker, userAgent } = options;
  const headers = {
    accept: "image/*",
    "accept-encoding": "identity",
    "user-agent": userAgent,
    "cdn-loop": SERVICE,
    ...condition,
  };
  const once = async () => {
    const attempt = breaker.begin(`${url.hostname}:${url.port || HTTPS_PORT}`);
    let outcome: Outcome = "unknown";
    try {
      const response = await request(url, { dispatcher, method: "GET", headers, signal });
      outcome = "answered";
      return response;
    } catch (error) {
      if (isHostFailure(error, signal)) outcome = "failed";
      throw error;
    } finally {
      attempt.end(outcome);
    }
  };
  return once().catch((error) => {
    if (signal.aborted || !BROKEN.has(codeOf(error))) throw error;
    return once();
  });
};

/** A connection that was closed or reset. */
const BROKEN: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** A slow response may be one image's fault, and an untrusted URL is its client's. */
const isHostFailure = (error: unknown, signal: AbortSignal): boolean => {
  const code = codeOf(error);
  return (
    !signal.aborted &&
    code !== "UND_ERR_HEADERS_TIMEOUT" &&
    code !== "image_url_untrusted" &&
    code !== "image_host_down"
  );
};

const MISSING: ReadonlySet<number> = new Set([404, 410]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const locationOf = ({ headers }: Dispatcher.ResponseData): string => {
  if (typeof headers["location"] !== "string") throw new Error("redirect without one location");
  return headers["location"];
};

const readImage = async (response: Dispatcher.ResponseData, maxBytes: number): Promise<Uint8Array> => {
  const { statusCode, headers, body } = response;
  if (statusCode !== 200) throw new Error(`status ${statusCode}`);
  const encoding = headers["content-encoding"] ?? "identity";
  if (String(encoding).toLowerCase() !== "identity") throw new Error(`content encoding ${encoding}`);
  if (Number(headers["content-length"]) > maxBytes) throw imageTooLarge(maxBytes);
  const bytes = await readCapped(body, maxBytes, imageTooLarge);
  if (bytes.length === 0) throw new Error("empty body");
  return bytes;
};

/** Discards the rest of a response with its socket: reading it is not worth a saved handshake. */
const discard = (body: Dispatcher.ResponseData["body"]): void => {
  body.on("error", () => {}).destroy();
};

const SLOW: ReadonlySet<unknown> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
]);

const asRefusal = (error: unknown, timedOut: boolean): Refusal => {
  if (error instanceof Refusal) return error;
  return refused(timedOut || SLOW.has(codeOf(error)) ? "image_host_slow" : "image_host_failed", error);
};

/** Milliseconds to connect to an image's host, as part of the total fetch time. */
const CONNECT_MS = 3000;

/** Fetches images from the network within the operator's settings. */
export const networkFetcher = (settings: Settings): FetchImage => {
  const trusted = trustedBySettings(settings);
  const timeoutMs = settings.SERVICE_FETCH_TIMEOUT_MS;
  const breaker = createHostBreaker();
  const agent = createGuardedAgent({
    ...{ trusted, breaker },
    allowPrivate: settings.SERVICE_IMAGE_FETCH_PRIVATE,
    connectTimeoutMs: Math.min(CONNECT_MS, timeoutMs),
    stallTimeoutMs: timeoutMs,
  });
  const maxBytes = settings.SERVICE_MAX_IMAGE_BYTES;
  const slots = settings.SERVICE_FETCH_SLOTS;
  return createImageFetcher({
    agent,
    breaker,
    trusted,
    maxBytes,
    timeoutMs,
    slots,
    userAgent: `${SERVICE}/${VERSION}`,
  });
};
