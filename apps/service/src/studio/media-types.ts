import { extname } from "node:path";

/** How a kind of file travels. What is already packed gains nothing by a content coding. */
export type MediaType = { readonly contentType: string; readonly packed: boolean };

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
export const mediaTypeOf = (file: string): MediaType => {
  const mediaType = MEDIA_TYPES[extname(file)];
  if (mediaType === undefined) throw new Error(`The studio's build has a file of an unknown kind: ${file}.`);
  return mediaType;
};
