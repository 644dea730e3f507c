import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ProblemAnswer } from "./problem.ts";

/** Writes a whole response where there is no request object to reply to, and closes the connection. */
export const answerRaw = (
  socket: Duplex,
  answer: ProblemAnswer,
  headers: { readonly [name: string]: string },
): void => {
  if (socket.destroyed || !socket.writable) return;
  const body = Buffer.from(answer.body);
  const all = { ...headers, ...answer.headers, "content-length": String(body.length), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join("")}\r\n`);
  socket.end(body);
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(cut));
};

/** Milliseconds that a caller has to read its answer while it may still be sending: a reset would throw the answer away. */
export const LINGER_MS = 1000;
