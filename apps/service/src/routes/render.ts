import { ENDPOINTS, parseRequest, Refusal } from "@lumiglyph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { evidenceHeaders } from "../http/evidence-headers.ts";
import type { TraceOf } from "../http/request-trace.ts";
import { traceHeaders } from "../http/trace-headers.ts";
import type { RenderOperation, RenderOutcome } from "../render/operation.ts";
import type { RenderQueue } from "../render/render-queue.ts";
import { openBody } from "../source/body-stream.ts";
import { queryFields } from "../source/query.ts";
import { readBody } from "../source/read-body.ts";

export type RenderParts = {
  readonly operation: RenderOperation;
  readonly queue: RenderQueue;
  readonly maxImageBytes: number;
  /** Milliseconds without a byte of the body. */
  readonly stallMs: number;
  readonly draining: () => boolean;
  readonly traceOf: TraceOf;
};

/** One image in, one piece of character art out. */
export const renderRoute = (app: FastifyInstance, parts: RenderParts): void => {
  app.post(ENDPOINTS.render.path, async (request, reply) => {
    if (parts.draining()) throw new Refusal("draining");
    const outcome = await renderOf(request, reply, parts);
    reply.headers(traceHeaders(parts.traceOf(request.raw), outcome.timings)).headers(renderHeaders(outcome));
    return reply.send(Buffer.from(outcome.body));
  });
};

/** Renders what a request asks for, under a place that is taken before a byte of its body is read or asked for. */
const renderOf = async ({ raw, headers }: FastifyRequest, reply: FastifyReply, parts: RenderParts) => {
  const place = parts.queue.enter();
  try {
    const bodyFields = await readBody(headers, openBody(raw, reply.raw, parts.stallMs), parts.maxImageBytes);
    const parsed = parseRequest([...queryFields(raw.url ?? ""), ...bodyFields]);
    return await parts.operation(parsed, place, abortedWith(reply));
  } finally {
    place.leave();
  }
};

/** A signal that fires when the caller leaves before it has its answer. */
const abortedWith = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort(new Error("the caller is gone"));
  });
  return controller.signal;
};

/** Headers of a render (decision 2.11). The sandbox keeps an HTML or SVG output from acting as a page of this origin. */
const renderHeaders = (outcome: RenderOutcome): { readonly [name: string]: string } => ({
  "content-type": outcome.contentType,
  "content-disposition": `inline; filename="${outcome.fileName}"`,
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  ...evidenceHeaders(outcome.evidence),
});
