import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { Refusal } from "@lumiglyph/contract";
import { request } from "undici";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectPinned, createGuardedAgent, type Dial } from "./guarded-agent.ts";
import { createPins } from "./pins.ts";
import { trustedHosts } from "./trusted-hosts.ts";

describe("guarded agent", () => {
  /** Represents all private services: a request that reaches it got past the guard. */
  let listener: Server;
  let port = 0;
  let reached = 0;

  beforeAll(async () => {
    listener = createServer((socket) => {
      reached++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    port = (listener.address() as AddressInfo).port;
  });

  afterAll(() => new Promise((resolve) => listener.close(resolve)));

  const someHosts = () => trustedHosts([`spelled.test:${port}`, "*.suffix.test"], [`https://own.test:${port}`]);

  /** The outcome of a request through the agent, with its number of lookups and connections. */
  const attempt = async (
    url: string,
    answers: readonly string[],
    allowPrivate = false,
    trusted = someHosts(),
    breaker = { isOpen: (_host: string) => false },
  ) => {
    let lookups = 0;
    const before = reached;
    const agent = createGuardedAgent({
      ...{ trusted, breaker, allowPrivate },
      connectTimeoutMs: 2000,
      stallTimeoutMs: 2000,
      resolve: async () => {
        lookups++;
        return answers;
      },
    });
    const error = await request(url, { dispatcher: agent }).catch((reason: unknown) => reason);
    await agent.destroy();
    return { code: error instanceof Refusal ? error.code : "other", lookups, reached: reached - before };
  };

  const REFUSED_UNRESOLVED = { code: "image_url_untrusted", lookups: 0, reached: 0 };
  /** Fails like an unknown host, not like an untrusted one. */
  const FAILED_ONCE_RESOLVED = { code: "image_host_failed", lookups: 1, reached: 0 };

  describe("createGuardedAgent", () => {
    it.each([
      "https://127.0.0.1:PORT/",
      "https://2130706433:PORT/",
      "https://0x7f.1:PORT/",
      "https://127.1:PORT/",
      "https://0:PORT/",
      "https://017700000001:PORT/",
      "https://[::ffff:127.0.0.1]:PORT/",
      "https://[::1]:PORT/",
      "http://spelled.test:PORT/",
      "http://127.0.0.1:PORT/",
      "https://localhost:PORT/",
      "https://unknown.test:PORT/",
      "https://spelled.test/",
      "https://spelled.test.:PORT/",
      "https://a.suffix.test:PORT/",
    ])("refuses %s before any lookup", async (url) => {
      expect(await attempt(url.replace("PORT", String(port)), ["127.0.0.1"], true)).toEqual(REFUSED_UNRESOLVED);
    });

    it.each([
      "https://127.0.0.1:PORT/",
      "https://127.1:PORT/",
      "https://[::ffff:127.0.0.1]:PORT/",
      "http://spelled.test:PORT/",
    ])("refuses %s even if it is trusted", async (url) => {
      const outcome = await attempt(url.replace("PORT", String(port)), ["127.0.0.1"], true, () => "exact");
      expect(outcome).toEqual(REFUSED_UNRESOLVED);
    });

    const PRIVATE = ["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "::1", "fd12::1"];
    const NEVER = [
      "0.0.0.0",
      "169.254.169.254",
      "169.254.170.2",
      "100.100.100.200",
      "168.63.129.16",
      "192.0.0.192",
      "255.255.255.255",
      "::",
      "::ffff:127.0.0.1",
      "::127.0.0.1",
      "64:ff9b::7f00:1",
      "64:ff9b:1::7f00:1",
      "2002:7f00:1::",
      "2001:0:4136:e378:8000:63bf:80ff:fffe",
      "2606:4700::5efe:7f00:1",
      "fd00:ec2::254",
      "fe80::1",
      "ff02::1",
      "not an address",
    ];

    it.each([...PRIVATE, ...NEVER])("refuses a trusted name that resolves to %s", async (address) => {
      expect(await attempt(`https://spelled.test:${port}/`, [address])).toEqual(FAILED_ONCE_RESOLVED);
      expect(await attempt(`https://own.test:${port}/`, [address], true)).toEqual(FAILED_ONCE_RESOLVED);
    });

    it.each(NEVER)("refuses %s even if private addresses are allowed", async (address) => {
      expect(await attempt(`https://spelled.test:${port}/`, [address], true)).toEqual(FAILED_ONCE_RESOLVED);
    });

    it("refuses private addresses for names trusted by suffix, even if private addresses are allowed", async () => {
      expect(await attempt("https://a.suffix.test/", ["127.0.0.1"], true)).toEqual(FAILED_ONCE_RESOLVED);
    });

    it.each([
      [["93.184.216.34", "127.0.0.1"]],
      [["127.0.0.1", "93.184.216.34"]],
      [["2606:4700::1111", "93.184.216.34", "169.254.169.254"]],
    ])("refuses all of %j because one is not public", async (answers) => {
      expect(await attempt(`https://spelled.test:${port}/`, answers)).toEqual(FAILED_ONCE_RESOLVED);
    });

    it("connects an exactly listed name to a private address if allowed", async () => {
      const outcome = await attempt(`https://spelled.test:${port}/`, ["127.0.0.1"], true);
      expect(outcome).toEqual({ code: "other", lookups: 1, reached: 1 });
    });

    it("fails without a refusal if the name has no address", async () => {
      const outcome = await attempt(`https://spelled.test:${port}/`, []);
      expect(outcome).toEqual({ code: "other", lookups: 1, reached: 0 });
    });

    it("opens no connection to a host that the breaker closes", async () => {
      const breaker = { isOpen: (host: string) => host === `spelled.test:${port}` };
      const outcome = await attempt(`https://spelled.test:${port}/`, ["127.0.0.1"], true, someHosts(), breaker);
      expect(outcome).toEqual({ code: "image_host_down", lookups: 0, reached: 0 });
    });
  });
});

describe("pinned connection", () => {
  /** A listener that accepts everything and sends nothing. */
  let silent: Server;
  let bytes = 0;
  let closed = 0;

  beforeAll(async () => {
    silent = createServer((socket) => {
      socket.on("data", (piece) => {
        bytes += piece.length;
      });
      socket.on("error", () => {}).on("close", () => closed++);
    }).listen(0, "127.0.0.1");
    await once(silent, "listening");
  });

  beforeEach(() => {
    bytes = 0;
    closed = 0;
  });

  afterAll(() => new Promise((resolve) => silent.close(resolve)));

  const portOf = () => (silent.address() as AddressInfo).port;
  const loopback = () => createPins(async () => ["127.0.0.1"], true);

  describe("a pinned connection", () => {
    it("sends no byte to an address that was not resolved", async () => {
      // the name was rebound between resolving and connecting
      const dial: Dial = ({ port, lookup }) =>
        connect({
          host: "moved.test",
          port,
          lookup: (_name, _options, done) =>
            lookup("a.test", {}, () => done(null, [{ address: "127.0.0.1", family: 4 }])),
        });
      const pins = createPins(async () => ["127.0.0.9"], true);
      const opening = connectPinned("a.test", portOf(), { pins, timeoutMs: 2000, tls: {}, dial });
      await expect(opening).rejects.toMatchObject({ cause: "connected to an address that was not resolved" });
      await expect.poll(() => closed).toBe(1);
      expect(bytes).toBe(0);
    });

    it("times out if lookup, connection and handshake together take too long", async () => {
      const slowly = createPins(async () => {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        return ["127.0.0.1"];
      }, true);
      const begun = performance.now();
      const opening = connectPinned("a.test", portOf(), { pins: slowly, timeoutMs: 2000, tls: {} });
      await expect(opening).rejects.toMatchObject({ code: "UND_ERR_CONNECT_TIMEOUT" });
      expect(performance.now() - begun).toBeLessThan(3400);
      await expect.poll(() => closed).toBe(1);
      expect(bytes).toBeGreaterThan(0);
    });

    it("times out if its name never resolves", async () => {
      const pins = createPins(() => new Promise(() => {}), true);
      const opening = connectPinned("a.test", portOf(), { pins, timeoutMs: 50, tls: {} });
      await expect(opening).rejects.toMatchObject({ code: "UND_ERR_CONNECT_TIMEOUT" });
    });

    it("fails with the network error", async () => {
      const port = await freePort();
      const opening = connectPinned("a.test", port, { pins: loopback(), timeoutMs: 2000, tls: {} });
      await expect(opening).rejects.toMatchObject({ code: "ECONNREFUSED" });
    });
  });

  const freePort = async (): Promise<number> => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  };
});
