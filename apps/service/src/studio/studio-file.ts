import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Coding } from "../http/content-coding.ts";
import { strongEtag } from "../http/etag.ts";
import { mediaTypeOf } from "./media-types.ts";
import { studioHeaders } from "./studio-headers.ts";

/** A file's bytes in one coding. Each coding has a validator of its own (RFC 9110, section 8.8.3.3). */
export type Representation = {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: { readonly [name: string]: string };
};

/** A file of the built studio, as it is served: where, and in which codings. */
export type StudioFile = {
  readonly path: string;
  /** Made when it is first asked for, then kept. */
  readonly as: (coding: Coding | null) => Promise<Representation>;
};

/** The file of the build that has this name, from the build's root. */
export const studioFile = (name: string, bytes: Buffer): StudioFile => {
  const { contentType, packed } = mediaTypeOf(name);
  const headers = {
    ...studioHeaders(contentType),
    "content-type": contentType,
    "cache-control": name.startsWith(HASHED) ? "public, max-age=31536000, immutable" : "no-cache",
    ...(packed ? {} : { vary: "accept-encoding" }),
  };
  const etag = strongEtag(bytes);
  const plain = Promise.resolve({ bytes, etag, headers });
  const encoded = async (coding: Coding): Promise<Representation> => {
    const smaller = await ENCODERS[coding](bytes);
    if (smaller.length >= bytes.length) return plain;
    const ownEtag = `${etag.slice(0, -1)}-${coding}"`;
    return { bytes: smaller, etag: ownEtag, headers: { ...headers, "content-encoding": coding } };
  };
  const kept: { [Name in Coding]?: Promise<Representation> } = {};
  const keep = (coding: Coding) => {
    kept[coding] ??= encoded(coding);
    return kept[coding];
  };
  return {
    path: name === INDEX ? "/" : `/${name}`,
    as: (coding) => (coding === null || packed ? plain : keep(coding)),
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
