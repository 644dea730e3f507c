import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { ERRORS, Refusal } from "@lumiglyph/contract";
import { request } from "undici";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectPinned, createFailedHosts, createGuardedAgent, type Dial } from "./guarded-agent.ts";
import { createPins } from "./pins.ts";
import { trustedHosts } from "./trusted-hosts.ts";

describe("guarded agent", () => {
  /** Stands in for everything private: a request that reaches it got past the guard. */
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
  const attempt = async (url: string, answers: readonly string[], allowPrivate = false, trusted = someHosts()) => {
    let lookups = 0;
    const before = reached;
    const agent = createGuardedAgent({
      trusted,
      allowPrivate,
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

    describe("remembers an unreachable host", () => {
      /** An agent whose names resolve to `answers` in turn, and the outcome of each request. */
      const agentWith = (answers: (readonly string[] | Error)[]) => {
        let now = 0;
        let lookups = 0;
        const agent = createGuardedAgent({
          trusted: trustedHosts([`one.test:${port}`, `two.test:${port}`]),
          allowPrivate: true,
          connectTimeoutMs: 2000,
          stallTimeoutMs: 2000,
          clock: () => now,
          resolve: async () => {
            const answer = answers[lookups++] ?? [];
            if (answer instanceof Error) throw answer;
            return answer;
          },
        });
        const failure = async (name = "one.test") => {
          const error = await request(`https://${name}:${port}/`, { dispatcher: agent }).catch((reason) => reason);
          return [error.message, lookups];
        };
        return { agent, failure, pass: (ms: number) => (now += ms) };
      };

      it("for thirty seconds, with the same failure, and no other host", async () => {
        const { agent, failure, pass } = agentWith([new Error("no such name"), new Error("other"), new Error("still")]);
        expect(await failure()).toEqual(["no such name", 1]);
        pass(29_999);
        expect(await failure()).toEqual(["no such name", 1]);
        expect(await failure("two.test")).toEqual(["other", 2]);
        pass(1);
        expect(await failure()).toEqual(["still", 3]);
        await agent.destroy();
      });

      it("with a forbidden address as if it did not exist", async () => {
        const { agent, failure } = agentWith([["169.254.169.254"], ["93.184.216.34"]]);
        expect(await failure()).toEqual([ERRORS.image_host_failed.says, 1]);
        expect(await failure()).toEqual([ERRORS.image_host_failed.says, 1]);
        await agent.destroy();
      });

      it("but not a URL that is refused by its text", async () => {
        const { agent, failure } = agentWith([["127.0.0.1"]]);
        expect(await failure("three.test")).toEqual([ERRORS.image_url_untrusted.says, 0]);
        const before = reached;
        await failure();
        expect(reached).toBe(before + 1);
        await agent.destroy();
      });
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

describe("failed hosts", () => {
  const remembering = () => {
    let now = 1_000_000;
    const hosts = createFailedHosts(() => now);
    return { hosts, pass: (ms: number) => (now += ms) };
  };

  const refused = new Error("connection refused");
  const slow = new Error("too slow");

  describe("the list", () => {
    it("remembers a host for thirty seconds with its own failure", () => {
      const { hosts, pass } = remembering();
      hosts.remember("a.test:443", refused);
      hosts.remember("b.test:443", slow);
      expect([hosts.recall("a.test:443"), hosts.recall("b.test:443")]).toEqual([refused, slow]);
      pass(29_999);
      expect(hosts.recall("a.test:443")).toBe(refused);
      pass(1);
      expect(hosts.recall("a.test:443")).toBeNull();
    });

    it("identifies hosts by name and port", () => {
      const { hosts } = remembering();
      hosts.remember("a.test:443", refused);
      expect([hosts.recall("a.test:8443"), hosts.recall("b.test:443")]).toEqual([null, null]);
    });

    it("restarts the time when a host fails again", () => {
      const { hosts, pass } = remembering();
      hosts.remember("a.test:443", refused);
      pass(20_000);
      hosts.remember("a.test:443", slow);
      pass(20_000);
      expect(hosts.recall("a.test:443")).toBe(slow);
    });

    it("forgets a host that becomes reachable", () => {
      const { hosts } = remembering();
      hosts.remember("a.test:443", refused);
      hosts.forget("a.test:443");
      expect(hosts.recall("a.test:443")).toBeNull();
    });

    it("holds at most a thousand hosts and evicts the oldest", () => {
      const { hosts } = remembering();
      for (let count = 0; count < 1000; count++) hosts.remember(`${count}.test:443`, refused);
      hosts.remember("0.test:443", slow);
      expect(hosts.recall("1.test:443")).toBe(refused);
      hosts.remember("another.test:443", refused);
      expect(hosts.recall("1.test:443")).toBeNull();
      expect([hosts.recall("0.test:443"), hosts.recall("2.test:443")]).toEqual([slow, refused]);
    });
  });
});
