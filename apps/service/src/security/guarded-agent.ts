import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { type ConnectionOptions, type TLSSocket, connect as tlsConnect } from "node:tls";
import { refusalFor } from "@lumiglyph/contract";
import { Agent, type buildConnector, errors } from "undici";
import { refused } from "./checked-url.ts";
import type { HostBreaker } from "./host-breaker.ts";
import { createPins, type Pins, type Resolve } from "./pins.ts";
import { HTTPS_PORT, type TrustedHosts } from "./trusted-hosts.ts";

/** Opens a TCP connection to an address that `lookup` returns. */
export type Dial = (to: { readonly host: string; readonly port: number; readonly lookup: LookupFunction }) => Socket;

export type PinnedConnectionOptions = {
  readonly pins: Pins;
  /** Milliseconds for resolving, connecting and the TLS handshake together. */
  readonly timeoutMs: number;
  /** Extra trust anchors. */
  readonly tls: Pick<ConnectionOptions, "ca">;
  /** Defaults to `net.connect`. */
  readonly dial?: Dial;
};

/**
 * Opens a TLS connection to a host at a pinned address. The peer address is checked before any byte is sent. SNI and
 * certificate use the name.
 */
export const connectPinned = async (
  host: string,
  port: number,
  { pins, timeoutMs, tls, dial = connect }: PinnedConnectionOptions,
): Promise<TLSSocket> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const socket = ignoreErrors(dial({ host, port, lookup: pins.lookup }));
  try {
    await once(socket, "connect", { signal });
    const fault = pins.faultOf(socket);
    if (fault !== null) throw fault;
    const secure = ignoreErrors(tlsConnect({ ...tls, socket, servername: host, ALPNProtocols: ["http/1.1"] }));
    await once(secure, "secureConnect", { signal });
    return secure.setNoDelay(true);
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? new errors.ConnectTimeoutError() : error;
  }
};

/** Errors are handled where the socket is awaited; one that occurs in between must not end the process. */
const ignoreErrors = <Kind extends Socket>(socket: Kind): Kind => socket.on("error", () => {});

type GuardedAgentOptions = {
  readonly trusted: TrustedHosts;
  /** Whether names in the operator's list may have private addresses. */
  readonly allowPrivate: boolean;
  /** Milliseconds for resolving, connecting and the TLS handshake together. */
  readonly connectTimeoutMs: number;
  /** Milliseconds without data before the headers and between two chunks of a body. */
  readonly stallTimeoutMs: number;
  /** Defaults to the system's resolver. */
  readonly resolve?: Resolve;
  readonly tls?: PinnedConnectionOptions["tls"];
  readonly dial?: PinnedConnectionOptions["dial"];
  /** Hosts to which no connection is opened. Defaults to none. */
  readonly breaker?: Pick<HostBreaker, "isOpen">;
};

/**
 * An undici agent that opens TLS connections only to trusted names at checked addresses. The check
 * is in the connector because `lookup` is never called for a host that is an IP address. The
 * breaker is checked here too, because requests may wait for a connection while their host fails.
 */
export const createGuardedAgent = (options: GuardedAgentOptions): Agent =>
  new Agent({
    connect: (target, callback) => {
      connectGuarded(target, options).then(
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

const SOCKETS_PER_HOST = 8;
const KEEP_ALIVE_MS = 1000;
const MAX_HEADER_BYTES = 16_384;

const connectGuarded = async (target: buildConnector.Options, options: GuardedAgentOptions) => {
  const port = Number(target.port) || HTTPS_PORT;
  const trust = options.trusted(target.hostname, port);
  const reason = refusalReason(target, trust !== null);
  if (reason !== null) throw refused("image_url_untrusted", reason);
  if (options.breaker?.isOpen(`${target.hostname}:${port}`)) throw refusalFor("image_host_down");
  const pins = createPins(options.resolve ?? systemResolve, options.allowPrivate && trust === "exact");
  const { tls = {}, dial, connectTimeoutMs: timeoutMs } = options;
  return connectPinned(target.hostname, port, { pins, timeoutMs, tls, ...(dial && { dial }) });
};

const refusalReason = ({ protocol, hostname }: buildConnector.Options, trusted: boolean): string | null => {
  if (protocol !== "https:") return "connection without TLS";
  if (isIP(hostname) !== 0) return "connection to an address instead of a name";
  return trusted ? null : "connection to a host not trusted";
};

const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, order: "verbatim" })).map(({ address }) => address);
