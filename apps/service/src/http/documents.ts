import { createHash } from "node:crypto";
import { linkHeader } from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { pagePolicy } from "./page-policy.ts";

/** A document that changes only with the release or its settings, with the headers that belong to its content. */
export type Document = {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: { readonly [name: string]: string };
};

/** A document with its strong validator; a page also with a policy that allows what stands in it and nothing else. */
export const documentOf = (contentType: string, text: string): Document => {
  const bytes = Buffer.from(text);
  const headers = {
    "content-type": contentType,
    ...(contentType.startsWith("text/html") ? { "content-security-policy": pagePolicy(text) } : {}),
  };
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"`, headers };
};

/** Sends a document, or 304 to a caller that has it already (decision 2.16; RFC 9110, section 13.1.2). */
export const sendDocument = (request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply => {
  reply.headers({ etag: document.etag, "cache-control": "public, max-age=300", link: LINKS });
  if (holds(request.headers["if-none-match"], document.etag)) return reply.code(304).send();
  return reply.headers(document.headers).send(document.bytes);
};

const LINKS = linkHeader();

/** Whether `If-None-Match` names the validator, by weak comparison as the condition demands. */
const holds = (condition: string | undefined, etag: string): boolean =>
  (condition ?? "").split(",").some((one) => {
    const given = one.trim();
    return given === "*" || given.replace(/^W\//, "") === etag;
  });
