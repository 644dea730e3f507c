import { type IpNumber, ipNumber } from "../security/ip-number.ts";
import { isMapped } from "./plain-address.ts";

/** Whether an address is one of the operator's own proxies, whose word about its caller is believed. */
export type TrustedProxies = (address: IpNumber) => boolean;

/** Builds the matcher from CIDR blocks. An entry that cannot be meant throws, in words for the operator. */
export const trustedProxies = (cidrs: readonly string[]): TrustedProxies => {
  const blocks = cidrs.map(blockOf);
  return ({ width, value }) => blocks.some((block) => block.width === width && value >> block.shift === block.prefix);
};

type Block = { readonly width: 32 | 128; readonly prefix: bigint; readonly shift: bigint };

const blockOf = (cidr: string): Block => {
  const [, base = "", digits = ""] = /^([0-9a-f:.]+)\/([0-9]{1,3})$/i.exec(cidr) ?? [];
  const ip = ipNumber(base);
  const length = Number(digits);
  if (ip === null || length > ip.width) throw misspelled(cidr);
  if (length === 0) throw new Error(`"${cidr}" would believe every caller. Name the proxies' own addresses.`);
  if (isMapped(ip)) throw new Error(`"${cidr}" is IPv4 written as IPv6. Write the IPv4 block itself.`);
  const shift = BigInt(ip.width - length);
  if ((ip.value >> shift) << shift !== ip.value) {
    throw new Error(`"${cidr}" is an address inside its block. Write /${ip.width} for that one, or the block's first.`);
  }
  return { width: ip.width, prefix: ip.value >> shift, shift };
};

const misspelled = (cidr: string): Error =>
  new Error(`"${cidr}" is no CIDR block. Write for example 10.0.0.0/8, fd00::/8, or 192.0.2.7/32 for one address.`);
