import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/** The fetcher's byte limit in these tests. */
export const MAX_BYTES = 100_000;

/** The fetched bytes; arbitrary. */
export const IMAGE = Uint8Array.from({ length: 5000 }, (_, i) => i & 255);

export type Route = (request: IncomingMessage, response: ServerResponse) => void;

/** Good and bad behaviors of an image host by path; `/404` and the like respond with that status. */
export const routeOf = ({ pathname, searchParams }: URL): Route =>
  pathname === "/to"
    ? redirectTo(searchParams.get("url") ?? "")
    : (ROUTES[pathname] ?? status(Number(pathname.slice(1)) || 404));

const redirectTo =
  (location: string, status = 302): Route =>
  (_request, response) =>
    response.writeHead(status, { location }).end("moved");

const status =
  (code: number): Route =>
  (_request, response) =>
    response.writeHead(code).end(code === 204 || code === 304 ? undefined : "no image");

const writeEvery = (response: ServerResponse, milliseconds: number): void => {
  const timer = setInterval(() => response.write("x"), milliseconds);
  response.on("close", () => clearInterval(timer));
};

const writeForever = (response: ServerResponse): void => {
  const fill = () => {
    while (response.write(new Uint8Array(16_384)));
  };
  response.on("drain", fill);
  fill();
};

const ROUTES: { readonly [path: string]: Route } = {
  "/image": (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end(IMAGE),
  "/chunked": (_request, response) => {
    response.write(IMAGE.subarray(0, 1));
    response.end(IMAGE.subarray(1));
  },
  "/identity": (_request, response) => response.writeHead(200, { "content-encoding": "Identity" }).end(IMAGE),
  "/closing": (_request, response) => response.writeHead(200, { connection: "close" }).end(IMAGE),
  "/largest": (_request, response) => response.end(new Uint8Array(MAX_BYTES)),
  "/declared-too-large": (_request, response) => {
    response.writeHead(200, { "content-length": String(MAX_BYTES + 1) }).flushHeaders();
  },
  "/endless": (_request, response) => writeForever(response),
  "/endless-404": (_request, response) => writeForever(response.writeHead(404)),
  "/drip": (_request, response) => writeEvery(response, 20),
  "/silent": () => {},
  "/stalled": (_request, response) => response.write("x"),
  "/gzip": (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(IMAGE)),
  "/brotli": (_request, response) => response.writeHead(200, { "content-encoding": "br" }).end(IMAGE),
  "/empty": (_request, response) => response.end(),
  "/cut-short": (_request, response) => {
    response.writeHead(200, { "content-length": "5000" });
    response.write(IMAGE.subarray(0, 100), () => response.destroy());
  },
  "/reset": (_request, response) => response.destroy(),
  "/large-header": (_request, response) => response.writeHead(200, { "x-large": "x".repeat(40_000) }).end(IMAGE),
  "/not-http": (_request, response) => response.socket?.end("SSH-2.0-OpenSSH_9.9\r\n"),
  "/no-location": (_request, response) => response.writeHead(302).end(),
  "/two-locations": (_request, response) => {
    response.writeHead(302, ["location", "/image", "location", "/chunked"]).end();
  },
  "/loop": redirectTo("/loop"),
  "/hop-1": redirectTo("/image", 301),
  "/hop-2": redirectTo("hop-1", 307),
  "/hop-3": redirectTo("./hop-2?x=1", 308),
  "/hop-4": redirectTo("/hop-3", 303),
  "/dripping-redirect": (_request, response) => {
    response.writeHead(302, { location: "/image" });
    writeEvery(response, 20);
  },
};
