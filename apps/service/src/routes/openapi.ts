import { ENDPOINTS, openapi } from "@lumiglyph/contract";
import type { FastifyInstance } from "fastify";
import { documentOf, sendDocument } from "../http/documents.ts";

/** The machine-readable interface description. */
export const openapiRoute = (app: FastifyInstance): void => {
  const document = documentOf("application/json", JSON.stringify(openapi()));
  app.get(ENDPOINTS.openapi.path, (request, reply) => sendDocument(request, reply, document));
};
