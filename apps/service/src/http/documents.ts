import { linkHeader } from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { holdsEtag, strongEtag } from "./etag.ts";
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
  return { bytes, etag: strongEtag(bytes), headers };
};

/** Sends a document, or 304 to a caller that has it already (decision 2.16). */
export const sendDocument = (request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply => {
  // on a 304 too: a browser puts its headers in the place of those that it keeps with the page
  reply.headers({ ...document.headers, etag: document.etag, "cache-control": "public, max-age=300", link: LINKS });
  return holdsEtag(request.headers["if-none-match"], document.etag)
    ? reply.code(304).send()
    : reply.send(document.bytes);
};

const LINKS = linkHeader();
