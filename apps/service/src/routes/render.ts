import { ENDPOINTS, parseRequest, refusalFor } from "@lumiglyph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import { callerGone } from "../http/caller-gone.ts";
import { evidenceHeaders } from "../http/evidence-headers.ts";
import { rateLimitFields } from "../http/rate-limit-fields.ts";
import { renderFacts } from "../http/render-facts.ts";
import type { RequestLog } from "../http/request-log.ts";
import type { TraceOf } from "../http/request-trace.ts";
import { traceHeaders } from "../http/trace-headers.ts";
import type { ClientOf } from "../limits/client.ts";
import type { FairShare, Standing } from "../limits/fair-share.ts";
import type { RenderOperation, RenderOutcome } from "../render/operation.ts";
import type { RenderQueue } from "../render/render-queue.ts";
import { openBody } from "../source/body-stream.ts";
import { queryFields } from "../source/query.ts";
import { readBody } from "../source/read-body.ts";
import type { Uploads } from "../source/uploads.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";

export type RenderParts = {
  readonly operation: RenderOperation;
  readonly queue: RenderQueue;
  readonly uploads: Uploads;
  readonly maxImageBytes: number;
  /** Milliseconds without a byte of the body, or of the answer. */
  readonly stallMs: number;
  readonly clock: Clock;
  readonly draining: () => boolean;
  readonly traceOf: TraceOf;
  readonly clientOf: ClientOf;
  readonly fairShare: FairShare;
  readonly note: RequestLog["note"];
  readonly journalOf: Telemetry["journalOf"];
};

/** One image in, one piece of character art out. */
export const renderRoute = (app: FastifyInstance, parts: RenderParts): void => {
  app.post(ENDPOINTS.render.path, async (request, reply) => {
    if (parts.draining()) throw refusalFor("draining");
    const outcome = await renderFairly(request, reply, parts);
    parts.note(request.raw, renderFacts(outcome));
    parts.journalOf(request.raw).drew(outcome);
    const { timings, cache } = outcome;
    reply.headers(traceHeaders(parts.traceOf(request.raw), timings, cache)).headers(renderHeaders(outcome));
    // a caller that does not read its answer must not hold it for ever
    reply.raw.setTimeout(parts.stallMs, () => reply.raw.destroy());
    return reply.send(outcome.body);
  });
};

/** Renders within the client's share. Whether there is room is asked before a byte of the body is read or asked for. */
const renderFairly = (request: FastifyRequest, reply: FastifyReply, parts: RenderParts) => {
  parts.queue.expectRoom();
  const tell = (standing: Standing) => {
    reply.headers(rateLimitFields(standing));
    if (standing.points !== null) parts.note(request.raw, { pointsLeft: standing.points.left });
  };
  return parts.fairShare(parts.clientOf(request.raw), () => renderOf(request, reply, parts), tell);
};

/** The place is taken when the body is there: a caller that is slow to send it keeps nobody from rendering. */
const renderOf = async (request: FastifyRequest, reply: FastifyReply, parts: RenderParts) => {
  const bodyFields = await readUpload(request, reply, parts);
  const parsed = parseRequest([...queryFields(request.raw.url ?? ""), ...bodyFields]);
  parts.note(request.raw, { format: parsed.params.format, columns: parsed.params.columns });
  const journal = parts.journalOf(request.raw);
  journal.asked(parsed.params.format);
  const place = parts.queue.enter(journal.took);
  // not awaited here: this frame would hold the image for as long
  return parts.operation(parsed, place, callerGone(reply)).finally(place.leave);
};

const readUpload = async ({ raw, headers }: FastifyRequest, reply: FastifyReply, parts: RenderParts) => {
  const { uploads, maxImageBytes, stallMs, clock } = parts;
  const upload = uploads.begin();
  try {
    return await readBody(headers, openBody(raw, reply.raw, { upload, stallMs, clock }), maxImageBytes);
  } finally {
    upload.end();
  }
};

/**
 * Headers of a render (decision 2.11). The sandbox keeps an HTML or SVG output from acting as a page of this origin. It
 * goes with no opener policy: by the HTML standard an answer with both is not shown.
 */
const renderHeaders = (outcome: RenderOutcome): { readonly [name: string]: string } => ({
  "content-type": outcome.contentType,
  "content-disposition": `inline; filename="${outcome.fileName}"`,
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
  "cross-origin-opener-policy": "unsafe-none",
  ...evidenceHeaders(outcome.evidence),
});
