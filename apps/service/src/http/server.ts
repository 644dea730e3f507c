import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type ErrorCode, Refusal, refusalFor } from "@lumiglyph/contract";
import type { FastifyReply } from "fastify";

/** Time limits for clients, in milliseconds. */
export type Timeouts = {
  /** For the request line and the headers. */
  readonly headers: number;
  /** Between two pieces of the body. */
  readonly stall: number;
  /**
   * Without reading any of its response. The kernel reports reads only in steps of a megabyte or
   * two: with ten seconds, a client that reads 200 kB a second would look like one that reads
   * nothing.
   */
  readonly unread: number;
  /** For the whole request. */
  readonly request: number;
  /** Between two requests on one connection. */
  readonly keepAlive: number;
};

export const TIMEOUTS: Timeouts = {
  headers: 10_000,
  stall: 10_000,
  unread: 30_000,
  request: 120_000,
  keepAlive: 5_000,
};

/** Maximum bytes of request line and headers. */
const MAX_HEADER_BYTES = 16_384;

/** Responds to bytes that never became a request. */
export type RespondOnSocket = (socket: Duplex, refusal: Refusal) => void;

/** Node's HTTP server, with every response Node would send by itself routed to `listener` or `respondOnSocket`. */
export const createHttpServer = (
  listener: RequestListener,
  respondOnSocket: RespondOnSocket,
  timeouts: Timeouts,
): Server => {
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    connectionsCheckingInterval: Math.min(1000, timeouts.headers),
    requireHostHeader: false,
  };
  const { tracked, openOn } = trackResponses(listener);
  const server = createServer(options, tracked);
  // `100 Continue` is sent only when the body is wanted, so a refusal by headers costs the client no upload
  server.on("checkContinue", tracked);
  server.on("checkExpectation", tracked);
  server.on("connect", (request, socket) => {
    // Node has removed its own listeners: without this one, an early disconnect would end the
    // process
    socket.on("error", () => {});
    // without those listeners, pipelined responses that still wait would never end either
    const open = openOn(request.socket);
    for (const response of open) response.destroy();
    if (open.length === 0) respondOnSocket(socket, new Refusal("request_malformed", NO_TUNNEL));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET") socket.destroy();
    else respondOnSocket(socket, refusalFor(codeOf(error)));
  });
  return server;
};

/** A listener that remembers the responses of each connection that have not ended. */
const trackResponses = (listener: RequestListener) => {
  const responses = new WeakMap<Duplex, Set<ServerResponse>>();
  const tracked: RequestListener = (request, response) => {
    const open = responses.get(request.socket) ?? new Set();
    responses.set(request.socket, open.add(response));
    response.once("close", () => open.delete(response));
    listener(request, response);
  };
  return { tracked, openOn: (socket: Duplex): readonly ServerResponse[] => [...(responses.get(socket) ?? [])] };
};

const NO_TUNNEL = "This is not a proxy: CONNECT is not supported.";

const codeOf = ({ code }: NodeJS.ErrnoException): ErrorCode => {
  if (code === "HPE_HEADER_OVERFLOW") return "headers_too_large";
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "upload_stalled" : "request_malformed";
};

/**
 * Closes the connection of a client that has read nothing of its response for `ms`, or for half of
 * that. Node's timeouts are not enough: a client restarts them with each byte that it sends.
 */
export const closeIfUnread = ({ raw }: FastifyReply, ms: number): void => {
  let last = 0;
  const look = setInterval(() => {
    const left = unreadBytes(raw.socket);
    if (left > 0 && left === last) raw.destroy();
    last = left;
  }, ms / 2).unref();
  raw.once("close", () => clearInterval(look));
};

/**
 * Bytes that the system has not yet taken from a connection, from the field that Node's own
 * timeouts use; there is no public one.
 */
const unreadBytes = (socket: Socket | null): number =>
  (socket as { readonly _handle?: { readonly writeQueueSize?: number } | null } | null)?._handle?.writeQueueSize ?? 0;

/** Calls back when a response was sent or its client has gone. */
export const whenSent =
  ({ raw }: FastifyReply) =>
  (end: () => void): void =>
    void (raw.closed ? end() : raw.once("close", end));

/** A signal that aborts when the client disconnects before its response is complete. */
export const callerGone = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort(new Error("the client disconnected"));
  });
  return controller.signal;
};
