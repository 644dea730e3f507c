import { readFileSync } from "node:fs";

/** The bytes of render requests that differ in nothing that is drawn, but for which no render can be shared. */
export type NextRequest = () => Buffer;

/** The picture that service times are told of: 256 × 192 pixels in 13 KB. */
export const REFERENCE = "formats/baseline.jpg";
export const REFERENCE_COLUMNS = 120;

/** Requests for a render of a file of `fixtures/`, as a raw body. A parameter without effect tells them apart. */
export const renderRequests = (file: string = REFERENCE, query = `columns=${REFERENCE_COLUMNS}`): NextRequest => {
  const picture = readFileSync(new URL(`../../../fixtures/${file}`, import.meta.url));
  const rest = Buffer.concat([
    Buffer.from(`host: localhost\r\ncontent-type: image/jpeg\r\ncontent-length: ${picture.length}\r\n\r\n`),
    picture,
  ]);
  let sent = 0;
  return () => {
    const apart = `0.${String(++sent).padStart(9, "0")}`;
    return Buffer.concat([Buffer.from(`POST /api/v1/render?${query}&motionSensitivity=${apart} HTTP/1.1\r\n`), rest]);
  };
};

/** The bytes of a request for the state of the service. */
export const HEALTH_REQUEST = Buffer.from("GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n");
