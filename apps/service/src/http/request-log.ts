import type { ErrorCode, FormatId, InputFormat } from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ENDPOINTS } from "../tables/endpoints.ts";

/**
 * Log fields of a request besides method, route, status and time: numbers, flags and names from our
 * own tables. The list is closed and has no free text, so that no client input can enter the log.
 */
export type LogFields = {
  readonly code?: ErrorCode | "internal";
  /** Bytes of the encoded image. */
  readonly bytesIn?: number;
  readonly inputFormat?: InputFormat | "pixels";
  readonly pixels?: number;
  readonly format?: FormatId;
  readonly columns?: number;
  readonly rows?: number;
  /** Whether the output came from the cache; absent without a cache. */
  readonly cache?: "hit" | "miss";
  readonly cacheMs?: number;
  readonly queueMs?: number;
  readonly fetchMs?: number;
  readonly decodeMs?: number;
  readonly renderMs?: number;
  readonly encodeMs?: number;
  /** Whether the request waited for another request's identical render. */
  readonly shared?: boolean;
  /** Points the client has left this minute, if there is a limit. */
  readonly pointsLeft?: number;
};

declare module "fastify" {
  interface FastifyRequest {
    /** Fields collected for its log line; null until there are any. */
    logFields: LogFields | null;
    /** Whether its log line was written. */
    isLogged: boolean;
  }
}

/** Adds fields to a request's log line. */
export const addLogFields = (request: FastifyRequest, logFields: LogFields): void => {
  request.logFields = { ...request.logFields, ...logFields };
};

/** Logs a request that got its response. */
export const logResponse = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  request.isLogged = true;
  const bytesOut = request.method === "HEAD" ? 0 : Number(reply.getHeader("content-length") ?? 0);
  const line = lineOf(request, reply);
  const level = PROBES.has(line.route) && reply.statusCode === 200 ? "debug" : "info";
  request.log[level]({ ...line, status: reply.statusCode, bytesOut }, "answered");
};

/**
 * Routes that balancers request several times a second. Logging each success would bury everything
 * else.
 */
const PROBES: ReadonlySet<string | null> = new Set(
  [ENDPOINTS.health, ENDPOINTS.healthV1, ENDPOINTS.ready].map(({ path }) => path),
);

/** Logs a request whose client left before the response, unless it was logged already. */
export const logClosed = (request: FastifyRequest, reply: FastifyReply): void => {
  if (!request.isLogged) request.log.info({ ...lineOf(request, reply), status: null }, "abandoned");
};

const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  route: request.is404 ? null : (request.routeOptions.url ?? null),
  ms: tenths(reply.elapsedTime),
  ...request.logFields,
});

/** Rounds to a tenth of a millisecond. */
export const tenths = (ms: number): number => Math.round(ms * 10) / 10;
