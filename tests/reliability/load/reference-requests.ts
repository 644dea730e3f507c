import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The bytes of render requests that differ in nothing that is drawn, but for which no render can be shared. */
export type NextRequest = () => Buffer;

/** The picture that service times are told of: 256 × 192 pixels in 13 KB. */
export const REFERENCE = "formats/baseline.jpg";
export const REFERENCE_COLUMNS = 120;

const FIXTURES = join(import.meta.dirname, "../../../fixtures");

/** Requests for a render of a file, by its whole path or of `fixtures/`. */
export const renderRequests = (file: string = REFERENCE, query = `columns=${REFERENCE_COLUMNS}`): NextRequest =>
  requestsFor(readFileSync(resolve(FIXTURES, file)), query);

/** Requests for a render of an image, as a raw body. A parameter without effect tells them apart. */
export const requestsFor = (picture: Buffer, query: string): NextRequest => {
  const rest = Buffer.concat([
    Buffer.from(`host: localhost\r\ncontent-type: image/jpeg\r\ncontent-length: ${picture.length}\r\n\r\n`),
    picture,
  ]);
  // what another process asks for is not to be found in a cache either
  let sent = (process.pid % 100_000) * 10_000;
  return () => {
    const apart = `0.${String(++sent).padStart(9, "0")}`;
    return Buffer.concat([Buffer.from(`POST /api/v1/render?${query}&motionSensitivity=${apart} HTTP/1.1\r\n`), rest]);
  };
};

/** The bytes of a request for the state of the service. */
export const HEALTH_REQUEST = Buffer.from("GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n");
