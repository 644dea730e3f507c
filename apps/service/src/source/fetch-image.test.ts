// Long because it covers every way that a fetch can end, against one image host.
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { ERRORS } from "@lumiglyph/contract";
import type { Agent } from "undici";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ImageHost, startImageHost } from "../../../../tests/support/http-image-host.ts";
import { REDIRECT_TO_ADDRESS } from "../security/checked-url.ts";
import { createGuardedAgent } from "../security/guarded-agent.ts";
import { trustedHosts } from "../security/trusted-hosts.ts";
import { IMAGE, MAX_BYTES, type Route, routeOf } from "../testing/image-routes.ts";
import { createImageFetcher, digestOf, type FetchImage, SameImage } from "./fetch-image.ts";
import { UNSAID } from "./source-caching.ts";

const never = new AbortController().signal;

let host: ImageHost;
let silent: TcpServer;
let port = 0;
let silentPort = 0;
let requests: IncomingMessage[] = [];
let responses: ServerResponse[] = [];
/** The response that a test serves at `/own`. */
let own: Route;
const silentSockets = new Set<{ destroy(): unknown }>();

beforeAll(async () => {
  host = await startImageHost(["img.test", "own.test"], (request, response) => {
    requests.push(request);
    responses.push(response);
    const url = new URL(request.url ?? "", "https://img.test");
    (url.pathname === "/own" ? own : routeOf(url))(request, response);
  });
  silent = createTcpServer((socket) => silentSockets.add(socket.on("error", () => {})));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  port = host.port;
  silentPort = (silent.address() as AddressInfo).port;
});

afterAll(async () => {
  for (const socket of silentSockets) socket.destroy();
  await Promise.all([host.stop(), new Promise((resolve) => silent.close(resolve))]);
});

type Setup = {
  readonly answers?: (hostname: string) => readonly string[] | Error;
  readonly allowPrivate?: boolean;
  readonly ca?: Buffer | null;
  readonly connectTimeoutMs?: number;
  readonly stallTimeoutMs?: number;
  readonly timeoutMs?: number;
  readonly slots?: number;
};

const agents: Agent[] = [];
let lookups: string[] = [];

beforeEach(() => {
  requests = [];
  responses = [];
  lookups = [];
});

afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.destroy()));
});

const imageFetcher = (setup: Setup = {}): FetchImage => {
  const { answers = () => ["127.0.0.1"], allowPrivate = true, ca = host.certificate } = setup;
  const trusted = trustedHosts(
    [`img.test:${port}`, `other-name.test:${port}`, `img.test:${silentPort}`],
    [`https://own.test:${port}`],
  );
  const agent = createGuardedAgent({
    trusted,
    allowPrivate,
    connectTimeoutMs: setup.connectTimeoutMs ?? 20_000,
    stallTimeoutMs: setup.stallTimeoutMs ?? 20_000,
    resolve: async (hostname) => {
      lookups.push(hostname);
      const answer = answers(hostname);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...(ca === null ? {} : { tls: { ca } }),
  });
  agents.push(agent);
  const { timeoutMs = 20_000, slots = 16 } = setup;
  return createImageFetcher({ agent, trusted, maxBytes: MAX_BYTES, timeoutMs, slots, userAgent: "test/1" });
};

/** A fetcher of which only the bytes matter. */
const fetcher = (setup: Setup = {}) => {
  const fetchImage = imageFetcher(setup);
  return async (...given: Parameters<FetchImage>) => (await fetchImage(...given)).bytes;
};

const at = (path: string, name = "img.test"): string => `https://${name}:${port}${path}`;

/** The code of a refused fetch; checks that its message is from the error table. */
const codeOf = async (fetched: Promise<Uint8Array>): Promise<string> => {
  const refusal = await fetched.then(
    () => ({ code: "fetched", message: "" }),
    (error: { code: string; message: string }) => error,
  );
  if (refusal.code in ERRORS) expect(refusal.message).toBe(ERRORS[refusal.code as keyof typeof ERRORS].says);
  return refusal.code;
};

describe("an available image", () => {
  it.each(["/image", "/chunked", "/identity", "/hop-1", "/hop-3", "/dripping-redirect"])(
    "is fetched from %s",
    async (path) => {
      expect(await fetcher()(at(path), never)).toEqual(IMAGE);
    },
  );

  it("may be exactly as large as the limit", async () => {
    expect(await fetcher()(at("/largest"), never)).toHaveLength(MAX_BYTES);
  });

  it("is requested with our own headers only", async () => {
    await fetcher()(at("/image?size=2#part"), never);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /image?size=2"]);
    expect(requests[0]?.headers).toEqual({
      host: `img.test:${port}`,
      connection: "keep-alive",
      accept: "image/*",
      "accept-encoding": "identity",
      "user-agent": "test/1",
      "cdn-loop": "lumiglyph",
    });
  });
});

describe("an address that changes", () => {
  it("is looked up once per connection, whatever the next lookup returns", async () => {
    const answers = [["127.0.0.1"], ["169.254.169.254"]];
    const fetchImage = fetcher({ answers: () => answers.shift() ?? [] });
    expect(await fetchImage(at("/closing"), never)).toEqual(IMAGE);
    expect(lookups).toEqual(["img.test"]);
    expect(await codeOf(fetchImage(at("/image"), never))).toBe("image_host_failed");
    expect(requests).toHaveLength(1);
  });

  it("is not looked up again while a connection is alive", async () => {
    const answers = [["127.0.0.1"], ["169.254.169.254"]];
    const fetchImage = fetcher({ answers: () => answers.shift() ?? [] });
    await fetchImage(at("/image"), never);
    await setTimeout(20); // undici marks a socket as idle a few ticks after the end of the body
    expect(await fetchImage(at("/image"), never)).toEqual(IMAGE);
    expect(lookups).toEqual(["img.test"]);
  });

  it("is checked again after a redirect", async () => {
    const answers = [["127.0.0.1"], ["0.0.0.0"]];
    const code = await codeOf(fetcher({ answers: () => answers.shift() ?? [] })(at("/hop-1"), never));
    expect(code).toBe("image_host_failed");
    expect(requests).toHaveLength(1);
  });

  it("may be private only if the operator allows it", async () => {
    expect(await codeOf(fetcher({ allowPrivate: false })(at("/image"), never))).toBe("image_host_failed");
    expect(await codeOf(fetcher()(at("/image", "own.test"), never))).toBe("image_host_failed");
    expect(requests).toHaveLength(0);
  });
});

describe("a redirect", () => {
  it.each([
    "http://img.test:PORT/image",
    "http://img.test/image",
    "https://127.0.0.1:PORT/image",
    "//127.0.0.1:PORT/image",
    "https://2130706433:PORT/image",
    "https://[::1]:PORT/image",
    "https://169.254.169.254/latest/meta-data",
    "http://169.254.169.254/latest/meta-data",
    "https://user:password@127.0.0.1:PORT/image",
    "https://evil.test:PORT/image",
    "https://img.test/image",
    "https://img.test:22/",
    "https://user:password@img.test:PORT/image",
    "https://img.test.:PORT/image",
    "gopher://img.test:PORT/",
    "file:///etc/passwd",
    "data:image/png;base64,AA",
    "https://",
  ])("to %s is refused", async (target) => {
    const location = encodeURIComponent(target.replace("PORT", String(port)));
    const failure = await fetcher()(at(`/to?url=${location}`), never).catch((error) => error);
    const isAddress = /\/\/(?:.*@)?(?:[\d.]+|\[.*)[:/]/.test(target);
    expect([failure.code, failure.cause === REDIRECT_TO_ADDRESS]).toEqual(["image_url_untrusted", isAddress]);
    expect(requests).toHaveLength(1);
  });

  it("to a trusted name at a private address fails like one to an unknown name", async () => {
    const location = encodeURIComponent(at("/image", "own.test"));
    expect(await codeOf(fetcher()(at(`/to?url=${location}`), never))).toBe("image_host_failed");
    expect(requests).toHaveLength(1);
  });

  it("is followed three times, but not four", async () => {
    expect(await codeOf(fetcher()(at("/hop-4"), never))).toBe("image_host_failed");
    expect(requests.map(({ url }) => url)).toEqual(["/hop-4", "/hop-3", "/hop-2?x=1", "/hop-1"]);
  });

  it("to itself ends after four requests", async () => {
    expect(await codeOf(fetcher()(at("/loop"), never))).toBe("image_host_failed");
    expect(requests).toHaveLength(4);
  });

  it.each(["/no-location", "/two-locations"])("with %s is the host's failure", async (path) => {
    expect(await codeOf(fetcher()(at(path), never))).toBe("image_host_failed");
  });
});

describe("an untrusted URL", () => {
  it.each(["http://img.test/", "https://evil.test/", "https://127.0.0.1/", "https://img.test/image", "nonsense"])(
    "is refused before any lookup: %s",
    async (url) => {
      expect(await codeOf(fetcher()(url, never))).toBe("image_url_untrusted");
      expect(lookups).toEqual([]);
    },
  );
});

describe("a host that fails", () => {
  it.each([
    "/201",
    "/204",
    "/206",
    "/300",
    "/304",
    "/401",
    "/500",
    "/503",
    "/gzip",
    "/brotli",
    "/empty",
    "/cut-short",
    "/reset",
    "/large-header",
    "/not-http",
  ])("is reported for %s", async (path) => {
    expect(await codeOf(fetcher()(at(path), never))).toBe("image_host_failed");
  });

  it("is reported if its trusted name does not resolve", async () => {
    const answers = () => Object.assign(new Error("getaddrinfo ENOTFOUND img.test"), { code: "ENOTFOUND" });
    expect(await codeOf(fetcher({ answers })(at("/image"), never))).toBe("image_host_failed");
    expect(await codeOf(fetcher({ answers: () => [] })(at("/image"), never))).toBe("image_host_failed");
  });

  it("is reported if nothing listens", async () => {
    expect(await codeOf(fetcher({ answers: () => ["127.0.0.2"] })(at("/image"), never))).toBe("image_host_failed");
  });

  it("is reported if its certificate has another name or an unknown issuer", async () => {
    expect(await codeOf(fetcher()(at("/image", "other-name.test"), never))).toBe("image_host_failed");
    expect(await codeOf(fetcher({ ca: null })(at("/image"), never))).toBe("image_host_failed");
    expect(requests).toHaveLength(0);
  });

  it.each(["/endless-404", "/dripping-redirect"])("is disconnected without reading its body: %s", async (path) => {
    await fetcher()(at(path), never).catch(() => {});
    await expect.poll(() => responses[0]?.closed).toBe(true);
  });

  it("leaves its reason for the log", async () => {
    await expect(fetcher()(at("/500"), never)).rejects.toMatchObject({ cause: { message: "status 500" } });
  });

  it.each(["/404", "/410"])("differs from a missing image: %s", async (path) => {
    expect(await codeOf(fetcher()(at(path), never))).toBe("image_url_missing");
    const behind = encodeURIComponent(at(path));
    expect(await codeOf(fetcher()(at(`/to?url=${behind}`), never))).toBe("image_url_missing");
  });
});

describe("an image that is too large", () => {
  it.each(["/declared-too-large", "/endless"])("is aborted: %s", async (path) => {
    await expect(fetcher()(at(path), never)).rejects.toMatchObject({
      code: "image_too_large",
      message: "The image has more than 100000 bytes, which is the limit.",
    });
  });
});

describe("a slow host", () => {
  it.each(["/drip", "/silent", "/stalled"])("is aborted at the deadline: %s", async (path) => {
    const started = performance.now();
    expect(await codeOf(fetcher({ timeoutMs: 200 })(at(path), never))).toBe("image_host_slow");
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it.each(["/silent", "/stalled"])("is aborted if it is silent: %s", async (path) => {
    expect(await codeOf(fetcher({ stallTimeoutMs: 100, timeoutMs: 10_000 })(at(path), never))).toBe("image_host_slow");
  });

  it("is aborted if it never finishes the handshake", async () => {
    const fetchImage = fetcher({ connectTimeoutMs: 100, timeoutMs: 10_000 });
    expect(await codeOf(fetchImage(`https://img.test:${silentPort}/`, never))).toBe("image_host_slow");
  });
});

describe("a client that disconnects", () => {
  it("gets the signal's reason, at any stage", async () => {
    const fetchImage = fetcher({ slots: 1 });
    const holder = new AbortController();
    const waiter = new AbortController();
    const held = fetchImage(at("/drip"), holder.signal);
    const waiting = fetchImage(at("/image"), waiter.signal);
    waiter.abort(new Error("waiter left"));
    await expect(waiting).rejects.toThrow("waiter left");
    holder.abort(new Error("holder left"));
    await expect(held).rejects.toThrow("holder left");
    expect(await fetchImage(at("/image"), never)).toEqual(IMAGE);
  });
});

describe("equal fetches at the same time", () => {
  it("are one", async () => {
    const fetchImage = fetcher({ slots: 1 });
    const images = await Promise.all(Array.from({ length: 50 }, () => fetchImage(at("/image"), never)));
    expect(images.every((image) => image === images[0])).toBe(true);
    expect(requests).toHaveLength(1);
    await fetchImage(at("/image"), never);
    expect(requests).toHaveLength(2);
  });

  it("fail for the first caller; those that joined try again", async () => {
    const fetchImage = fetcher({ timeoutMs: 600 });
    const begun = Promise.withResolvers<void>();
    own = (_request, response) => {
      if (requests.length > 1) return response.end(IMAGE);
      begun.resolve();
    };
    const first = codeOf(fetchImage(at("/own"), never));
    await begun.promise;
    const joined = fetchImage(at("/own"), never);
    expect(await first).toBe("image_host_slow");
    expect(await joined).toEqual(IMAGE);
  });

  it("go on for the others when one caller leaves, and stop when all have left", async () => {
    const fetchImage = fetcher();
    const [first, second] = [new AbortController(), new AbortController()];
    const closed = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    own = (_request, response) => {
      response.on("close", closed.resolve);
      begun.resolve();
    };
    const waits = [first, second].map(({ signal }) => fetchImage(at("/own"), signal));
    await begun.promise;
    first.abort(new Error("first left"));
    await expect(waits[0]).rejects.toThrow("first left");
    expect(requests).toHaveLength(1);
    second.abort(new Error("second left"));
    await expect(waits[1]).rejects.toThrow("second left");
    await closed.promise;
  });
});

describe("an image that the caller may already have", () => {
  const versioned =
    (version: () => { readonly [header: string]: string }): typeof own =>
    (request, response) => {
      const { etag, "last-modified": modified } = version();
      const isSame =
        (etag !== undefined && request.headers["if-none-match"] === etag) ||
        (modified !== undefined && request.headers["if-modified-since"] === modified);
      response.writeHead(isSame ? 304 : 200, version()).end(isSame ? undefined : IMAGE);
    };
  const all = () => true;

  it.each([
    ["ETag", { etag: 'W/"one"' }],
    ["Last-Modified", { "last-modified": "Tue, 17 Nov 2026 10:00:00 GMT" }],
  ])("is not sent again while its %s is the same", async (_, headers) => {
    const fetchImage = fetcher();
    own = versioned(() => headers);
    const digest = digestOf(await fetchImage(at("/own"), never, all));
    await expect(fetchImage(at("/own"), never, (held) => held === digest)).rejects.toEqual(
      new SameImage(digest, UNSAID),
    );
    expect(await fetchImage(at("/own"), never, () => false)).toEqual(IMAGE);
  });

  it("is sent if it changed, was never seen, or has no validator", async () => {
    const fetchImage = fetcher();
    let etag: string | null = '"one"';
    own = versioned(() => (etag === null ? {} : { etag }));
    expect(await fetchImage(at("/own"), never, all)).toEqual(IMAGE);
    etag = '"two"';
    expect(await fetchImage(at("/own"), never, all)).toEqual(IMAGE);
    etag = null;
    expect(await fetchImage(at("/own"), never, all)).toEqual(IMAGE);
    expect(await fetchImage(at("/own"), never, all)).toEqual(IMAGE);
    expect(requests.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"one"', '"two"', undefined]);
  });

  it("is revalidated only at its final URL, behind the same redirect", async () => {
    const fetchImage = fetcher();
    let behind = "new";
    own = (request, response) => {
      if (!request.url?.includes("?")) return response.writeHead(302, { location: `/own?${behind}` }).end();
      // the older of two images is unchanged since the date of the newer
      if (request.headers["if-modified-since"] !== undefined) return response.writeHead(304).end();
      const made = request.url.endsWith("new") ? "Tue, 17 Nov 2026 10:00:00 GMT" : "Mon, 16 Nov 2026 10:00:00 GMT";
      response.writeHead(200, { "last-modified": made }).end(IMAGE);
    };
    await fetchImage(at("/own"), never, all);
    behind = "old";
    expect(await fetchImage(at("/own"), never, all)).toEqual(IMAGE);
    await expect(fetchImage(at("/own"), never, all)).rejects.toBeInstanceOf(SameImage);
  });

  it("is revalidated by a date only if that is a minute old", async () => {
    const fetchImage = fetcher();
    own = (_request, response) => response.writeHead(200, { "last-modified": new Date().toUTCString() }).end(IMAGE);
    await fetchImage(at("/own"), never, all);
    await fetchImage(at("/own"), never, all);
    expect(requests.map(({ headers }) => headers["if-modified-since"])).toEqual([undefined, undefined]);
  });

  it("is a failure if its host sends 304 to an unconditional request", async () => {
    own = (_request, response) => response.writeHead(304).end();
    expect(await codeOf(fetcher()(at("/own"), never, all))).toBe("image_host_failed");
  });

  it.each([
    ["longer than 256 characters", `"${"x".repeat(300)}"`],
    ["not of ASCII", '"é"'],
  ])("is not remembered by a validator that is %s", async (_, etag) => {
    const fetchImage = fetcher();
    own = (_request, response) => response.writeHead(200, { etag }).end(IMAGE);
    await fetchImage(at("/own"), never, all);
    await fetchImage(at("/own"), never, all);
    expect(requests.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, undefined]);
  });
});

describe("fetch slots", () => {
  it("admit a limited number at once and everyone in the end", async () => {
    const fetchImage = fetcher({ slots: 2 });
    let open = 0;
    let most = 0;
    own = async (_request, response) => {
      most = Math.max(most, ++open);
      await setTimeout(30);
      open--;
      response.end(IMAGE);
    };
    const images = await Promise.all(Array.from({ length: 6 }, (_, n) => fetchImage(at(`/own?${n}`), never)));
    expect(images.every((image) => image.length === IMAGE.length)).toBe(true);
    expect(most).toBe(2);
  });

  it("report overload, not a host failure, if none becomes free", async () => {
    const fetchImage = fetcher({ slots: 1, timeoutMs: 400 });
    const outcomes = [fetchImage(at("/drip"), never), fetchImage(at("/image"), never)].map(codeOf);
    expect(await Promise.all(outcomes)).toEqual(["image_host_slow", "overloaded"]);
  });
});
