import { type AddressBlock, PRIVATE_BLOCKS, PUBLIC_BLOCKS } from "./address-blocks.ts";
import { type IpNumber, ipNumber } from "./ip-number.ts";

/** Whether `ip` is an address on the public internet. False for whatever is not an address. */
export const isPublicAddress = (ip: string): boolean => isInside(ip, publicRanges);

/** Whether `ip` is a private or loopback address where an operator's own image store may be. */
export const isPrivateAddress = (ip: string): boolean => isInside(ip, privateRanges);

/** Whether two spellings mean one address. */
export const isSameAddress = (a: string, b: string): boolean => {
  const [x, y] = [ipNumber(a), ipNumber(b)];
  return x !== null && y !== null && x.width === y.width && x.value === y.value;
};

type Range = { readonly width: 32 | 128; readonly prefix: bigint; readonly shift: bigint };
type Ranges = { readonly whole: Range; readonly except: readonly Range[] };

const rangeOf = (cidr: string): Range => {
  const [base = "", length = ""] = cidr.split("/");
  const ip = ipNumber(base);
  if (ip === null) throw new Error(`${cidr} is not an address block`);
  const shift = BigInt(ip.width - Number(length));
  return { width: ip.width, prefix: ip.value >> shift, shift };
};

const rangesOf = (blocks: readonly AddressBlock[]): readonly Ranges[] =>
  blocks.map(({ cidr, except }) => ({ whole: rangeOf(cidr), except: except.map(rangeOf) }));

const publicRanges = rangesOf(PUBLIC_BLOCKS);
const privateRanges = rangesOf(PRIVATE_BLOCKS);

const isInside = (text: string, ranges: readonly Ranges[]): boolean => {
  const ip = ipNumber(text);
  if (ip === null || isIsatap(ip)) return false;
  return ranges.some(({ whole, except }) => holds(whole, ip) && !except.some((range) => holds(range, ip)));
};

const holds = (range: Range, ip: IpNumber): boolean =>
  ip.width === range.width && ip.value >> range.shift === range.prefix;

/**
 * An interface identifier that carries an IPv4 address (RFC 5214, section 6.1), under any network prefix, so that no block
 * describes it. The universal and group bits may be either way.
 */
const isIsatap = (ip: IpNumber): boolean => ip.width === 128 && ((ip.value >> 32n) & 0xfcff_ffffn) === 0x5efen;
