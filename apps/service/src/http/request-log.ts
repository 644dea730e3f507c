import type { ErrorCode, FormatId, InputFormat } from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RenderObserver } from "../render/observer.ts";

/**
 * What a request's line may say besides method, route, status and time: numbers, flags and words of our own tables. The
 * list is closed and has no text, so nothing that a caller wrote can come into it.
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
  /** Whether the output was kept from an earlier render, where outputs are kept. */
  readonly cache?: "hit" | "miss";
  readonly cacheMs?: number;
  readonly queueMs?: number;
  readonly fetchMs?: number;
  readonly decodeMs?: number;
  readonly renderMs?: number;
  readonly encodeMs?: number;
  /** Whether another caller's render of the same picture was waited for. */
  readonly shared?: boolean;
  /** Of the client's minute, where there is a limit. */
  readonly pointsLeft?: number;
};

declare module "fastify" {
  interface FastifyRequest {
    /** What its line will say; null until something is known. */
    facts: Facts | null;
    /** Whether its line is written. */
    isLogged: boolean;
  }
}

/** Adds to what a request's line will say. */
export const addFacts = (request: FastifyRequest, facts: Facts): void => {
  request.facts = { ...request.facts, ...facts };
};

/** Writes the line of a request that was answered. */
export const logAnswered = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  request.isLogged = true;
  const bytesOut = request.method === "HEAD" ? 0 : Number(reply.getHeader("content-length") ?? 0);
  request.log.info({ ...lineOf(request, reply), status: reply.statusCode, bytesOut }, "answered");
};

/** Writes the line of a request whose caller has left, unless it was answered. */
export const logClosed = (request: FastifyRequest, reply: FastifyReply): void => {
  if (!request.isLogged) request.log.info({ ...lineOf(request, reply), status: null }, "abandoned");
};

/** Adds what is observed of a render to facts. */
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

/** Milliseconds to a tenth. */
const tenths = (ms: number): number => Math.round(ms * 10) / 10;
