import { type Field, jsonBodyLimit, Refusal } from "@lumiglyph/contract";
import { type MediaType, parseMediaType } from "../http/media-type.ts";
import { readCapped } from "../security/capped-body.ts";
import type { BodyStream } from "./body-stream.ts";
import { readJson } from "./json-body.ts";
import { multipartBodyLimit, readMultipart } from "./multipart.ts";
import { bodyTooLarge, imageTooLarge, type TooLarge } from "./too-large.ts";

/** What of a request's headers tells how to read its body. */
export type BodyHeaders = {
  readonly "content-type"?: string | undefined;
  readonly "content-length"?: string | undefined;
  readonly "content-encoding"?: string | undefined;
  readonly "transfer-encoding"?: string | undefined;
};

/** The fields of a render request's body, by its media type (decisions 1.6, 1.8); none where it is empty or has no type. */
export const readBody = async (headers: BodyHeaders, body: BodyStream, maxImageBytes: number) => {
  if (isEmpty(headers) || headers["content-type"] === undefined) return [];
  const reader = readerFor(headers);
  if (reader === null) return refuseUnlessEmpty(body);
  const limit = reader.limit(maxImageBytes);
  if (Number(headers["content-length"]) > limit) throw reader.tooLarge(limit);
  return reader.read(body, maxImageBytes);
};

type Reader = {
  /** Most bytes that such a body may have. */
  readonly limit: (maxImageBytes: number) => number;
  readonly tooLarge: TooLarge;
  readonly read: (body: BodyStream, maxImageBytes: number) => Promise<readonly Field[]>;
};

const readerFor = (headers: BodyHeaders): Reader | null => {
  const media = parseMediaType(headers["content-type"] ?? "");
  if (media === null || (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") return null;
  if (media.type === "image") return IMAGE;
  if (media.type === "multipart" && media.subtype === "form-data") return multipart(media);
  return media.type === "application" && media.subtype === "json" && isUtf8(media) ? JSON_OBJECT : null;
};

const IMAGE: Reader = {
  limit: (maxImageBytes) => maxImageBytes,
  tooLarge: imageTooLarge,
  read: async (body, maxImageBytes) => {
    const bytes = await readCapped(body, maxImageBytes, imageTooLarge);
    return bytes.length === 0 ? [] : [{ name: "image", value: bytes, origin: "body" }];
  },
};

const JSON_OBJECT: Reader = {
  limit: jsonBodyLimit,
  tooLarge: bodyTooLarge,
  read: async (body, maxImageBytes) => readJson(await readCapped(body, jsonBodyLimit(maxImageBytes), bodyTooLarge)),
};

const multipart = (media: MediaType): Reader => ({
  limit: multipartBodyLimit,
  tooLarge: bodyTooLarge,
  read: (body, maxImageBytes) => readMultipart(body, media.parameters.get("boundary"), maxImageBytes),
});

const isUtf8 = ({ parameters }: MediaType): boolean =>
  /^(utf-?8|us-ascii)$/i.test(parameters.get("charset") ?? "utf-8");

const isEmpty = (headers: BodyHeaders): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? "0") === 0;

const refuseUnlessEmpty = async (body: BodyStream): Promise<readonly Field[]> => {
  for await (const piece of body) {
    if (piece.length > 0) throw new Refusal("media_type_unsupported", UNSUPPORTED);
  }
  return [];
};

const UNSUPPORTED =
  "Send multipart/form-data, application/json or a raw image/* body, without a content encoding. With curl: -F image=@photo.jpg, or --data-binary @photo.jpg together with -H 'Content-Type: image/jpeg'.";
