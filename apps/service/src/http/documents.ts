import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A document that changes only with the release or its settings. */
export type Document = { readonly contentType: string; readonly bytes: Buffer; readonly etag: string };

/** A document with its strong validator. */
export const documentOf = (contentType: string, text: string): Document => {
  const bytes = Buffer.from(text);
  return { contentType, bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
};

/** Sends a document, or 304 to a caller that has it already (decision 2.16; RFC 9110, section 13.1.2). */
export const sendDocument = (request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply => {
  reply.headers({ etag: document.etag, "cache-control": "public, max-age=300" });
  if (holds(request.headers["if-none-match"], document.etag)) return reply.code(304).send();
  return reply.header("content-type", document.contentType).send(document.bytes);
};

/** Whether `If-None-Match` names the validator, by weak comparison as the condition demands. */
const holds = (condition: string | undefined, etag: string): boolean =>
  (condition ?? "").split(",").some((one) => {
    const given = one.trim();
    return given === "*" || given.replace(/^W\//, "") === etag;
  });
