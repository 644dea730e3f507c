import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LINGER_MS } from "./problem.ts";

/** Time and byte limits for reading a body after the response to it. */
export type UnreadLimits = {
  /** Milliseconds to wait for the rest of a short body. */
  readonly stallMs: number;
  /** Maximum bytes of a refused upload that are read and discarded. */
  readonly discardBytes: number;
};

/**
 * Handles a body that was not read when its response is sent. A short declared rest is read, if it
 * arrives soon: that is cheaper than a new handshake. The rest of a refused upload is discarded
 * within bounds, because many clients read no response before they have sent everything: Python's
 * urllib would report a broken pipe instead of the 413. Beyond that, the connection closes. Node
 * would read on, however large the body.
 */
export const createAbandonUnreadBody = ({ stallMs, discardBytes }: UnreadLimits) => {
  let discarding = 0;
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const { raw } = request;
    const declared = Number(request.headers["content-length"] ?? 0);
    if (!hasUnreadBody(raw)) return payload;
    // a stalled body will not arrive
    if (reply.statusCode !== 408 && "content-length" in request.headers && declared <= SHORT_BODY_BYTES) {
      const cut = setTimeout(() => raw.destroy(), stallMs).unref();
      for (const event of ["end", "close"]) raw.once(event, () => clearTimeout(cut));
      raw.resume();
      return payload;
    }
    reply.header("connection", "close");
    if (isWorthReading(reply.statusCode) && declared <= discardBytes && discarding < MOST_DISCARDING) {
      discarding++;
      raw.socket.once("close", () => discarding--);
      discardThenClose(raw, discardBytes);
    } else {
      lingerBeforeClose(raw);
    }
    return payload;
  };
};

const SHORT_BODY_BYTES = 262_144;

/**
 * Maximum connections whose rest is discarded at the same time; each costs a socket and reading
 * time, but no memory.
 */
const MOST_DISCARDING = 64;

/** Not after a stall, and not where the service refuses because it has too much to do. */
const isWorthReading = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

const hasUnreadBody = ({ headers, complete, readableEnded, destroyed }: IncomingMessage): boolean =>
  !complete &&
  !readableEnded &&
  !destroyed &&
  (Number(headers["content-length"]) > 0 || headers["transfer-encoding"] !== undefined);

/**
 * Keeps the socket open briefly after the response without reading on: closing at once may reset it before the client
 * has read the response.
 */
const lingerBeforeClose = (request: IncomingMessage): void => {
  const { socket } = request;
  request.pause();
  // Node does not drain a stream that was read once when the response ends
  request.read(0);
  socket.destroySoon = () => endSoon(request);
};

const endSoon = ({ socket }: IncomingMessage): void => {
  // an injected request has no connection
  if (!("end" in socket)) return;
  socket.end();
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(cut));
};

/** Milliseconds between two checks of a discarded body's rate. */
const LOOK_MS = 2000;

/**
 * Bytes that must arrive between two checks: 64 kB a second, so that no refused upload can trickle.
 */
const LEAST_BYTES = 131_072;

/** Checks after which the connection closes at any rate: half a minute. */
const MOST_LOOKS = 15;

/**
 * Discards data as it arrives; closes at the body's end, or if it is too long, too slow or too
 * late.
 */
const discardThenClose = (request: IncomingMessage, most: number): void => {
  const { socket } = request;
  let bytes = 0;
  let before = 0;
  let looks = 0;
  const stop = () => {
    clearInterval(look);
    request.off("data", count).pause();
    endSoon(request);
  };
  const count = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > most) stop();
  };
  const look = setInterval(() => {
    looks++;
    if (looks === MOST_LOOKS || bytes - before < LEAST_BYTES) stop();
    before = bytes;
  }, LOOK_MS);
  // Node calls this when the response has been sent: the connection has to wait for the body's end
  socket.destroySoon = () => {};
  request.once("end", stop);
  socket.once("close", () => clearInterval(look));
  request.on("data", count).resume();
};
