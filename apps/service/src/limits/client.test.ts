import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createClientOf, plainAddress, trustedProxies } from "./client.ts";

/** The client key of a request from this peer with these header lines. */
const client = (peer: string | undefined, headers: readonly (readonly [string, string])[] = [], proxies = PROXIES) =>
  createClientOf(trustedProxies(proxies))({ socket: { remoteAddress: peer }, rawHeaders: headers.flat() });

const PROXIES = ["10.0.0.0/8", "fd00::/8"];
const forwarded = (...values: string[]) => values.map((value) => ["X-Forwarded-For", value] as const);
const plain = (address: string) => client(address, [], []);

describe("a client", () => {
  test.each([
    ["an IPv4 address", "203.0.113.5", "4:cb007105"],
    ["an IPv4-mapped IPv6 address", "::ffff:203.0.113.5", "4:cb007105"],
    ["the /64 of an IPv6 address", "2001:db8:1:2:3:4:5:6", "6:20010db800010002"],
    ["the same /64 from its other end", "2001:db8:1:2:ffff:ffff:ffff:ffff", "6:20010db800010002"],
    ["another /64", "2001:db8:1:3::", "6:20010db800010003"],
    ["a link-local address with its zone", "fe80::1%eth0", "6:fe80000000000000"],
  ])("is %s", (_what, address, key) => {
    expect(plain(address)).toBe(key);
  });

  test('is "nobody" if the connection is gone', () => {
    expect(client(undefined)).toBe("nobody");
  });
});

describe("X-Forwarded-For", () => {
  test.each<[what: string, peer: string, lines: readonly (readonly [string, string])[], counts: string]>([
    ["from an untrusted peer is ignored", "203.0.113.5", forwarded("198.51.100.1"), "203.0.113.5"],
    ["from an untrusted peer that names a proxy is ignored", "203.0.113.5", forwarded("10.0.0.1"), "203.0.113.5"],
    ["from a proxy names the client", "10.0.0.1", forwarded("203.0.113.5"), "203.0.113.5"],
    ["from a proxy over an IPv6 socket, too", "::ffff:10.0.0.1", forwarded("203.0.113.5"), "203.0.113.5"],
    ["from an IPv6 proxy, too", "fd00::1", forwarded("2001:db8::1"), "2001:db8::1"],
    ["may be forged up to what the proxy wrote", "10.0.0.1", forwarded("1.1.1.1, 203.0.113.5"), "203.0.113.5"],
    ["may be forged in a line of its own", "10.0.0.1", forwarded("1.1.1.1", "203.0.113.5"), "203.0.113.5"],
    ["passes through all proxies", "10.0.0.1", forwarded("203.0.113.5, 10.0.0.3, 10.0.0.2"), "203.0.113.5"],
    [
      "stops at the first address that is not a proxy",
      "10.0.0.1",
      forwarded("1.1.1.1, 203.0.113.5, 10.0.0.2"),
      "203.0.113.5",
    ],
    ["with a forged proxy in front", "10.0.0.1", forwarded("10.9.9.9, 203.0.113.5"), "203.0.113.5"],
    ["with only proxies counts as the outermost", "10.0.0.1", forwarded("10.0.0.3, 10.0.0.2"), "10.0.0.3"],
    ["is absent: the proxy counts", "10.0.0.1", [], "10.0.0.1"],
    ["is empty: the proxy counts", "10.0.0.1", forwarded(""), "10.0.0.1"],
    ["ignores empty members", "10.0.0.1", forwarded("1.1.1.1, 203.0.113.5, , "), "203.0.113.5"],
    ["has no address: the proxy counts", "10.0.0.1", forwarded("unknown"), "10.0.0.1"],
    ["has no address after a proxy: that proxy counts", "10.0.0.1", forwarded("1.1.1.1, x, 10.0.0.2"), "10.0.0.2"],
    ["has a port", "10.0.0.1", forwarded("203.0.113.5:4711"), "203.0.113.5"],
    ["has brackets", "10.0.0.1", forwarded("[2001:db8::1]"), "2001:db8::1"],
    ["has brackets and a port", "10.0.0.1", forwarded("[2001:db8::1]:4711"), "2001:db8::1"],
    ["has a mapped proxy", "10.0.0.1", forwarded("203.0.113.5, ::ffff:10.0.0.2"), "203.0.113.5"],
    ["has octal digits: the proxy counts", "10.0.0.1", forwarded("0313.0.113.5"), "10.0.0.1"],
    ["has a whole number: the proxy counts", "10.0.0.1", forwarded("3405803781"), "10.0.0.1"],
    ["has quotes: the proxy counts", "10.0.0.1", forwarded('"203.0.113.5"'), "10.0.0.1"],
    ["has a header name in any case", "10.0.0.1", [["x-FORWARDED-for", "203.0.113.5"]], "203.0.113.5"],
    ["is not replaced by Forwarded", "10.0.0.1", [["Forwarded", "for=203.0.113.5"]], "10.0.0.1"],
    ["is not replaced by X-Real-IP", "10.0.0.1", [["X-Real-IP", "203.0.113.5"]], "10.0.0.1"],
    ["wins over Forwarded", "10.0.0.1", [["Forwarded", "for=1.1.1.1"], ...forwarded("203.0.113.5")], "203.0.113.5"],
  ])("%s", (_what, peer, lines, counts) => {
    expect(client(peer, lines)).toBe(plain(counts));
  });

  test("is never trusted if no proxy is configured", () => {
    for (const peer of ["127.0.0.1", "10.0.0.1", "::1"]) {
      expect(client(peer, forwarded("198.51.100.1"), [])).toBe(plain(peer));
    }
  });

  test("from a client has no effect, whatever its content, and parses quickly", () => {
    const any = fc.string({ unit: "binary", maxLength: 400 });
    const lists = fc.oneof(
      any,
      fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), any)).map((hops) => hops.join(", ")),
    );
    fc.assert(
      fc.property(lists, (invented) => {
        expect(client("203.0.113.5", forwarded(invented))).toBe(plain("203.0.113.5"));
        expect(client("10.0.0.1", forwarded(`${invented}, 203.0.113.5`))).toBe(plain("203.0.113.5"));
        expect(client("10.0.0.1", forwarded(invented, "203.0.113.5, 10.0.0.2"))).toBe(plain("203.0.113.5"));
      }),
      { seed: 17, numRuns: 500 },
    );
    const begun = performance.now();
    client("10.0.0.1", forwarded("10.0.0.1,".repeat(1800)));
    client("10.0.0.1", forwarded(`${" ".repeat(16_000)}%`));
    // a pattern that backtracks takes minutes
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});

describe("the warning about an unlisted proxy", () => {
  const warnings = (...requests: readonly (readonly [peer: string, header: string])[]): readonly string[] => {
    const found: string[] = [];
    const isOperator = (rawHeaders: readonly string[]) => rawHeaders.includes("operator");
    const clientOf = createClientOf(trustedProxies(PROXIES), isOperator, (sentence) => found.push(sentence));
    for (const [remoteAddress, header] of requests) {
      clientOf({ socket: { remoteAddress }, rawHeaders: ["X-Forwarded-For", header] });
    }
    return found;
  };

  test("appears once, names the setting, and quotes nothing of the request", () => {
    const found = warnings(["203.0.113.5", "198.51.100.1"], ["203.0.113.6", "kanarienvogel"]);
    expect(found).toEqual([expect.stringContaining("set for example SERVICE_TRUSTED_PROXIES=10.0.0.0/8")]);
    expect(found[0]).not.toMatch(/203\.0|198\.51|kanarienvogel/);
  });

  test("does not appear for a listed proxy, for the operator, or without an address in the header", () => {
    expect(warnings(["10.0.0.1", "198.51.100.1"], ["203.0.113.5", "operator"], ["203.0.113.5", " , "])).toEqual([]);
  });
});

describe("trusted proxies", () => {
  const isTrusted = (cidrs: readonly string[], address: string) => {
    const ip = plainAddress(address);
    if (ip === null) throw new Error(`${address} is no address`);
    return trustedProxies(cidrs)(ip);
  };

  describe("isTrusted", () => {
    test.each([
      ["10.0.0.0/8", "10.255.255.255", true],
      ["10.0.0.0/8", "11.0.0.0", false],
      ["10.0.0.0/8", "::ffff:10.1.2.3", true],
      ["192.0.2.7/32", "192.0.2.7", true],
      ["192.0.2.7/32", "192.0.2.6", false],
      ["172.16.0.0/12", "172.31.255.255", true],
      ["172.16.0.0/12", "172.32.0.0", false],
      ["fd00::/8", "fd12:3456::1", true],
      ["fd00::/8", "fe00::1", false],
      ["2001:db8::1/128", "2001:DB8:0::1", true],
      ["fe80::/10", "fe80::1%eth0", true],
      // the same number as IPv6 is a different address
      ["10.0.0.0/8", "::a00:1", false],
    ])("in %s: %s is %s", (cidr, address, expected) => {
      expect(isTrusted([cidr], address)).toBe(expected);
    });

    test("matches any of the blocks, and never matches an empty list", () => {
      expect(isTrusted(["10.0.0.0/8", "fd00::/8"], "fd00::1")).toBe(true);
      expect(isTrusted([], "127.0.0.1")).toBe(false);
    });
  });

  describe("an invalid block", () => {
    const NO_CIDR = "is not a CIDR block. Write for example 10.0.0.0/8, fd00::/8, or 192.0.2.7/32 for one address.";

    test.each([
      ["10.0.0.1", NO_CIDR],
      ["10.0.0.0/33", NO_CIDR],
      ["fd00::/129", NO_CIDR],
      ["10.0.0.0/", NO_CIDR],
      ["10.0.0.0/-8", NO_CIDR],
      ["10.0.0.0/8.0", NO_CIDR],
      ["10.0.0/8", NO_CIDR],
      ["010.0.0.0/8", NO_CIDR],
      ["proxy.example/24", NO_CIDR],
      ["fe80::1%eth0/64", NO_CIDR],
      ["loopback", NO_CIDR],
      ["2", NO_CIDR],
      ["10.0.0.1/8", "is an address inside its block. Write /32 for that address, or the first address of the block."],
      ["fd00::1/8", "is an address inside its block. Write /128 for that address, or the first address of the block."],
      ["0.0.0.0/0", "would trust every client. Name the proxies' own addresses."],
      ["::/0", "would trust every client. Name the proxies' own addresses."],
      ["::ffff:10.0.0.0/104", "is IPv4 written as IPv6. Write the IPv4 block itself."],
    ])("%s is refused with an explanation", (cidr, words) => {
      expect(() => trustedProxies([cidr])).toThrow(new Error(`"${cidr}" ${words}`));
    });
  });
});
