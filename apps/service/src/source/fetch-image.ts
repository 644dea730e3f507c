import { Refusal, SERVICE, type Settings, VERSION } from "@lumiglyph/contract";
import { type Dispatcher, request } from "undici";
import { readCapped } from "../security/capped-body.ts";
import { checkedUrl, refused } from "../security/checked-url.ts";
import { createGuardedAgent } from "../security/guarded-agent.ts";
import { createSlots } from "../security/slots.ts";
import { type TrustedHosts, trustedBySettings } from "../security/trusted-hosts.ts";
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

/** Fetches the bytes of an image URL. Rejects with a `Refusal`, or with the signal's reason if it aborts. */
export type FetchImage = (url: string, signal: AbortSignal) => Promise<Uint8Array>;

/** Maximum redirects, each checked like the first URL. */
const MAX_REDIRECTS = 3;

/** Creates the only way to read an image from another host. Sends nothing of the client's request. */
export const createImageFetcher = (options: ImageFetcherOptions): FetchImage => {
  const takeSlot = createSlots(options.slots);
  return async (text, signal) => {
    const url = checkedUrl(text, options.trusted);
    const slotTimeout = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs / 2)]);
    const either = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs)]);
    const giveBack = await takeSlot(slotTimeout).catch((error) => {
      throw signal.aborted ? signal.reason : refused("overloaded", error);
    });
    try {
      return await follow(url, either, options);
    } catch (error) {
      throw signal.aborted ? signal.reason : asRefusal(error, either.aborted);
    } finally {
      giveBack();
    }
  };
};

const follow = async (first: URL, signal: AbortSignal, options: ImageFetcherOptions): Promise<Uint8Array> => {
  let url = first;
  for (let hop = 0; ; hop++) {
    const headers = {
      accept: "image/*",
      "accept-encoding": "identity",
      "user-agent": options.userAgent,
      "cdn-loop": SERVICE,
    };
    const response = await request(url, { dispatcher: options.agent, method: "GET", headers, signal });
    try {
      if (!REDIRECTS.has(response.statusCode)) return await readImage(response, options.maxBytes);
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
