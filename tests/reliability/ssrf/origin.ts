import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Serve } from "../../support/http-image-host.ts";

/** An origin whose URL paths select its behavior. */
export const originOf =
  (picture: Uint8Array): Serve =>
  (request, response) => {
    const url = new URL(request.url ?? "/", "https://img.test");
    const text = url.searchParams.get("text") ?? "";
    response.on("error", () => {});
    (ROUTES[url.pathname] ?? ROUTES["/missing"]!)(response, picture, text);
  };

type Route = (response: ServerResponse, picture: Uint8Array, text: string) => void;

const ROUTES: { readonly [path: string]: Route } = {
  "/picture.png": (response, picture) => response.end(picture),
  "/closing": (response, picture) => response.writeHead(200, { connection: "close" }).end(picture),
  "/missing": (response) => response.writeHead(404).end("not here"),
  "/to": (response, _picture, text) => response.writeHead(302, { location: text }).end("moved"),
  "/closing-to": (response, _picture, text) =>
    response.writeHead(302, { location: text, connection: "close" }).end("moved"),
  // the raw bytes of the query, then the end
  "/raw": (response, _picture, text) => response.socket?.end(Buffer.from(text, "latin1")),
  "/hop-1": (response) => response.writeHead(301, { location: "/picture.png" }).end(),
  "/hop-2": (response) => response.writeHead(303, { location: "hop-1" }).end(),
  "/hop-3": (response) => response.writeHead(307, { location: "./hop-2" }).end(),
  "/hop-4": (response) => response.writeHead(308, { location: "https://img.test/hop-3" }).end(),
  "/loop": (response) => response.writeHead(302, { location: "/loop" }).end(),
  "/ping": (response) => response.writeHead(302, { location: "/pong" }).end(),
  "/pong": (response) => response.writeHead(302, { location: "https://a.cdn.test/ping" }).end(),
  "/longer-than-said": (response, picture) => {
    response.socket?.end(Buffer.concat([said(picture.length), picture, Buffer.alloc(50_000)]));
  },
  "/shorter-than-said": (response, picture) => response.socket?.end(Buffer.concat([said(90_000), picture])),
  "/said-too-long": (response) => response.writeHead(200, { "content-length": "100001" }).flushHeaders(),
  "/said-negative": (response, picture) => response.socket?.end(Buffer.concat([said(-1), picture])),
  "/said-twice": (response, picture) => {
    const head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nContent-Length: 20\r\n\r\n";
    response.socket?.end(Buffer.concat([Buffer.from(head), picture]));
  },
  "/gzip": (response, picture) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(picture)),
  "/gzip-bomb": (response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(20_000_000))),
  "/gzip-unsaid": (response, picture) => response.end(gzipSync(picture)),
  "/encoded": (response, picture, text) => response.writeHead(200, { "content-encoding": text }).end(picture),
  "/status": (response, picture, text) => response.writeHead(Number(text), { location: "/picture.png" }).end(picture),
  "/html": (response) => response.end('<meta http-equiv="refresh" content="0; url=https://127.0.0.1/">'),
  "/empty": (response) => response.end(),
  "/reset": (response) => response.socket?.destroy(),
  "/endless": (response) => writeForever(response, Buffer.alloc(16_384)),
  "/endless-headers": (response) => {
    response.socket?.write("HTTP/1.1 200 OK\r\n");
    writeForever(response.socket!, Buffer.from(`x: ${"x".repeat(8000)}\r\n`));
  },
  "/endless-interim": (response) => {
    writeForever(response.socket!, Buffer.from("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"));
  },
  "/drip": (response) => writeSlowly(response, "x"),
  "/drip-chunks": (response) => {
    response.socket?.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    writeSlowly(response.socket!, "1\r\nx\r\n");
  },
  "/drip-headers": (response) => {
    response.socket?.write("HTTP/1.1 200 OK\r\nx: ");
    writeSlowly(response.socket!, "x");
  },
  "/silent": () => {},
  "/stalled": (response) => void response.write("x"),
};

const said = (length: number): Buffer => Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`);

type Writable = Pick<NodeJS.WritableStream, "write" | "on">;

const writeForever = (to: Writable, piece: Uint8Array): void => {
  const fill = () => {
    while (to.write(piece));
  };
  to.on("drain", fill);
  fill();
};

const writeSlowly = (to: Writable, text: string): void => {
  const timer = setInterval(() => to.write(text), 20);
  to.on("close", () => clearInterval(timer));
};
