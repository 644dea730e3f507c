import { Refusal } from "@lumiglyph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { linkHeader } from "../documents/documents.ts";
import { holdsEtag, preferredCoding } from "../http/headers.ts";
import type { Studio } from "../studio/read-studio.ts";
import type { StudioFile } from "../studio/studio-file.ts";
import { ENDPOINTS } from "../tables/endpoints.ts";

/** Serves the studio with one route per file of its build, so that no client path is ever looked up on disk. */
export const studioRoutes = (app: FastifyInstance, studio: Studio | null): void => {
  if (studio === null) {
    app.get(ENDPOINTS.studio.path, () => {
      throw new Refusal("not_found", NOT_BUILT);
    });
    return;
  }
  for (const file of studio) app.get(file.path, (request, reply) => sendFile(request, reply, file));
};

const NOT_BUILT =
  "The studio is not built. Run `npm run build` and start the service again. GET /docs is the reference.";

/** Sends a file in the best coding the client accepts, or 304 if it already has it. */
const sendFile = async (request: FastifyRequest, reply: FastifyReply, file: StudioFile): Promise<FastifyReply> => {
  const { bytes, etag, coding } = await file.as(preferredCoding(request.headers["accept-encoding"]));
  // send the policy with a 304 too: browsers may replace the cached headers with these
  reply.headers({ ...file.headers, etag, ...(file.path === ENDPOINTS.studio.path ? { link: LINKS } : {}) });
  if (holdsEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  if (coding !== null) reply.header("content-encoding", coding);
  return reply.header("content-type", file.contentType).send(bytes);
};

const LINKS = linkHeader();
