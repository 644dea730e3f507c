import { isIP, type LookupFunction } from "node:net";
import { refused } from "./checked-url.ts";
import { type IpNumber, ipNumber } from "./ip-number.ts";
/** A CIDR block minus some parts of it, like a Kubernetes NetworkPolicy's `ipBlock`. */
export type AddressBlock = { readonly cidr: string; readonly except: readonly string[] };

/**
 * Public internet addresses, after the IANA special-purpose registries. IPv6 is an allowlist: mapped, NAT64,
 * unique-local, link-local and multicast forms are outside global unicast, and a blocklist would never be complete.
 */
export const PUBLIC_BLOCKS: readonly AddressBlock[] = [
  {
    cidr: "0.0.0.0/0",
    except: [
      "0.0.0.0/8", // this host
      "10.0.0.0/8", // private, RFC 1918
      "100.64.0.0/10", // carrier-grade NAT, RFC 6598
      "127.0.0.0/8", // loopback
      "168.63.129.16/32", // Azure's platform endpoint, inside each of its virtual networks
      "169.254.0.0/16", // link-local: metadata services of most clouds
      "172.16.0.0/12", // private, RFC 1918
      "192.0.0.0/24", // IETF protocol assignments, Oracle's metadata service among them
      "192.0.2.0/24", // documentation
      "192.31.196.0/24", // AS112
      "192.52.193.0/24", // AMT
      "192.88.99.0/24", // 6to4 relays, withdrawn
      "192.168.0.0/16", // private, RFC 1918
      "192.175.48.0/24", // AS112
      "198.18.0.0/15", // benchmarks
      "198.51.100.0/24", // documentation
      "203.0.113.0/24", // documentation
      "224.0.0.0/4", // multicast
      "240.0.0.0/4", // reserved, broadcast
    ],
  },
  {
    cidr: "2000::/3",
    except: [
      "2001::/23", // IETF protocol assignments, Teredo among them
      "2001:db8::/32", // documentation
      "2002::/16", // 6to4: carries any IPv4 address
      "2620:4f:8000::/48", // AS112
      "3fff::/20", // documentation
    ],
  },
];

/**
 * Addresses where an operator may run an image store. Excludes link-local addresses and the metadata services that
 * clouds place in private ranges.
 */
const PRIVATE_BLOCKS: readonly AddressBlock[] = [
  { cidr: "10.0.0.0/8", except: [] },
  { cidr: "100.64.0.0/10", except: ["100.100.100.200/32"] }, // Alibaba's metadata service
  { cidr: "127.0.0.0/8", except: [] },
  { cidr: "172.16.0.0/12", except: [] },
  { cidr: "192.168.0.0/16", except: [] },
  { cidr: "::1/128", except: [] },
  { cidr: "fc00::/7", except: ["fd00:ec2::/32", "fd20:ce::/32"] }, // metadata services of AWS, of Google
];

/** Resolves all addresses of a host name; rejects if the name does not exist. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Where one connection may go. */
export type Pins = {
  /** Resolves the name once and returns its addresses, provided that all of them are permitted. */
  readonly lookup: LookupFunction;
  /** The problem with a socket's peer address; null if it is one of the pinned addresses. */
  readonly faultOf: (socket: { readonly remoteAddress?: string | undefined } | null) => Error | null;
};

/** Pins for one connection: public addresses only, or private ones too. */
export const createPins = (resolve: Resolve, mayBePrivate: boolean): Pins => {
  let pinned: readonly string[] = [];
  const pin = async (hostname: string) => {
    pinned = permitted(await resolve(hostname), mayBePrivate);
    return pinned.map((address) => ({ address, family: isIP(address) }));
  };
  return {
    lookup: (hostname, { all }, callback) => {
      pin(hostname).then(
        (answers) => {
          const [first] = answers;
          if (first === undefined) callback(new Error("the name has no address"), "");
          else if (all) callback(null, answers);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, ""),
      );
    },
    faultOf: (socket) => faultAt(socket?.remoteAddress, pinned),
  };
};

/**
 * All resolved addresses, or a refusal if one is not permitted: a name that mixes public and private addresses is an
 * attack. The refusal is the same as for an unreachable host, so it does not reveal internal names.
 */
const permitted = (answers: readonly string[], mayBePrivate: boolean): readonly string[] => {
  const allowed = (ip: string) => isPublicAddress(ip) || (mayBePrivate && isPrivateAddress(ip));
  if (!answers.every(allowed)) throw refused("image_host_failed", "host at an address that is not allowed");
  return answers;
};

const faultAt = (remote: string | undefined, pinned: readonly string[]): Error | null => {
  if (remote === undefined) return Object.assign(new Error("the connection closed at once"), { code: "ECONNRESET" });
  if (pinned.some((ip) => isSameAddress(ip, remote))) return null;
  return refused("image_host_failed", "connected to an address that was not resolved");
};

/** Whether `ip` is a public internet address. False for anything that is not an address. */
export const isPublicAddress = (ip: string): boolean => isInside(ip, publicRanges);

/** Whether `ip` is a private or loopback address where an operator's image store may be. */
export const isPrivateAddress = (ip: string): boolean => isInside(ip, privateRanges);

/** Whether two spellings mean the same address. */
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
 * An interface identifier that embeds an IPv4 address (RFC 5214, section 6.1). It can have any network prefix, so no
 * block covers it; the universal and group bits vary.
 */
const isIsatap = (ip: IpNumber): boolean => ip.width === 128 && ((ip.value >> 32n) & 0xfcff_ffffn) === 0x5efen;
