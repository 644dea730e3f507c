import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type FormatId, Refusal, refusalFor, SERVICE, VERSION } from "@lumiglyph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { ReadAddress } from "../delivery/addresses.ts";
import { compressed } from "../http/compressed.ts";
import { type Coding, holdsEtag, preferredCoding } from "../http/headers.ts";
import { CacheableRefusal } from "../http/problem.ts";
import { addLogFields } from "../http/request-log.ts";
import { callerGone, closeIfUnread, whenSent } from "../http/server.ts";
import { type TraceOf, traceHeaders } from "../http/trace-headers.ts";
import type { ClientOf } from "../limits/client.ts";
import { logObserver, observers } from "../render/observer.ts";
import { type Render, Unchanged } from "../render/render.ts";
import type { RenderResponse } from "../render/response.ts";
import { openBody } from "../source/body-stream.ts";
import { MissingImage } from "../source/fetch-image.ts";
import { queryFields, readBody } from "../source/read-body.ts";
import { cacheControl, type SourceCaching } from "../source/source-caching.ts";
import type { Uploads } from "../source/uploads.ts";
import { ENDPOINTS } from "../tables/endpoints.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { evidenceHeaders, rateLimitFields } from "./evidence-headers.ts";

export type RenderRouteParts = {
  /** Throws if the caller may not send images. */
  readonly guard: (request: IncomingMessage) => void;
  readonly render: Render;
  readonly uploads: Uploads;
  readonly maxImageBytes: number;
  /** Milliseconds without progress on the body. */
  readonly stallMs: number;
  /** Milliseconds without progress on the response. */
  readonly unreadMs: number;
  readonly clock: Clock;
  readonly draining: () => boolean;
  readonly traceOf: TraceOf;
  readonly clientOf: ClientOf;
  readonly observe: Telemetry["observe"];
};

/** The render endpoint: one image in, one piece of character art out. */
export const renderRoute = (app: FastifyInstance, parts: RenderRouteParts): void => {
  app.post(ENDPOINTS.render.path, async (request, reply) => {
    parts.guard(request.raw);
    if (parts.draining()) throw refusalFor("draining");
    const signal = callerGone(reply);
    const response = await parts.render({
      client: parts.clientOf(request.raw),
      read: async () => [...queryFields(request.raw.url ?? ""), ...(await readUpload(request, reply, parts))],
      signal,
      whenSent: whenSent(reply),
      observer: observerOf(request, reply, parts),
    });
    const { timings, cache } = response;
    reply.headers(traceHeaders(parts.traceOf(request.raw), timings, cache)).headers(renderHeaders(response));
    const packed = await compressed(response.body, codingFor(response.format, request), signal);
    if (packed !== null) reply.header("content-encoding", packed.coding);
    closeIfUnread(reply, parts.unreadMs);
    return reply.send(packed?.bytes ?? response.body);
  });
};

/**
 * Art at an address: the same render over GET, for pages and caches. An address has one canonical
 * spelling; others redirect to it. The ETag is known before the render, so a caller that already
 * has the output costs no worker.
 */
export const addressRoute = (app: FastifyInstance, parts: AddressRouteParts): void => {
  app.get(ENDPOINTS.renderAddress.path, async (request, reply) => {
    if (parts.draining()) throw refusalFor("draining");
    // before parsing, which would be most of the cost of a refusal
    parts.expectRoom();
    const now = parts.now();
    // strip scheme and host of the absolute form, which clients send to proxies
    const target = (request.raw.url ?? "").replace(/^https?:\/\/[^/?]*/i, "");
    if (String(request.headers["cdn-loop"] ?? "").includes(SERVICE))
      throw new Refusal("image_url_untrusted", ART_OF_ART);
    const { fields, format, canonical, expires } = parts.readAddress(target, now);
    const age = expires === null ? parts.maxAge : Math.min(parts.maxAge, Math.max(0, expires - Math.floor(now / 1000)));
    const stale = expires === null ? parts.stale : 0;
    const caching = (source: SourceCaching) => ({ "cache-control": cacheControl({ age, stale }, source) });
    // `no-store`, because endless other spellings would fill caches
    if (target !== canonical) return forAll(reply).header("cache-control", "no-store").redirect(canonical, 301);
    const coding = codingFor(format, request);
    const varying = isText(format) ? { vary: "accept-encoding" } : {};
    // ignore `*`: it would match before it is known whether the image can be rendered
    const condition = request.headers["if-none-match"] === "*" ? undefined : request.headers["if-none-match"];
    const heldAs = (key: string): Coding | null | undefined =>
      [coding, null].find((one) => holdsEtag(condition, etagOf(key, one)));
    const signal = callerGone(reply);
    try {
      const response = await parts.render({
        client: parts.clientOf(request.raw),
        read: async () => fields,
        signal,
        hasRoom: true,
        whenSent: whenSent(reply),
        observer: observerOf(request, reply, parts),
        holds: (key) => condition !== undefined && heldAs(key) !== undefined,
      });
      const packed = await compressed(response.body, coding, signal);
      const etag = etagOf(response.key, packed?.coding ?? null);
      forAll(reply).headers({ ...renderHeaders(response), ...caching(response.caching), ...varying, etag });
      if (packed !== null) reply.header("content-encoding", packed.coding);
      closeIfUnread(reply, parts.unreadMs);
      return reply.send(packed?.bytes ?? response.body);
    } catch (error) {
      // not if the client sent a trace: the body has its id, which other clients must not see
      if (error instanceof MissingImage && request.headers["traceparent"] === undefined) {
        forAll(reply);
        throw new CacheableRefusal(
          error,
          cacheControl({ age: Math.min(age, MISSING_SECONDS), stale: 0 }, error.caching),
        );
      }
      if (!(error instanceof Unchanged)) throw error;
      const etag = etagOf(error.key, heldAs(error.key) ?? null);
      return forAll(reply)
        .code(304)
        .headers({ ...caching(error.caching), ...varying, etag })
        .send();
    }
  });
};

export type AddressRouteParts = Omit<RenderRouteParts, "guard" | "uploads" | "maxImageBytes"> & {
  readonly readAddress: ReadAddress;
  /** Throws if the queue is full. */
  readonly expectRoom: () => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Seconds that responses are fresh, and that caches may serve them stale after that. */
  readonly maxAge: number;
  readonly stale: number;
};

/** Logs a render, records it, and tells its caller about limits. */
const observerOf = (request: FastifyRequest, reply: FastifyReply, { observe }: Pick<RenderRouteParts, "observe">) =>
  observers(
    logObserver((fields) => addLogFields(request, fields)),
    observe(request),
    { onLimits: (status) => void reply.headers(rateLimitFields(status)) },
  );

/** Removes headers that concern this caller alone: caches send a response to everyone. */
const forAll = (reply: FastifyReply): FastifyReply => {
  for (const name of ["traceparent", "tracestate", "server-timing", "ratelimit", "ratelimit-policy"]) {
    reply.removeHeader(name);
  }
  return reply;
};

/** Seconds that caches keep a 404: the image may be there soon. */
const MISSING_SECONDS = 10;

const ART_OF_ART = "`imageUrl` points to a rendered address. Give the address of the original picture.";

/** The strong ETag of an output in a coding. It includes the version, because output may change with that. */
const etagOf = (key: string, coding: Coding | null): string =>
  `"${hash("sha256", `${VERSION} ${key}`, "base64url")}${coding === null ? "" : `-${coding}`}"`;

const isText = (format: FormatId): boolean => format !== "png";

/** The coding that the caller prefers, for text. */
const codingFor = (format: FormatId, { headers }: FastifyRequest): Coding | null =>
  isText(format) ? preferredCoding(headers["accept-encoding"]) : null;

const readUpload = async ({ raw, headers }: FastifyRequest, reply: FastifyReply, parts: RenderRouteParts) => {
  const { uploads, maxImageBytes, stallMs, clock } = parts;
  const upload = uploads.begin();
  try {
    return await readBody(headers, openBody(raw, reply.raw, { upload, stallMs, clock }), maxImageBytes);
  } finally {
    upload.end();
  }
};

/**
 * Headers of a render (answers 2.11). The sandbox keeps HTML and SVG output from acting as a page of this origin. It
 * excludes an opener policy: by the HTML standard, a response with both is not shown.
 */
const renderHeaders = (response: RenderResponse): { readonly [name: string]: string } => ({
  "content-type": response.contentType,
  "content-disposition": `inline; filename="${response.fileName}"`,
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
  "cross-origin-opener-policy": "unsafe-none",
  ...evidenceHeaders(response.evidence),
});
