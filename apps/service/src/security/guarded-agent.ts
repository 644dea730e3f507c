import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { Agent, type buildConnector } from "undici";
import type { Clock } from "../clock.ts";
import { createFailedHosts, type FailedHosts } from "./failed-hosts.ts";
import { connectPinned, type PinnedConnectionOptions } from "./pinned-connection.ts";
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
  readonly tls?: PinnedConnectionOptions["tls"];
  readonly dial?: PinnedConnectionOptions["dial"];
  readonly clock?: Clock;
};

/**
 * An undici agent that opens TLS connections to trusted names only, at addresses that were checked. The guard is the
 * connector itself: one in `lookup` alone never sees a host that is an address. A host that could not be reached is not
 * tried again for a while.
 */
export const createGuardedAgent = (options: GuardedAgentOptions): Agent => {
  const failedHosts = createFailedHosts(options.clock ?? (() => performance.now()));
  return new Agent({
    connect: (target, callback) => {
      connectGuarded(target, options, failedHosts).then(
        (socket) => callback(null, socket),
        (error) => callback(error, null),
      );
    },
    headersTimeout: options.stallTimeoutMs,
    bodyTimeout: options.stallTimeoutMs,
    connections: SOCKETS_PER_HOST,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 1,
    allowH2: false,
  });
};

const SOCKETS_PER_HOST = 8;
const KEEP_ALIVE_MS = 1000;
const MAX_HEADER_BYTES = 16_384;

const connectGuarded = async (
  target: buildConnector.Options,
  options: GuardedAgentOptions,
  failedHosts: FailedHosts,
) => {
  const port = Number(target.port) || HTTPS_PORT;
  const trust = options.trusted(target.hostname, port);
  const reason = reasonAgainst(target, trust !== null);
  if (reason !== null) throw refused("image_url_untrusted", reason);
  const host = `${target.hostname}:${port}`;
  const known = failedHosts.recall(host);
  if (known !== null) throw known;
  const pins = createPins(options.resolve ?? systemResolve, options.allowPrivate && trust === "exact");
  try {
    const { tls = {}, dial, connectTimeoutMs: timeoutMs } = options;
    const socket = await connectPinned(target.hostname, port, { pins, timeoutMs, tls, ...(dial && { dial }) });
    failedHosts.forget(host);
    return socket;
  } catch (error) {
    failedHosts.remember(host, error as Error);
    throw error;
  }
};

const reasonAgainst = ({ protocol, hostname }: buildConnector.Options, trusted: boolean): string | null => {
  if (protocol !== "https:") return "connection without TLS";
  if (isIP(hostname) !== 0) return "connection to an address instead of a name";
  return trusted ? null : "connection to a host not trusted";
};

const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, order: "verbatim" })).map(({ address }) => address);
