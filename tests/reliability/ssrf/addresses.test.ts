import { BlockList, isIP } from "node:net";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "../../../apps/service/src/security/pins.ts";
import { DIFFERENCES, ISATAP } from "./differences.ts";
import { ORACLES } from "./oracles.ts";
import { randomAddresses } from "./random-addresses.ts";

const ADDRESSES = randomAddresses(10_000, 1918);

const ROWS = DIFFERENCES.map(({ block }) => {
  const [first = "", length] = block.split("/");
  const list = new BlockList();
  list.addSubnet(first, Number(length), isIP(first) === 6 ? "ipv6" : "ipv4");
  return { block, list };
});

const isIsatap = (address: string): boolean => {
  const groups = address.split(":").map((group) => Number.parseInt(group, 16));
  return groups.length === 8 && (groups[4]! & ISATAP.mask) === ISATAP.groups[0] && groups[5] === ISATAP.groups[1];
};

/** The row of the table that contains an address, or null. */
const rowOf = (address: string): string | null => {
  if (isIP(address) === 6 && isIsatap(address)) return "ISATAP";
  // a list of IPv4 blocks would match an IPv4-mapped address; ours are looked up by family
  const kind = isIP(address) === 6 ? "ipv6" : "ipv4";
  return (
    ROWS.find(({ block, list }) => block.includes(":") === (kind === "ipv6") && list.check(address, kind))?.block ??
    null
  );
};

describe("of 10,000 random addresses", () => {
  for (const [name, wouldConnect] of Object.entries(ORACLES)) {
    const apart = ADDRESSES.filter((address) => isPublicAddress(address) !== wouldConnect(address));

    test(`every address that ${name} refuses is refused here`, () => {
      expect(apart.filter(isPublicAddress)).toEqual([]);
    });

    test(`addresses that ${name} accepts and we refuse are in the table, and each of its rows is hit`, () => {
      const rows = new Map<string, number>();
      for (const address of apart) rows.set(rowOf(address) ?? address, (rows.get(rowOf(address) ?? address) ?? 0) + 1);
      expect([...rows.keys()].toSorted()).toEqual([...DIFFERENCES.map(({ block }) => block), "ISATAP"].toSorted());
      const listed = [...rows].map(([row, count]) => `${row} ${count}`).join(", ");
      console.log(`${ADDRESSES.length} addresses, ${name}: ${apart.length} apart (${listed}).`);
    });
  }

  test("each kind and each verdict has a fair share", () => {
    const open = ADDRESSES.filter(isPublicAddress);
    const counts = [4, 6].map((kind) => [ADDRESSES, open].map((list) => list.filter((ip) => isIP(ip) === kind).length));
    for (const count of counts.flat()) expect(count).toBeGreaterThan(800);
    expect(new Set(ADDRESSES).size).toBeGreaterThan(7000);
  });
});
