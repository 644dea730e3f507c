import type { ErrorCode, FormatId, InputFormat } from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RenderObserver } from "../render/observer.ts";

/**
 * Log fields of a request besides method, route, status and time: numbers, flags and names from our own tables. The
 * list is closed and has no free text, so no client input can get in.
 */
export type Facts = {
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
  /** Whether the request waited for another client's identical render. */
  readonly shared?: boolean;
  /** Points the client has left this minute, if there is a limit. */
  readonly pointsLeft?: number;
};

declare module "fastify" {
  interface FastifyRequest {
    /** Fields collected for its log line; null until there are any. */
    facts: Facts | null;
    /** Whether its log line was written. */
    isLogged: boolean;
  }
}

/** Adds fields to a request's log line. */
export const addFacts = (request: FastifyRequest, facts: Facts): void => {
  request.facts = { ...request.facts, ...facts };
};

/** Logs a request that got its response. */
export const logAnswered = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  request.isLogged = true;
  const bytesOut = request.method === "HEAD" ? 0 : Number(reply.getHeader("content-length") ?? 0);
  request.log.info({ ...lineOf(request, reply), status: reply.statusCode, bytesOut }, "answered");
};

/** Logs a request whose client left before the response, unless it was logged already. */
export const logClosed = (request: FastifyRequest, reply: FastifyReply): void => {
  if (!request.isLogged) request.log.info({ ...lineOf(request, reply), status: null }, "abandoned");
};

/** Copies what is observed of a render into log fields. */
export const factsObserver = (add: (facts: Facts) => void): Partial<RenderObserver> => ({
  onParsed: ({ format, columns }) => add({ format, columns }),
  onLimits: ({ points }) => {
    if (points !== null) add({ pointsLeft: points.left });
  },
  onResponse: ({ source, evidence, timings, bytesIn, shared, cache }) =>
    add({
      bytesIn,
      inputFormat: source.format,
      pixels: source.width * source.height,
      columns: evidence.grid.columns,
      rows: evidence.grid.rows,
      ...Object.fromEntries(Object.entries(timings).map(([step, ms]) => [`${step}Ms`, tenths(ms)])),
      shared,
      ...(cache === null ? {} : { cache }),
    }),
});

const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  route: request.is404 ? null : (request.routeOptions.url ?? null),
  ms: tenths(reply.elapsedTime),
  ...request.facts,
});

/** Rounds to a tenth of a millisecond. */
const tenths = (ms: number): number => Math.round(ms * 10) / 10;
