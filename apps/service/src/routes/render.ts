import { ENDPOINTS, refusalFor } from "@lumiglyph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import { addLogFields } from "../http/request-log.ts";
import { callerGone, closeIfUnread } from "../http/server.ts";
import { type TraceOf, traceHeaders } from "../http/trace-headers.ts";
import type { ClientOf } from "../limits/client.ts";
import { logObserver, observers } from "../render/observer.ts";
import type { Render, RenderResponse } from "../render/render.ts";
import { openBody } from "../source/body-stream.ts";
import { queryFields, readBody } from "../source/read-body.ts";
import type { Uploads } from "../source/uploads.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { evidenceHeaders, rateLimitFields } from "./evidence-headers.ts";

export type RenderRouteParts = {
  readonly render: Render;
  readonly uploads: Uploads;
  readonly maxImageBytes: number;
  /** Milliseconds without progress on the body or the response. */
  readonly stallMs: number;
  readonly clock: Clock;
  readonly draining: () => boolean;
  readonly traceOf: TraceOf;
  readonly clientOf: ClientOf;
  readonly observe: Telemetry["observe"];
};

/** The render endpoint: one image in, one piece of character art out. */
export const renderRoute = (app: FastifyInstance, parts: RenderRouteParts): void => {
  app.post(ENDPOINTS.render.path, async (request, reply) => {
    if (parts.draining()) throw refusalFor("draining");
    const response = await parts.render({
      client: parts.clientOf(request.raw),
      read: async () => [...queryFields(request.raw.url ?? ""), ...(await readUpload(request, reply, parts))],
      signal: callerGone(reply),
      observer: observers(
        logObserver((fields) => addLogFields(request, fields)),
        parts.observe(request),
        { onLimits: (status) => void reply.headers(rateLimitFields(status)) },
      ),
    });
    const { timings, cache } = response;
    reply.headers(traceHeaders(parts.traceOf(request.raw), timings, cache)).headers(renderHeaders(response));
    closeIfUnread(reply, parts.stallMs);
    return reply.send(response.body);
  });
};

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
