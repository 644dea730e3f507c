import type { IncomingMessage } from "node:http";
import { headerValues } from "../http/headers.ts";
import { type IpNumber, ipNumber } from "../security/ip-number.ts";

/** The parts of a request that identify its sender. */
type ClientRequest = Pick<IncomingMessage, "rawHeaders"> & {
  readonly socket: Pick<IncomingMessage["socket"], "remoteAddress">;
};

/**
 * The client a request is charged to: an IPv4 address, an IPv6 /64 (the smallest allocation of a subscriber), or the
 * operator.
 */
export type ClientOf = (request: ClientRequest) => string;

/** A caller with the platform credential, which has no limits. Cannot collide with a client key. */
export const OPERATOR = "operator";

/**
 * Reads the client from the connection, and from `X-Forwarded-For` as far as the operator's proxies wrote it. Reads no
 * other header, not even `Forwarded` (RFC 7239): a proxy that appends to one of the two passes on a forged other one.
 */
export const createClientOf = (
  isProxy: TrustedProxies,
  isOperator: (rawHeaders: readonly string[]) => boolean = () => false,
  warn: (sentence: string) => void = () => {},
): ClientOf => {
  let hasWarned = false;
  return ({ socket, rawHeaders }) => {
    if (isOperator(rawHeaders)) return OPERATOR;
    const peer = plainAddress(socket.remoteAddress ?? "");
    if (peer === null) return UNKNOWN_CLIENT;
    const hops = hopsOf(rawHeaders);
    if (isProxy(peer)) return keyOf(origin(peer, hops, isProxy));
    // warn once, because any client can send the header
    if (hops.length > 0 && !hasWarned) {
      hasWarned = true;
      warn(UNNAMED_PROXY);
    }
    return keyOf(peer);
  };
};

const UNNAMED_PROXY =
  "A request with X-Forwarded-For came from an address that SERVICE_TRUSTED_PROXIES does not name. If it is your proxy's, all its clients count as one: set for example SERVICE_TRUSTED_PROXIES=10.0.0.0/8, with your proxies' network.";

/** Stands for clients whose connection closed before its address was read. */
const UNKNOWN_CLIENT = "nobody";

/**
 * The client of the outermost trusted proxy. Each hop was written by the one to its right, so this walks from the right
 * and stops at the first untrusted hop: anything left of it is unverified. If a proxy names no address, the proxy
 * itself counts.
 */
const origin = (peer: IpNumber, hops: readonly string[], isProxy: TrustedProxies): IpNumber => {
  let known = peer;
  for (const hop of hops.toReversed()) {
    const address = addressOf(hop);
    if (address === null) return known;
    known = address;
    if (!isProxy(known)) return known;
  }
  return known;
};

/** The members of all `X-Forwarded-For` fields in order, without empty ones (RFC 9110, section 5.6.1.2). */
const hopsOf = (rawHeaders: readonly string[]): readonly string[] =>
  headerValues(rawHeaders, "x-forwarded-for")
    .flatMap((value) => value.split(","))
    .map((hop) => hop.trim())
    .filter((hop) => hop !== "");

/** A hop's address. Some proxies append the port and put IPv6 addresses in brackets. */
const addressOf = (hop: string): IpNumber | null => {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([0-9.]+))(?::[0-9]{1,5})?$/.exec(hop) ?? [];
  return plainAddress(bracketed ?? plain ?? hop);
};

const keyOf = ({ width, value }: IpNumber): string =>
  width === 32 ? `4:${value.toString(16).padStart(8, "0")}` : `6:${(value >> 64n).toString(16).padStart(16, "0")}`;

/**
 * Parses an address in any spelling: IPv6 sockets show IPv4 peers in mapped form, and link-local addresses may have a
 * zone. Null if it is not an address.
 */
export const plainAddress = (text: string): IpNumber | null => {
  const ip = ipNumber(text.replace(/%.*$/s, ""));
  return ip !== null && isMapped(ip) ? { width: 32, value: ip.value & 0xffff_ffffn } : ip;
};

/** Whether an address is an IPv4 one in ::ffff:0:0/96 (RFC 4291, section 2.5.5.2). */
const isMapped = ({ width, value }: IpNumber): boolean => width === 128 && value >> 32n === 0xffffn;

/** Whether an address is one of the operator's proxies, whose forwarding headers are trusted. */
type TrustedProxies = (address: IpNumber) => boolean;

/** Builds the matcher from CIDR blocks. Throws for an invalid entry, with a message for the operator. */
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
  if (length === 0) throw new Error(`"${cidr}" would trust every client. Name the proxies' own addresses.`);
  if (isMapped(ip)) throw new Error(`"${cidr}" is IPv4 written as IPv6. Write the IPv4 block itself.`);
  const shift = BigInt(ip.width - length);
  if ((ip.value >> shift) << shift !== ip.value) {
    throw new Error(
      `"${cidr}" is an address inside its block. Write /${ip.width} for that address, or the first address of the block.`,
    );
  }
  return { width: ip.width, prefix: ip.value >> shift, shift };
};

const misspelled = (cidr: string): Error =>
  new Error(`"${cidr}" is not a CIDR block. Write for example 10.0.0.0/8, fd00::/8, or 192.0.2.7/32 for one address.`);
