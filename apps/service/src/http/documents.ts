import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { linkHeader } from "../documents/documents.ts";
import { holdsEtag, strongEtag } from "./headers.ts";
/** A document that changes only with the release or the settings, with its content headers. */
export type Document = {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly contentType: string;
  readonly headers: { readonly [name: string]: string };
};

/** Builds a document with a strong ETag. HTML pages also get a policy that allows exactly their own content. */
export const documentOf = (contentType: string, text: string): Document => {
  const bytes = Buffer.from(text);
  const headers = contentType.startsWith("text/html") ? { "content-security-policy": pagePolicy(text) } : {};
  return { bytes, etag: strongEtag(bytes), contentType, headers };
};

/** Sends a document, or 304 if the client already has it (answers 2.16). */
export const sendDocument = (request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply => {
  // send the policy with a 304 too: browsers may replace the cached headers with these
  reply.headers({ ...document.headers, etag: document.etag, "cache-control": "public, max-age=300", link: LINKS });
  if (holdsEtag(request.headers["if-none-match"], document.etag)) return reply.code(304).send();
  return reply.header("content-type", document.contentType).send(document.bytes);
};

const LINKS = linkHeader();

/**
 * Content-Security-Policy of a page we generate: its own style sheets by hash, this origin for forms and frames if it
 * has any, nothing else. No scripts, no style attributes, no other origins.
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
