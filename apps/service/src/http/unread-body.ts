import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LINGER_MS } from "./raw-answer.ts";

/**
 * Before an answer that comes ahead of the whole body: the connection closes after it and the rest is never read. Node
 * would read it all to keep the connection, however large. A short declared rest is not worth a new handshake and stays.
 */
export const abandonUnreadBody = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
  if (!hasUnreadBody(request.raw)) return payload;
  // a body that stalled is not going to come
  if (reply.statusCode !== 408 && Number(request.headers["content-length"]) <= SHORT_BODY_BYTES) {
    request.raw.resume();
    return payload;
  }
  reply.header("connection", "close");
  lingerBeforeClose(request.raw);
  return payload;
};

const SHORT_BODY_BYTES = 262_144;

const hasUnreadBody = ({ headers, complete, readableEnded }: IncomingMessage): boolean =>
  !complete && !readableEnded && (Number(headers["content-length"]) > 0 || headers["transfer-encoding"] !== undefined);

/** Keeps the socket open for a moment after the answer, without reading on: closing at once may reset it unread. */
const lingerBeforeClose = (request: IncomingMessage): void => {
  const { socket } = request;
  request.pause();
  // a stream that was read once is not drained by Node when the response ends
  request.read(0);
  socket.destroySoon = () => {
    socket.end();
    const cut = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(cut));
  };
};
