import { type Field, fieldsOf, jsonBodyLimit, MAX_FIELDS, quote, Refusal, tooManyFields } from "@lumiglyph/contract";
import { type MediaType, parseMediaType } from "../http/headers.ts";
import { readCapped } from "../security/capped-body.ts";
import type { BodyStream } from "./body-stream.ts";
import { outlineOf } from "./json-body-outline.ts";
import { multipartBodyLimit, readMultipart } from "./multipart.ts";
import { bodyTooLarge, imageTooLarge, type TooLarge } from "./too-large.ts";

/** The headers that determine how to read a body. */
export type BodyHeaders = {
  readonly "content-type"?: string | undefined;
  readonly "content-length"?: string | undefined;
  readonly "content-encoding"?: string | undefined;
  readonly "transfer-encoding"?: string | undefined;
};

/**
 * The fields of a render request's body, by its media type (answers 1.6, 1.8); none if it is empty or has no type.
 */
export const readBody = async (headers: BodyHeaders, body: BodyStream, maxImageBytes: number) => {
  if (isEmpty(headers) || headers["content-type"] === undefined) return [];
  const reader = readerFor(headers);
  if (typeof reader === "string") return refuseUnlessEmpty(body, reader);
  const limit = reader.limit(maxImageBytes);
  if (Number(headers["content-length"]) > limit) throw reader.tooLarge(limit);
  return reader.read(body, maxImageBytes);
};

type Reader = {
  /** Maximum bytes of such a body. */
  readonly limit: (maxImageBytes: number) => number;
  readonly tooLarge: TooLarge;
  readonly read: (body: BodyStream, maxImageBytes: number) => Promise<readonly Field[]>;
};

/** The reader for a body's media type, or why there is none. */
const readerFor = (headers: BodyHeaders): Reader | string => {
  const media = parseMediaType(headers["content-type"] ?? "");
  const coding = headers["content-encoding"] ?? "identity";
  if (coding.toLowerCase() !== "identity")
    return `The body has the content encoding \`${quote(coding)}\`. ${SUPPORTED}`;
  if (media?.type === "image") return IMAGE;
  if (media?.type === "multipart" && media.subtype === "form-data") return multipart(media);
  if (media?.type !== "application" || media.subtype !== "json") return SUPPORTED;
  const charset = media.parameters.get("charset") ?? "utf-8";
  if (/^(utf-?8|us-ascii)$/i.test(charset)) return JSON_OBJECT;
  return `JSON must be in UTF-8, and this body's content type says \`charset=${quote(charset)}\`. Encode it in UTF-8 and leave the charset out.`;
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

const isEmpty = (headers: BodyHeaders): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? "0") === 0;

const refuseUnlessEmpty = async (body: BodyStream, reason: string): Promise<readonly Field[]> => {
  for await (const piece of body) {
    if (piece.length > 0) throw new Refusal("media_type_unsupported", reason);
  }
  return [];
};

const SUPPORTED =
  "Send multipart/form-data, application/json or a raw image/* body, without a content encoding. With curl: -F image=@photo.jpg, or --data-binary @photo.jpg together with -H 'Content-Type: image/jpeg'.";

/**
 * Limits on a JSON body before it is parsed. Parameters are flat; some nesting is allowed so that a nested one is
 * refused by name. Unbounded, 14 MB of brackets become 400 MB of arrays and block the process for seconds.
 */
const LIMITS = { keys: MAX_FIELDS, depth: 16, parts: 1024 };

/**
 * The fields of a JSON body; none if it is empty. A repeated key yields two fields, although parsing keeps only the
 * last.
 */
export const readJson = (bytes: Uint8Array): readonly Field[] => {
  if (bytes.length === 0) return [];
  const text = decode(bytes);
  const keys = plainKeys(text);
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal("body_invalid", "The JSON body must be one object.");
  }
  const fields = fieldsOf(value, "json");
  return [...fields, ...repeats(keys).flatMap((key) => fields.filter(({ name }) => name === key))];
};

const NO_JSON = "The body is not valid JSON in UTF-8.";

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("body_invalid", NO_JSON);
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("body_invalid", NO_JSON);
  }
};

/** The keys of a body that is simple enough to parse. */
const plainKeys = (text: string): readonly string[] => {
  const { keys, depth, parts } = outlineOf(text, LIMITS);
  if (keys.length > LIMITS.keys) throw tooManyFields();
  if (depth > LIMITS.depth) throw tooComplex(`nested deeper than ${LIMITS.depth} levels`);
  if (parts > LIMITS.parts) throw tooComplex(`of more than ${LIMITS.parts} brackets, commas and strings`);
  return keys;
};

const tooComplex = (how: string): Refusal =>
  new Refusal("body_invalid", `The JSON body is ${how}; the render operation takes one flat object.`);

/** Every key except the first of its name. */
const repeats = (keys: readonly string[]): readonly string[] => keys.filter((name, at) => keys.indexOf(name) !== at);

/**
 * The fields of a request target's query, including repeated keys. Invalid escapes and invalid UTF-8 become text that
 * no parameter accepts, so no client input can throw here.
 */
export const queryFields = (target: string): readonly Field[] => {
  const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value, origin: "query" }));
};
