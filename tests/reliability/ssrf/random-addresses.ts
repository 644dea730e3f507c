import { seeded } from "../seeded.ts";

/** An address block: its first address, prefix length and family. */
type Block = { readonly first: bigint; readonly length: number; readonly bits: 32 | 128 };

/**
 * Blocks from which addresses are drawn more often: all of the IANA special-purpose registries, the forms in which IPv6
 * carries IPv4, the metadata services of clouds, and plain public space beside them.
 */
const BLOCKS = [
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 100.100.100.200/32 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 169.254.169.254/32",
  "172.16.0.0/12 192.0.0.0/24 192.0.0.192/32 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16",
  "192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 233.252.0.0/24 240.0.0.0/4 255.255.255.255/32",
  "1.0.0.0/8 8.8.8.0/24 93.184.216.0/24 172.0.0.0/8 192.0.0.0/8 198.0.0.0/8",
  "::/128 ::1/128 ::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 100::/8",
  "2001::/32 2001::/23 2001:1::/32 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28",
  "2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 3ffe::/16 4000::/3 5f00::/16 6000::/3 8000::/3 c000::/3 e000::/4",
  "fc00::/7 fd00:ec2::/32 fd20:ce::/32 fe00::/9 fe80::/10 fec0::/10 ff00::/8 200::/7 400::/6 1000::/4",
  "2000::/3 2001:200::/23 2001:4860::/32 2606:4700::/32 2a00::/12 2620::/23",
].flatMap((line) => line.split(" ").map(blockOf));

/** `count` addresses of both families, most of them in or right beside a special block. */
export const randomAddresses = (count: number, seed: number): readonly string[] => {
  const random = seeded(seed);
  const number = (bits: number) => BigInt(`0x${random.bytes(bits / 8).toString("hex")}`);
  const inside = ({ first, length, bits }: Block) => {
    const rest = BigInt(bits - length);
    const offset = rest === 0n ? 0n : number(bits) & ((1n << rest) - 1n);
    // a wrong prefix shows at the first and last address and their neighbors
    const edges = [first, first + (1n << rest) - 1n, first - 1n, first + (1n << rest)];
    const value = random.chance(0.2) ? random.pick(edges) : first + offset;
    return written(withIsatap(BigInt.asUintN(bits, value), bits, random.chance(0.05)), bits);
  };
  const anywhere = () => (random.chance(0.5) ? written(number(32), 32) : written(number(128), 128));
  return Array.from({ length: count }, () => (random.chance(0.85) ? inside(random.pick(BLOCKS)) : anywhere()));
};

/** The address, or one of its network with an embedded IPv4 address (ISATAP), with the two free bits at random. */
const withIsatap = (value: bigint, bits: 32 | 128, yes: boolean): bigint => {
  if (bits === 32 || !yes) return value;
  const flags = (value & 3n) << 56n;
  return ((value >> 64n) << 64n) | flags | (0x5efen << 32n) | (value & 0xffff_ffffn);
};

function blockOf(cidr: string): Block {
  const [address = "", length] = cidr.split("/");
  const bits = address.includes(":") ? 128 : 32;
  return { first: bits === 32 ? fromDotted(address) : fromGroups(address), length: Number(length), bits };
}

function fromDotted(address: string): bigint {
  return address.split(".").reduce((value, part) => value * 256n + BigInt(part), 0n);
}

function fromGroups(address: string): bigint {
  const [left = [], right = []] = address.split("::").map((side) => (side === "" ? [] : side.split(":")));
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
  return groups.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}

/** An address as a resolver writes it, but with all zeros of IPv6. */
function written(value: bigint, bits: 32 | 128): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
  const digits = value.toString(16).padStart(32, "0");
  return (digits.match(/.{4}/g) ?? []).join(":");
}
