import { ENDPOINTS, parseRequest, Refusal } from "@lumiglyph/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { evidenceHeaders } from "../http/evidence-headers.ts";
import type { TraceOf } from "../http/request-trace.ts";
import { traceHeaders } from "../http/trace-headers.ts";
import type { RenderOperation, RenderOutcome } from "../render/operation.ts";
import { openBody } from "../source/body-stream.ts";
import { queryFields } from "../source/query.ts";
import { readBody } from "../source/read-body.ts";

export type RenderParts = {
  readonly operation: RenderOperation;
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
    const body = openBody(request.raw, reply.raw, parts.stallMs);
    const bodyFields = await readBody(request.headers, body, parts.maxImageBytes);
    const parsed = parseRequest([...queryFields(request.raw.url ?? ""), ...bodyFields]);
    const outcome = await parts.operation(parsed, abortedWith(reply));
    reply.headers(traceHeaders(parts.traceOf(request.raw), outcome.timings)).headers(renderHeaders(outcome));
    return reply.send(Buffer.from(outcome.body));
  });
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
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  ...evidenceHeaders(outcome.evidence),
});
