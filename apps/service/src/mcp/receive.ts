import type { IncomingHttpHeaders } from "node:http";
import { jsonBodyLimit, Refusal } from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import { parseMediaType } from "../http/headers.ts";
import { readCapped } from "../security/capped-body.ts";
import { openBody } from "../source/body-stream.ts";
import { outlineOf } from "../source/json-body-outline.ts";
import { bodyTooLarge } from "../source/load.ts";
import type { Upload } from "../source/uploads.ts";

export type Receiving = {
  readonly maxImageBytes: number;
  /** Milliseconds without a byte of the body, or of the answer. */
  readonly stallMs: number;
  readonly clock: Clock;
};

/** The JSON of a request's body, undefined where it is none. One limit holds for the whole, a batch included. */
export const receiveJson = async (
  { raw, headers }: FastifyRequest,
  reply: FastifyReply,
  upload: Upload,
  { maxImageBytes, stallMs, clock }: Receiving,
): Promise<unknown> => {
  if (!isJson(headers)) throw new Refusal("media_type_unsupported", "Send the message as application/json in UTF-8.");
  const limit = jsonBodyLimit(maxImageBytes);
  if (Number(headers["content-length"]) > limit) throw bodyTooLarge(limit);
  return readMessageJson(await readCapped(openBody(raw, reply.raw, { upload, stallMs, clock }), limit, bodyTooLarge));
};

const isJson = (headers: IncomingHttpHeaders): boolean => {
  const media = parseMediaType(headers["content-type"] ?? "");
  if (media?.type !== "application" || media.subtype !== "json") return false;
  return (
    (headers["content-encoding"] ?? "identity").toLowerCase() === "identity" &&
    /^(utf-?8|us-ascii)$/i.test(media.parameters.get("charset") ?? "utf-8")
  );
};

/**
 * What a message may be before it is parsed. A handshake has some hundred members, a batch of eight calls a thousand;
 * without a bound 14 MB of brackets become 400 MB of arrays and hold the process for seconds.
 */
const LIMITS = { keys: 64, depth: 32, parts: 8192 };

/** The JSON value of a body, or undefined where it is none. A body too complex to be any message is refused unread. */
const readMessageJson = (bytes: Uint8Array): unknown => {
  const text = decode(bytes);
  if (text === undefined) return undefined;
  const { keys, depth, parts } = outlineOf(text, LIMITS);
  if (keys.length > LIMITS.keys || depth > LIMITS.depth || parts > LIMITS.parts) throw tooComplex();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const tooComplex = (): Refusal =>
  new Refusal(
    "body_invalid",
    `The body is no message of this protocol: it has more than ${LIMITS.keys} keys, ${LIMITS.depth} levels or ${LIMITS.parts} brackets, commas and strings.`,
  );
