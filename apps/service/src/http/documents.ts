import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { linkHeader } from "#documents";
import { holdsEtag, strongEtag } from "./headers.ts";
/** A document that changes only with the release or its settings, with the headers that belong to its content. */
export type Document = {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly contentType: string;
  readonly headers: { readonly [name: string]: string };
};

/** A document with its strong validator; a page also with a policy that allows what stands in it and nothing else. */
export const documentOf = (contentType: string, text: string): Document => {
  const bytes = Buffer.from(text);
  const headers = contentType.startsWith("text/html") ? { "content-security-policy": pagePolicy(text) } : {};
  return { bytes, etag: strongEtag(bytes), contentType, headers };
};

/** Sends a document, or 304 to a caller that has it already (answers 2.16). */
export const sendDocument = (request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply => {
  // a page's policy on a 304 too: a browser may put the headers of that in the place of those that it has kept
  reply.headers({ ...document.headers, etag: document.etag, "cache-control": "public, max-age=300", link: LINKS });
  if (holdsEtag(request.headers["if-none-match"], document.etag)) return reply.code(304).send();
  return reply.header("content-type", document.contentType).send(document.bytes);
};

const LINKS = linkHeader();

/**
 * The Content-Security-Policy of a page that we emit: its own style sheets by their hashes, this origin for forms and
 * frames where it has any, and nothing else. No script, no style attribute, nothing of another origin.
 */
export const pagePolicy = (html: string): string => {
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = ""]) => `'${sha256(text)}'`);
  return [
    "default-src 'none'",
    `style-src ${styles.length === 0 ? "'none'" : styles.join(" ")}`,
    `form-action ${html.includes("<form ") ? "'self'" : "'none'"}`,
    `frame-src ${html.includes("<iframe ") ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
};

const sha256 = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;
