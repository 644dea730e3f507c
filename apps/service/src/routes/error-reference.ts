import { ENDPOINTS, errorPage } from "@lumiglyph/contract";
import type { FastifyInstance } from "fastify";
import { documentOf, sendDocument } from "../http/documents.ts";

/** The page that every problem's `type` points into. */
export const errorReferenceRoute = (app: FastifyInstance): void => {
  const document = documentOf("text/html; charset=utf-8", errorPage());
  app.get(ENDPOINTS.errorReference.path, (request, reply) => {
    reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    return sendDocument(request, reply, document);
  });
};
