import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { pagePolicyHeader } from "@lumiglyph/contract";
import { type Coding, strongEtag } from "../http/headers.ts";

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

/** How a kind of file travels. What is already packed gains nothing by a content coding. */
type MediaType = { readonly contentType: string; readonly packed: boolean };

/** The kinds of files that a build of the studio may have, by their extensions. */
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

/** The media type of a file of the build. Nothing is guessed: a kind that is not listed is a fault of the build. */
const mediaTypeOf = (file: string): MediaType => {
  const mediaType = MEDIA_TYPES[extname(file)];
  if (mediaType === undefined) throw new Error(`The studio's build has a file of an unknown kind: ${file}.`);
  return mediaType;
};

/**
 * What a Worker may do, which obeys the policy that came with its own script and not its page's: compile WebAssembly, load
 * more of its own code and data. Elsewhere a script's policy means nothing.
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

/** What the page asks the person for: the camera, some day. */
const PERMISSIONS = "camera=(self), microphone=(), geolocation=(), display-capture=()";

/** Headers of every file of the studio, in the place of those for data: no page of another site is to load them. */
const OWN = { "cross-origin-resource-policy": "same-origin", "x-frame-options": "DENY" };

const PAGE = { ...OWN, "content-security-policy": pagePolicyHeader(), "permissions-policy": PERMISSIONS };

const SCRIPT = { ...OWN, "content-security-policy": WORKER_POLICY };

/** The headers that belong to a file of this content type. */
export const studioHeaders = (contentType: string): { readonly [name: string]: string } => {
  if (contentType.startsWith("text/html")) return PAGE;
  return contentType.startsWith("text/javascript") ? SCRIPT : OWN;
};
