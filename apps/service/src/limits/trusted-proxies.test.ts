import { describe, expect, test } from "vitest";
import { plainAddress, trustedProxies } from "./client.ts";

const isTrusted = (cidrs: readonly string[], address: string) => {
  const ip = plainAddress(address);
  if (ip === null) throw new Error(`${address} is no address`);
  return trustedProxies(cidrs)(ip);
};

describe("a trusted proxy", () => {
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
    // IPv6 of the same number is another world
    ["10.0.0.0/8", "::a00:1", false],
  ])("in %s: %s is %s", (cidr, address, expected) => {
    expect(isTrusted([cidr], address)).toBe(expected);
  });

  test("is in any of the blocks, and in none where there are none", () => {
    expect(isTrusted(["10.0.0.0/8", "fd00::/8"], "fd00::1")).toBe(true);
    expect(isTrusted([], "127.0.0.1")).toBe(false);
  });
});

describe("a block that cannot be meant", () => {
  const NO_CIDR = "is no CIDR block. Write for example 10.0.0.0/8, fd00::/8, or 192.0.2.7/32 for one address.";

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
    ["10.0.0.1/8", "is an address inside its block. Write /32 for that one, or the block's first."],
    ["fd00::1/8", "is an address inside its block. Write /128 for that one, or the block's first."],
    ["0.0.0.0/0", "would believe every caller. Name the proxies' own addresses."],
    ["::/0", "would believe every caller. Name the proxies' own addresses."],
    ["::ffff:10.0.0.0/104", "is IPv4 written as IPv6. Write the IPv4 block itself."],
  ])("%s is refused in words", (cidr, words) => {
    expect(() => trustedProxies([cidr])).toThrow(new Error(`"${cidr}" ${words}`));
  });
});
