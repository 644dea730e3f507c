import { once } from "node:events";
import { globSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

/** A plain web server: files under a path, guessed types, no helpful headers. */
export const startStaticHost = async (folder: string, under: string) => {
  const names = globSync("**/*", { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile());
  const files = new Map(names.map((name) => [`${under}${name}`, readFileSync(join(folder, name))]));
  const server = createServer(({ url = "/" }, response) => {
    const [path = ""] = url.split("?");
    const name = path === under ? `${under}index.html` : path;
    const bytes = files.get(name);
    if (bytes === undefined) return response.writeHead(404).end();
    const type = TYPES[extname(name)];
    return response.writeHead(200, type === undefined ? {} : { "content-type": type }).end(bytes);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${under}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const TYPES: { readonly [extension: string]: string } = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
