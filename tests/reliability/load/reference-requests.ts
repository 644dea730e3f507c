import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The bytes of render requests with the same art that cannot share a render. */
export type NextRequest = () => Buffer;

/** The reference image for service times: 256 × 192 pixels in 13 KB. */
export const REFERENCE = "formats/baseline.jpg";
export const REFERENCE_COLUMNS = 120;

const FIXTURES = join(import.meta.dirname, "../../../fixtures");

/** Requests for a render of a file, by its full path or from `fixtures/`. */
export const renderRequests = (
  file: string = REFERENCE,
  query = `columns=${REFERENCE_COLUMNS}`,
  client?: () => string,
): NextRequest => requestsFor(readFileSync(resolve(FIXTURES, file)), query, client);

/**
 * Requests for a render of an image as a raw body. A parameter without effect makes each unique. Services that trust
 * the sender as a proxy charge them to the given client.
 */
export const requestsFor = (picture: Buffer, query: string, client?: () => string): NextRequest => {
  const rest = Buffer.concat([
    Buffer.from(`host: localhost\r\ncontent-type: image/jpeg\r\ncontent-length: ${picture.length}\r\n\r\n`),
    picture,
  ]);
  const next = apart();
  return () => {
    const from = client === undefined ? "" : `x-forwarded-for: ${client()}\r\n`;
    const line = `POST /api/v1/render?${query}&motionSensitivity=${next()} HTTP/1.1\r\n${from}`;
    return Buffer.concat([Buffer.from(line), rest]);
  };
};

/**
 * Requests for a render of the image at a URL, each at a different address; the reference's columns
 * are the default.
 */
export const addressRequests = (imageUrl: string): NextRequest => {
  const address = `/api/v1/render?imageUrl=${encodeURIComponent(imageUrl)}`;
  const next = apart();
  return () => Buffer.from(`GET ${address}&motionSensitivity=${next()} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
};

/** Numbers between 0 and 1 that no other process uses, so that its outputs in a cache are never found. */
const apart = (): (() => string) => {
  let sent = (process.pid % 100_000) * 10_000;
  // the last digit is not 0, because an address would leave it out
  return () => `0.${String(++sent).padStart(9, "0")}1`;
};

/** The bytes of a health request. */
export const HEALTH_REQUEST = Buffer.from("GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n");
