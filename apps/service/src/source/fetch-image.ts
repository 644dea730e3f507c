import { hash } from "node:crypto";
import { Refusal, SERVICE, type Settings, statusOf, VERSION } from "@lumiglyph/contract";
import { type Dispatcher, request } from "undici";
import { readCapped } from "../security/capped-body.ts";
import { checkedUrl, refused } from "../security/checked-url.ts";
import { createGuardedAgent } from "../security/guarded-agent.ts";
import { createSlots } from "../security/slots.ts";
import { type TrustedHosts, trustedBySettings } from "../security/trusted-hosts.ts";
import { createCoalescer } from "./coalescing.ts";
import { imageTooLarge } from "./load.ts";

export type ImageFetcherOptions = {
  /** The guarded agent, which checks every connection. */
  readonly agent: Dispatcher;
  readonly trusted: TrustedHosts;
  readonly maxBytes: number;
  /** Milliseconds in total: waiting for a slot, redirects, the last byte. */
  readonly timeoutMs: number;
  /** Fetches that run at once. Others wait at most half of their time, so the host always gets the other half. */
  readonly slots: number;
  readonly userAgent: string;
};

/**
 * Fetches the bytes of an image URL. Rejects with a `Refusal`, or with the signal's reason if it aborts. Concurrent
 * fetches of the same URL are shared. If the caller `holds` the output of the last known image, the host is only asked
 * whether the image has changed; if not, this rejects with `SameImage`.
 */
export type FetchImage = (url: string, signal: AbortSignal, holds?: (digest: string) => boolean) => Promise<Uint8Array>;

/** Thrown in place of an image that its host says has not changed. */
export class SameImage extends Error {
  readonly digest: string;
  constructor(digest: string) {
    super("The image has not changed.");
    this.digest = digest;
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
  const fetches = createCoalescer<Seen | null, Uint8Array>();
  const versions = createVersions();

  const fetchNow = async (url: URL, seen: Seen | null, signal: AbortSignal): Promise<Uint8Array> => {
    const slotTimeout = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs / 2)]);
    const either = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs)]);
    const giveBack = await takeSlot(slotTimeout).catch((error) => {
      throw signal.aborted ? signal.reason : refused("overloaded", error);
    });
    try {
      const { bytes, ...version } = await follow(url, seen, either, options);
      versions.remember(url.href, version, bytes);
      return bytes;
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
 * The last fetched version of an image: its digest, its URL after all redirects, and the headers that ask there whether
 * there is a newer one.
 */
type Seen = { readonly digest: string; readonly at: string; readonly condition: Condition };
type Condition = { readonly [header: string]: string };

/** Versions of images by URL, the latest few thousand. */
const createVersions = () => {
  // in order of last fetch
  const versions = new Map<string, Seen>();
  return {
    of: (url: string): Seen | null => versions.get(url) ?? null,
    touch: (url: string): void => {
      const seen = versions.get(url);
      versions.delete(url);
      if (seen !== undefined) versions.set(url, seen);
    },
    remember: (url: string, { at, condition }: Found, bytes: Uint8Array): void => {
      versions.delete(url);
      if (condition === null) return;
      versions.set(url, { digest: digestOf(bytes), at, condition });
      const [oldest] = versions.keys();
      if (versions.size > MAX_VERSIONS && oldest !== undefined) versions.delete(oldest);
    },
  };
};

type Found = { readonly at: string; readonly condition: Condition | null };

/** With URLs and validators of at most 2,048 and 256 characters, under 10 MB. */
const MAX_VERSIONS = 4000;
const MAX_VALIDATOR = 256;

/**
 * The header that asks whether an image has changed, from the validators in its response; null if there are none. A
 * date counts only if it was a minute old: within its second the image may have changed again (RFC 9110, section
 * 8.8.2.2).
 */
const conditionOf = ({ headers }: Dispatcher.ResponseData): Condition | null => {
  const { etag, "last-modified": modified, date } = headers;
  if (isValidator(etag)) return { "if-none-match": etag };
  if (!isValidator(modified) || !(Date.parse(String(date)) - Date.parse(modified) >= 60_000)) return null;
  return { "if-modified-since": modified };
};

const isValidator = (value: unknown): value is string =>
  typeof value === "string" && value.length <= MAX_VALIDATOR && /^[\x21-\x7e][\x20-\x7e]*$/.test(value);

const follow = async (first: URL, seen: Seen | null, signal: AbortSignal, options: ImageFetcherOptions) => {
  let url = first;
  for (let hop = 0; ; hop++) {
    const headers = {
      accept: "image/*",
      "accept-encoding": "identity",
      "user-agent": options.userAgent,
      "cdn-loop": SERVICE,
      ...(seen?.at === url.href ? seen.condition : {}),
    };
    const response = await request(url, { dispatcher: options.agent, method: "GET", headers, signal });
    try {
      if (seen?.at === url.href && response.statusCode === 304) throw new SameImage(seen.digest);
      if (!REDIRECTS.has(response.statusCode))
        return { bytes: await readImage(response, options.maxBytes), at: url.href, condition: conditionOf(response) };
      if (hop === MAX_REDIRECTS) throw new Error("too many redirects");
      url = checkedUrl(locationOf(response), options.trusted, url);
    } finally {
      discard(response.body);
    }
  }
};

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
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return refused(timedOut || SLOW.has(code) ? "image_host_slow" : "image_host_failed", error);
};

/** Milliseconds to connect to an image's host, as part of the total fetch time. */
const CONNECT_MS = 3000;

/** Fetches images from the network within the operator's settings. */
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
