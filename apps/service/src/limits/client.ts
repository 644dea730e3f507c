import type { IncomingMessage } from "node:http";
import { headerValues } from "../http/raw-headers.ts";
import type { IpNumber } from "../security/ip-number.ts";
import { plainAddress } from "./plain-address.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";

/** What tells who sent a request. */
type Sent = Pick<IncomingMessage, "rawHeaders"> & { readonly socket: Pick<IncomingMessage["socket"], "remoteAddress"> };

/** The client that a request counts for: an IPv4 address, or the /64 that one IPv6 subscriber has at the least. */
export type ClientOf = (request: Sent) => string;

/**
 * Reads the client from the connection, and from `X-Forwarded-For` as far as proxies of the operator wrote it. No other
 * header is read, `Forwarded` (RFC 7239) among them: a proxy that appends to one passes a caller's own other one on.
 */
export const createClientOf =
  (isProxy: TrustedProxies): ClientOf =>
  ({ socket, rawHeaders }) => {
    const peer = plainAddress(socket.remoteAddress ?? "");
    if (peer === null) return NOBODY;
    return keyOf(isProxy(peer) ? origin(peer, hopsOf(rawHeaders), isProxy) : peer);
  };

/** Stands for callers whose connection was gone before anyone asked for its address. */
const NOBODY = "nobody";

/**
 * The caller of the outermost trusted proxy. Each hop was written by the one to its right, so the walk goes leftwards and
 * ends at the first hop that is no proxy of ours: what stands left of it is that caller's own word. Where a proxy names
 * no address, the proxy itself counts.
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

/** The members of all `X-Forwarded-For` fields in their order; empty ones mean nothing (RFC 9110, section 5.6.1.2). */
const hopsOf = (rawHeaders: readonly string[]): readonly string[] =>
  headerValues(rawHeaders, "x-forwarded-for")
    .flatMap((value) => value.split(","))
    .map((hop) => hop.trim())
    .filter((hop) => hop !== "");

/** A hop's address: some proxies write the port behind it, and an IPv6 address in brackets. */
const addressOf = (hop: string): IpNumber | null => {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([0-9.]+))(?::[0-9]{1,5})?$/.exec(hop) ?? [];
  return plainAddress(bracketed ?? plain ?? hop);
};

const keyOf = ({ width, value }: IpNumber): string =>
  width === 32 ? `4:${value.toString(16).padStart(8, "0")}` : `6:${(value >> 64n).toString(16).padStart(16, "0")}`;
