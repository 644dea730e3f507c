import { globSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";

export type ReceiverServerParts = {
  /** The folder that the receiver was built into. */
  readonly folder: string;
  /** Origins of the studios it accepts; empty for those of the build. */
  readonly studios: readonly string[];
};

/** Serves the built receiver. Sends no opener policy: with one, the studio could not reach the window that it opens. */
export const createReceiverServer = ({ folder, studios }: ReceiverServerParts): Server => {
  const files = readFiles(folder);
  return createServer(({ method = "", url = "/" }, response) => {
    const [pathname = "/"] = url.split("?");
    const path = pathname === "/" ? "/index.html" : pathname;
    const isList = path === "/studios.json" && studios.length > 0;
    const file = isList ? Buffer.from(JSON.stringify(studios)) : files.get(path);
    if (method !== "GET" && method !== "HEAD") return response.writeHead(405, { allow: "GET, HEAD" }).end();
    if (file === undefined)
      return response.writeHead(404, { ...HEADERS, "content-type": "text/plain" }).end("Not here\n");
    const type = TYPES[extname(path)];
    response.writeHead(200, {
      ...HEADERS,
      ...(type && { "content-type": type }),
      "content-length": file.length,
      "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    });
    return response.end(method === "HEAD" ? undefined : file);
  });
};

/** Every file of the build by its path: nothing else on the disk is reachable. */
const readFiles = (folder: string): Map<string, Buffer> => {
  const names = globSync("**/*", { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile());
  return new Map(names.map((name) => [`/${name.replaceAll("\\", "/")}`, readFileSync(join(folder, name))]));
};

/** The page carries its own policy, except `frame-ancestors`, which only works as a header. */
const HEADERS = {
  "content-security-policy": "frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), display-capture=()",
};

const TYPES: { readonly [extension: string]: string } = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
