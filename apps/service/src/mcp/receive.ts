import type { IncomingHttpHeaders } from "node:http";
import { jsonBodyLimit, Refusal } from "@lumiglyph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import { parseMediaType } from "../http/media-type.ts";
import { readCapped } from "../security/capped-body.ts";
import { openBody } from "../source/body-stream.ts";
import { bodyTooLarge } from "../source/too-large.ts";
import type { Upload } from "../source/uploads.ts";
import { readMessageJson } from "./read-json.ts";

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
