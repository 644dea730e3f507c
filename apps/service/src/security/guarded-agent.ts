import { lookup } from "node:dns/promises";
import { isIP, type Socket } from "node:net";
import type { ConnectionOptions } from "node:tls";
import { Agent, buildConnector } from "undici";
import { createPins, type Resolve } from "./pins.ts";
import { refused } from "./refused.ts";
import { HTTPS_PORT, type TrustedHosts } from "./trusted-hosts.ts";

export type GuardedAgentOptions = {
  readonly trusted: TrustedHosts;
  /** Whether names that the operator spelled out may have private addresses. */
  readonly allowPrivate: boolean;
  /** Milliseconds for resolving, connecting and the TLS handshake together. */
  readonly connectTimeoutMs: number;
  /** Milliseconds of silence before the headers and between two pieces of a body. */
  readonly stallTimeoutMs: number;
  /** The system's resolver unless given. */
  readonly resolve?: Resolve;
  /** Trust anchors and the like, for certificates that Node does not know. */
  readonly tls?: Pick<ConnectionOptions, "ca">;
};

/**
 * An undici agent that opens TLS connections to trusted names only, at addresses that were checked. The guard is the
 * connector itself: one in `lookup` alone never sees a host that is an address. SNI and certificate stay on the name.
 */
export const createGuardedAgent = (options: GuardedAgentOptions): Agent =>
  new Agent({
    connect: (target, callback) => connectGuarded(target, options, callback),
    headersTimeout: options.stallTimeoutMs,
    bodyTimeout: options.stallTimeoutMs,
    connections: SOCKETS_PER_HOST,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 1,
    allowH2: false,
  });

const SOCKETS_PER_HOST = 8;
const KEEP_ALIVE_MS = 1000;
const MAX_HEADER_BYTES = 16_384;

const connectGuarded = (
  target: buildConnector.Options,
  options: GuardedAgentOptions,
  callback: buildConnector.Callback,
): void => {
  const trust = options.trusted(target.hostname, Number(target.port) || HTTPS_PORT);
  const reason = reasonAgainst(target, trust !== null);
  if (reason !== null) {
    callback(refused("image_url_untrusted", reason), null);
    return;
  }
  const pins = createPins(options.resolve ?? systemResolve, options.allowPrivate && trust === "exact");
  const connect = buildConnector({
    ...options.tls,
    lookup: pins.lookup,
    timeout: options.connectTimeoutMs,
    allowH2: false,
    maxCachedSessions: 0,
  });
  connect(target, (error, socket) => {
    const fault = error ?? pins.faultOf(socket);
    if (fault === null) return callback(null, socket as Socket);
    socket?.destroy();
    callback(fault, null);
  });
};

const reasonAgainst = ({ protocol, hostname }: buildConnector.Options, trusted: boolean): string | null => {
  if (protocol !== "https:") return "connection without TLS";
  if (isIP(hostname) !== 0) return "connection to an address instead of a name";
  return trusted ? null : "connection to a host not trusted";
};

const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, order: "verbatim" })).map(({ address }) => address);
