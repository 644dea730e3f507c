import { readFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Environment } from "@lumiglyph/service";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { TOOL_WORDS } from "../../apps/service/src/mcp/words.ts";
import { call, rpc } from "../mcp/mcp-request.ts";
import { fetcherFor, type ImageHost, startImageHost } from "../support/http-image-host.ts";
import { ask, askRender, jsonBody } from "../support/http-render.ts";
import { startService } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";

const PICTURE = fixture("charts/one-pixel.png");

/**
 * The point at which a front breaks a connection: before TLS, within its handshake, or once the
 * host has the request.
 */
type Break = "at once" | "in the handshake" | "after the request";

/** The TCP side of an image host, which can reset connections or all of them. */
type Front = { readonly server: Server; breaks: (connection: number) => Break | null; connections: number };

let host: ImageHost;
let front: Front;
let port = 0;
/** The host's headers with the image. */
let headers: { readonly [name: string]: string } = {};
let status = 200;
/** What breaks connections whose request arrives, by the port from which the front connects to the host. */
const onRequest = new Map<number, () => void>();

beforeAll(async () => {
  host = await startImageHost(["img.test"], (request, response) => {
    const reset = onRequest.get(request.socket.remotePort ?? 0);
    if (reset !== undefined) return reset();
    if (request.headers["if-none-match"] === '"one"') return void response.writeHead(304, headers).end();
    response.writeHead(status, { connection: "close", ...headers }).end(status === 200 ? PICTURE : "nothing");
  });
  front = { server: createServer((socket) => pass(socket)), breaks: () => null, connections: 0 };
  await new Promise<void>((resolve) => front.server.listen(0, "127.0.0.1", resolve));
  port = (front.server.address() as { port: number }).port;
});
afterEach(() => {
  front.breaks = () => null;
  [status, headers] = [200, {}];
});
afterAll(async () => {
  front.server.close();
  await host.stop();
});

const pass = (socket: Socket): void => {
  const kind = front.breaks(++front.connections);
  const reset = () => void socket.resetAndDestroy();
  socket.on("error", () => {});
  if (kind === "at once") {
    reset();
    return;
  }
  if (kind === "in the handshake") {
    socket.once("data", reset);
    return;
  }
  const behind = connect(host.port, "127.0.0.1", () => {
    const from = behind.localPort ?? 0;
    if (kind === "after the request") onRequest.set(from, reset);
    // the port may soon be another connection's
    behind.on("close", () => onRequest.delete(from));
    socket.pipe(behind).pipe(socket);
  }).on("error", () => {});
  socket.on("close", () => behind.destroy());
};

/** Runs `body` on a service that trusts the host. */
const withService = async (
  body: (url: string) => Promise<void>,
  env: Environment = {},
  parts: Parameters<typeof startService>[1] = {},
): Promise<void> => {
  const all = { SERVICE_IMAGE_FETCH_ALLOWLIST: `img.test:${port}`, SERVICE_IMAGE_FETCH_PRIVATE: "true", ...env };
  const fetchImage = fetcherFor(all, { certificate: host.certificate, resolve: async () => ["127.0.0.1"] });
  const { service, stop } = await startService(all, { fetchImage, ...parts });
  front.connections = 0;
  await body(service.url).finally(stop);
};

/** Art at an address; each `n` is another picture. */
const address = (url: string, n: number | string = "") =>
  `${url}/api/v1/render?columns=8&imageUrl=${encodeURIComponent(`https://img.test:${port}/${n}`)}`;

describe("an image host", () => {
  test.each<Break>(["at once", "in the handshake", "after the request"])(
    "that resets one connection in ten, %s, fails no request",
    async (kind) => {
      front.breaks = (connection) => (connection % 10 === 0 ? kind : null);
      await withService(async (url) => {
        const statuses: number[] = [];
        // one after the other: with several at once, a retry could get the next tenth connection
        for (let n = 0; n < 100; n++) statuses.push((await ask(address(url, n))).status);
        expect(statuses.filter((one) => one !== 200)).toEqual([]);
        // every reset was followed by a new connection
        expect(front.connections).toBeGreaterThanOrEqual(111);
        expect(front.connections).toBeLessThan(117);
      });
    },
  );

  test("that is down gets one connection a second, and its clients immediate errors, until it recovers", async () => {
    front.breaks = () => "at once";
    await withService(async (url) => {
      const codes = async () => {
        const { status, json, headers } = await askRender(url, jsonBody({ imageUrl: `https://img.test:${port}/` }));
        return [status, json()["code"], headers.get("retry-after")];
      };
      const DOWN = [502, "image_host_down", "1"];
      // each of the first requests connects twice, until five attempts have failed
      expect([await codes(), await codes(), await codes()]).toEqual([
        [502, "image_host_failed", null],
        [502, "image_host_failed", null],
        DOWN,
      ]);
      const before = front.connections;
      expect(before).toBe(5);
      const begun = performance.now();
      let asked = 0;
      for (; performance.now() - begun < 4000; asked += 5) {
        const all = await Promise.all(Array.from({ length: 5 }, codes));
        expect(all).toEqual(all.map(() => DOWN));
      }
      const seconds = (performance.now() - begun) / 1000;
      expect(asked).toBeGreaterThan(20);
      expect(front.connections - before).toBeGreaterThanOrEqual(2);
      expect(front.connections - before).toBeLessThanOrEqual(Math.ceil(seconds));
      front.breaks = () => null;
      await expect.poll(async () => (await ask(address(url))).status).toBe(200);
    });
  });
});

describe("caching headers of an image host", () => {
  const page = readFileSync(new URL("../../docs/how-to/addresses.md", import.meta.url), "utf8");
  const table =
    /\| the picture's host sends \| the service sends \|\n\|---\|---\|\n((?:\|.*\|\n)+)/.exec(page)?.[1] ?? "";
  const rows = table
    .trim()
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()))
    .map(([, said = "", ours = ""]) => ({
      said,
      sent: Object.fromEntries([...said.matchAll(/`([\w-]+): ([^`]*)`/g)].map(([, name, value]) => [name, value])),
      ours: ours.replaceAll("`", ""),
    }));

  test("have at least eight rows on the page about addresses", () => expect(rows.length).toBeGreaterThanOrEqual(8));

  test.each(rows)("bound ours, in a 200 and a 304: $said → $ours", async ({ sent, ours }) => {
    headers = { etag: '"one"', ...sent };
    await withService(async (url) => {
      const first = await ask(address(url));
      expect([first.status, first.headers.get("cache-control")]).toEqual([200, ours]);
      const etag = first.headers.get("etag") ?? "";
      const again = await ask(address(url), { headers: { "if-none-match": etag } });
      expect([again.status, again.headers.get("cache-control")]).toEqual([304, ours]);
      const posted = await askRender(url, jsonBody({ imageUrl: `https://img.test:${port}/`, columns: 8 }));
      expect([posted.status, posted.headers.get("cache-control")]).toEqual([200, "no-store"]);
    });
  });

  test("decide whether an output is cached here: not for `private` and `no-store`", async () => {
    for (const [said, found] of [
      ["max-age=7", ["miss", "hit"]],
      ["private, max-age=7", [undefined, undefined]],
      ["no-store", [undefined, undefined]],
    ] as const) {
      headers = { "cache-control": said };
      await withService(
        async (url) => {
          const seen = async () => {
            const { headers } = await askRender(url, jsonBody({ imageUrl: `https://img.test:${port}/`, columns: 8 }));
            return /cache;desc="?(\w+)/.exec(headers.get("server-timing") ?? "")?.[1];
          };
          expect([said, await seen()]).toEqual([said, found[0]]);
          // an output is stored after its response was sent
          await expect.poll(async () => [said, await seen()]).toEqual([said, found[1]]);
        },
        { SERVICE_CACHE: "memory" },
      );
    }
  });

  test("make a 404 cacheable for at most ten seconds (answers 2.2)", async () => {
    for (const [code, sent, ours] of [
      [404, {}, "public, max-age=10"],
      [410, { "cache-control": "max-age=60" }, "public, max-age=10"],
      [404, { "cache-control": "private, max-age=3" }, "private, max-age=3"],
      [404, { "cache-control": "no-store" }, "no-store"],
    ] as const) {
      [status, headers] = [code, sent];
      await withService(async (url) => {
        const missing = await ask(address(url));
        const names = ["cache-control", "traceparent", "server-timing"].map((name) => missing.headers.get(name));
        expect([missing.status, missing.json()["code"], ...names]).toEqual([
          404,
          "image_url_missing",
          ours,
          null,
          null,
        ]);
        // others must not see its trace id
        const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        const traced = await ask(address(url), { headers: { traceparent } });
        expect([traced.status, traced.headers.get("cache-control")]).toEqual([404, "no-store"]);
        const posted = await askRender(url, jsonBody({ imageUrl: `https://img.test:${port}/` }));
        expect([posted.status, posted.headers.get("cache-control")]).toEqual([404, "no-store"]);
        const { result } = await rpc(url, call({ imageUrl: `https://img.test:${port}/` }));
        expect([result?.isError, result?.content[0]?.text]).toEqual([
          true,
          `image_url_missing: ${TOOL_WORDS.says("image_url_missing")}`,
        ]);
      });
    }
  });
});
