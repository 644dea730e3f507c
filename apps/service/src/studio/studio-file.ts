import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Coding, strongEtag } from "../http/headers.ts";
import { pagePolicyHeader } from "../tables/page-policy.ts";

/** A file's bytes in one coding, each with its own ETag (RFC 9110, section 8.8.3.3). */
type Representation = { readonly bytes: Buffer; readonly etag: string; readonly coding: Coding | null };

/** A file of the built studio, as it is served. */
export type StudioFile = {
  readonly path: string;
  readonly contentType: string;
  readonly headers: { readonly [name: string]: string };
  /** The file in this coding, or plain if that is not larger. Encoded on first use, then cached. */
  readonly as: (coding: Coding | null) => Promise<Representation>;
};

/** The file of the build with this name, relative to the build's root. */
export const studioFile = (name: string, bytes: Buffer): StudioFile => {
  const { contentType, packed } = mediaTypeOf(name);
  const plain = Promise.resolve({ bytes, etag: strongEtag(bytes), coding: null });
  const encoded = memoize((coding) => encode(bytes, coding));
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

/** The bytes in a coding; null if that does not make them smaller. */
const encode = async (bytes: Buffer, coding: Coding): Promise<Representation | null> => {
  const smaller = await ENCODERS[coding](bytes);
  return smaller.length < bytes.length ? { bytes: smaller, etag: strongEtag(smaller), coding } : null;
};

/** Computes the value of each coding once. */
const memoize = <Value>(make: (coding: Coding) => Promise<Value>): ((coding: Coding) => Promise<Value>) => {
  const values: { [Name in Coding]?: Promise<Value> } = {};
  return (coding) => {
    values[coding] ??= make(coding);
    return values[coding];
  };
};

/** The file served at the root. */
export const INDEX = "index.html";

/** Folder of files with a content hash in their names. */
const HASHED = "assets/";

/** Maximum compression, because each file is compressed once. */
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

/** Media type of a file. Already compressed types gain nothing from a content coding. */
type MediaType = { readonly contentType: string; readonly packed: boolean };

/** Media types of the files a build may contain, by extension. */
const MEDIA_TYPES: { readonly [extension: string]: MediaType } = {
  ".html": { contentType: "text/html; charset=utf-8", packed: false },
  ".js": { contentType: "text/javascript; charset=utf-8", packed: false },
  ".css": { contentType: "text/css; charset=utf-8", packed: false },
  ".json": { contentType: "application/json", packed: false },
  ".webmanifest": { contentType: "application/manifest+json", packed: false },
  ".txt": { contentType: "text/plain; charset=utf-8", packed: false },
  ".svg": { contentType: "image/svg+xml", packed: false },
  ".wasm": { contentType: "application/wasm", packed: false },
  ".bin": { contentType: "application/octet-stream", packed: false },
  ".woff2": { contentType: "font/woff2", packed: true },
  ".png": { contentType: "image/png", packed: true },
  ".jpg": { contentType: "image/jpeg", packed: true },
  ".webp": { contentType: "image/webp", packed: true },
  ".avif": { contentType: "image/avif", packed: true },
};

/** The media type of a file. Nothing is guessed: an unlisted extension is an error in the build. */
const mediaTypeOf = (file: string): MediaType => {
  const mediaType = MEDIA_TYPES[extname(file)];
  if (mediaType === undefined) throw new Error(`The studio's build has a file of an unknown kind: ${file}.`);
  return mediaType;
};

/**
 * Content policy of a Worker, which follows its own script's policy instead of its page's: compile WebAssembly, load
 * more of its own code and data. For other scripts the header has no effect.
 */
const WORKER_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Permissions the page may ask for: the camera. */
const PERMISSIONS = "camera=(self), microphone=(), geolocation=(), display-capture=()";

/** Headers of every file of the studio, overriding those for data: other sites must not load them. */
const OWN = { "cross-origin-resource-policy": "same-origin", "x-frame-options": "DENY" };

const PAGE = { ...OWN, "content-security-policy": pagePolicyHeader(), "permissions-policy": PERMISSIONS };

const SCRIPT = { ...OWN, "content-security-policy": WORKER_POLICY };

/** Security headers for a content type. */
export const studioHeaders = (contentType: string): { readonly [name: string]: string } => {
  if (contentType.startsWith("text/html")) return PAGE;
  return contentType.startsWith("text/javascript") ? SCRIPT : OWN;
};
