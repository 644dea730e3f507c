import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Coding } from "../http/content-coding.ts";
import { strongEtag } from "../http/etag.ts";
import { mediaTypeOf } from "./media-types.ts";
import { studioHeaders } from "./studio-headers.ts";

/** A file's bytes in one coding. Each coding has a validator of its own (RFC 9110, section 8.8.3.3). */
type Representation = { readonly bytes: Buffer; readonly etag: string; readonly coding: Coding | null };

/** A file of the built studio, as it is served. */
export type StudioFile = {
  readonly path: string;
  readonly contentType: string;
  readonly headers: { readonly [name: string]: string };
  /** In this coding, or plain where that is no larger. Made when it is first asked for, then kept. */
  readonly as: (coding: Coding | null) => Promise<Representation>;
};

/** The file of the build that has this name, from the build's root. */
export const studioFile = (name: string, bytes: Buffer): StudioFile => {
  const { contentType, packed } = mediaTypeOf(name);
  const plain = Promise.resolve({ bytes, etag: strongEtag(bytes), coding: null });
  const encoded = keepEach((coding) => encode(bytes, coding));
  return {
    path: name === INDEX ? "/" : `/${name}`,
    contentType,
    headers: {
      ...studioHeaders(contentType),
      "cache-control": name.startsWith(HASHED) ? "public, max-age=31536000, immutable" : "no-cache",
      ...(packed ? {} : { vary: "accept-encoding" }),
    },
    as: async (coding) => (coding === null || packed ? null : await encoded(coding)) ?? plain,
  };
};

/** The bytes in a coding; null where that makes them no smaller. */
const encode = async (bytes: Buffer, coding: Coding): Promise<Representation | null> => {
  const smaller = await ENCODERS[coding](bytes);
  return smaller.length < bytes.length ? { bytes: smaller, etag: strongEtag(smaller), coding } : null;
};

/** Makes what belongs to a coding once. */
const keepEach = <Value>(make: (coding: Coding) => Promise<Value>): ((coding: Coding) => Promise<Value>) => {
  const kept: { [Name in Coding]?: Promise<Value> } = {};
  return (coding) => {
    kept[coding] ??= make(coding);
    return kept[coding];
  };
};

/** The file that is served at the root. */
export const INDEX = "index.html";

/** Where the bundler puts what has a hash of its content in its name. */
const HASHED = "assets/";

/** As small as they get: each is done once. */
const ENCODERS: { readonly [Name in Coding]: (bytes: Buffer) => Promise<Buffer> } = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};
