import { type AddressInfo, createServer, type Server } from "node:net";
import { ERRORS, Refusal } from "@lumiglyph/contract";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGuardedAgent } from "./network-fetcher.ts";
import { trustedHosts } from "./trusted-hosts.ts";

/** Stands for everything private: whoever reaches it got past the guard. */
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

/** How a request through the agent ends, and how often anything was resolved or connected for it. */
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
/** As a name that is not there fails, and not as one that is not trusted. */
const FAILED_ONCE_RESOLVED = { code: "image_host_failed", lookups: 1, reached: 0 };

describe("a guarded agent", () => {
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
  ])("refuses %s before it resolves anything", async (url) => {
    expect(await attempt(url.replace("PORT", String(port)), ["127.0.0.1"], true)).toEqual(REFUSED_UNRESOLVED);
  });

  it.each([
    "https://127.0.0.1:PORT/",
    "https://127.1:PORT/",
    "https://[::ffff:127.0.0.1]:PORT/",
    "http://spelled.test:PORT/",
  ])("refuses %s whoever trusts it", async (url) => {
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

  it.each(NEVER)("refuses %s even where private addresses are allowed", async (address) => {
    expect(await attempt(`https://spelled.test:${port}/`, [address], true)).toEqual(FAILED_ONCE_RESOLVED);
  });

  it("refuses names under a suffix private addresses even where those are allowed", async () => {
    expect(await attempt("https://a.suffix.test/", ["127.0.0.1"], true)).toEqual(FAILED_ONCE_RESOLVED);
  });

  it.each([
    [["93.184.216.34", "127.0.0.1"]],
    [["127.0.0.1", "93.184.216.34"]],
    [["2606:4700::1111", "93.184.216.34", "169.254.169.254"]],
  ])("refuses all of %j for the one that is not public", async (answers) => {
    expect(await attempt(`https://spelled.test:${port}/`, answers)).toEqual(FAILED_ONCE_RESOLVED);
  });

  it("connects a spelled-out name to a private address where that is allowed", async () => {
    const outcome = await attempt(`https://spelled.test:${port}/`, ["127.0.0.1"], true);
    expect(outcome).toEqual({ code: "other", lookups: 1, reached: 1 });
  });

  it("fails without a refusal when the name has no address", async () => {
    const outcome = await attempt(`https://spelled.test:${port}/`, []);
    expect(outcome).toEqual({ code: "other", lookups: 1, reached: 0 });
  });

  describe("remembers a host that could not be reached", () => {
    /** An agent whose names have the addresses of `answers` in turn, and what happened to each request in turn. */
    const asking = (answers: (readonly string[] | Error)[]) => {
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
      const { agent, failure, pass } = asking([new Error("no such name"), new Error("other"), new Error("still")]);
      expect(await failure()).toEqual(["no such name", 1]);
      pass(29_999);
      expect(await failure()).toEqual(["no such name", 1]);
      expect(await failure("two.test")).toEqual(["other", 2]);
      pass(1);
      expect(await failure()).toEqual(["still", 3]);
      await agent.destroy();
    });

    it("whose address is not allowed, as if it were not there", async () => {
      const { agent, failure } = asking([["169.254.169.254"], ["93.184.216.34"]]);
      expect(await failure()).toEqual([ERRORS.image_host_failed.says, 1]);
      expect(await failure()).toEqual([ERRORS.image_host_failed.says, 1]);
      await agent.destroy();
    });

    it("but not a URL that is refused for what it says", async () => {
      const { agent, failure } = asking([["127.0.0.1"]]);
      expect(await failure("three.test")).toEqual([ERRORS.image_url_untrusted.says, 0]);
      const before = reached;
      await failure();
      expect(reached).toBe(before + 1);
      await agent.destroy();
    });
  });
});
