import type { IncomingMessage } from "node:http";
import type { ErrorCode, FormatId, InputFormat } from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";

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

/** The log of requests: one line for each, with what was noted on the way. */
export type RequestLog = {
  readonly note: (request: IncomingMessage, facts: Facts) => void;
  /** What was noted so far. */
  readonly factsOf: (request: IncomingMessage) => Facts;
  /** Writes the line of a request that was answered. */
  readonly answered: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Writes the line of a request whose caller has left, unless it was answered. */
  readonly closed: (request: FastifyRequest, reply: FastifyReply) => void;
};

export const createRequestLog = (): RequestLog => {
  const noted = new WeakMap<IncomingMessage, Facts>();
  const written = new WeakSet<IncomingMessage>();
  const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
    method: request.method,
    route: request.is404 ? null : (request.routeOptions.url ?? null),
    ms: tenths(reply.elapsedTime),
    ...noted.get(request.raw),
  });
  return {
    note: (request, facts) => {
      noted.set(request, { ...noted.get(request), ...facts });
    },
    factsOf: (request) => noted.get(request) ?? {},
    answered: async (request, reply) => {
      written.add(request.raw);
      const bytesOut = request.method === "HEAD" ? 0 : Number(reply.getHeader("content-length") ?? 0);
      request.log.info({ ...lineOf(request, reply), status: reply.statusCode, bytesOut }, "answered");
    },
    closed: (request, reply) => {
      if (!written.has(request.raw)) request.log.info({ ...lineOf(request, reply), status: null }, "abandoned");
    },
  };
};

/** Milliseconds to a tenth. */
export const tenths = (ms: number): number => Math.round(ms * 10) / 10;
