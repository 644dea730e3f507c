import type { IncomingHttpHeaders } from "node:http";
import { jsonBodyLimit, Refusal } from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import { parseMediaType } from "../http/headers.ts";
import { readCapped } from "../security/capped-body.ts";
import { openBody } from "../source/body-stream.ts";
import { outlineOf } from "../source/json-body-outline.ts";
import type { TooLarge } from "../source/too-large.ts";
import type { Upload } from "../source/uploads.ts";

export type ReceiveOptions = {
  readonly maxImageBytes: number;
  /** Milliseconds without progress on the body. */
  readonly stallMs: number;
  readonly clock: Clock;
};

/** The JSON of a request body, undefined if it is not JSON. One limit applies to the whole body, batches included. */
export const receiveJson = async (
  { raw, headers }: FastifyRequest,
  reply: FastifyReply,
  upload: Upload,
  { maxImageBytes, stallMs, clock }: ReceiveOptions,
): Promise<unknown> => {
  if (!isJson(headers)) throw new Refusal("media_type_unsupported", "Send the message as application/json in UTF-8.");
  const limit = jsonBodyLimit(maxImageBytes);
  if (Number(headers["content-length"]) > limit) throw messageTooLarge(limit);
  return readMessageJson(
    await readCapped(openBody(raw, reply.raw, { upload, stallMs, clock }), limit, messageTooLarge),
  );
};

const messageTooLarge: TooLarge = (maxBytes) =>
  new Refusal(
    "image_too_large",
    `The message has more than ${maxBytes} bytes, which is the limit. Scale the picture down before it goes into \`imageBase64\`.`,
  );

const isJson = (headers: IncomingHttpHeaders): boolean => {
  const media = parseMediaType(headers["content-type"] ?? "");
  if (media?.type !== "application" || media.subtype !== "json") return false;
  return (
    (headers["content-encoding"] ?? "identity").toLowerCase() === "identity" &&
    /^(utf-?8|us-ascii)$/i.test(media.parameters.get("charset") ?? "utf-8")
  );
};

/**
 * Limits on a message before it is parsed. A handshake has about a hundred members, a batch of eight calls a thousand;
 * unbounded, 14 MB of brackets become 400 MB of arrays and block the process for seconds.
 */
const LIMITS = { keys: 64, depth: 32, parts: 8192 };

/**
 * Parses a body, or returns undefined if it is not JSON. Refuses bodies too complex to be a message without parsing
 * them.
 */
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
    `The body is not a message of this protocol: it has more than ${LIMITS.keys} keys, ${LIMITS.depth} levels or ${LIMITS.parts} brackets, commas and strings.`,
  );
