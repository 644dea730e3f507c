import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { type ConnectionOptions, type TLSSocket, connect as tlsConnect } from "node:tls";
import { SERVICE, type Settings, VERSION } from "@lumiglyph/contract";
import { Agent, type buildConnector, errors } from "undici";
import type { Clock } from "../clock.ts";
import { createImageFetcher, type FetchImage } from "../source/fetch-image.ts";
import { refused } from "./checked-url.ts";
import { createPins, type Pins, type Resolve } from "./pins.ts";
import { HTTPS_PORT, type TrustedHosts, trustedBySettings } from "./trusted-hosts.ts";

/** Milliseconds to reach an image's host, out of the time for the whole fetch. */
const CONNECT_MS = 3000;

/** Images from the network, as far as the operator's settings let them in. */
export const networkFetcher = (settings: Settings): FetchImage => {
  const trusted = trustedBySettings(settings);
  const timeoutMs = settings.SERVICE_FETCH_TIMEOUT_MS;
  const agent = createGuardedAgent({
    trusted,
    allowPrivate: settings.SERVICE_IMAGE_FETCH_PRIVATE,
    connectTimeoutMs: Math.min(CONNECT_MS, timeoutMs),
    stallTimeoutMs: timeoutMs,
  });
  const maxBytes = settings.SERVICE_MAX_IMAGE_BYTES;
  const slots = settings.SERVICE_FETCH_SLOTS;
  return createImageFetcher({ agent, trusted, maxBytes, timeoutMs, slots, userAgent: `${SERVICE}/${VERSION}` });
};

/** What is remembered of hosts that could not be reached, so that asking again costs neither them nor us a connection. */
export type FailedHosts = {
  /** Why this host failed a short while ago; null when nothing is known against it. */
  readonly recall: (host: string) => Error | null;
  readonly remember: (host: string, failure: Error) => void;
  readonly forget: (host: string) => void;
};

/** Milliseconds for which a failure is answered without trying again. */
const MEMORY_MS = 30_000;

/** Hosts remembered at most. Below a trusted suffix a caller may invent names without end; the oldest make room. */
const MAX_HOSTS = 1000;

export const createFailedHosts = (clock: Clock): FailedHosts => {
  const failures = new Map<string, { readonly failure: Error; readonly until: number }>();
  const forget = (host: string) => void failures.delete(host);
  return {
    recall: (host) => {
      const known = failures.get(host);
      if (known === undefined || clock() < known.until) return known?.failure ?? null;
      forget(host);
      return null;
    },
    remember: (host, failure) => {
      // a map keeps the order of insertion: set again, the youngest stands last
      forget(host);
      failures.set(host, { failure, until: clock() + MEMORY_MS });
      const [oldest] = failures.keys();
      if (failures.size > MAX_HOSTS && oldest !== undefined) forget(oldest);
    },
    forget,
  };
};

/** Opens a TCP connection to one of the addresses that `lookup` gives. */
export type Dial = (to: { readonly host: string; readonly port: number; readonly lookup: LookupFunction }) => Socket;

export type PinnedConnectionOptions = {
  readonly pins: Pins;
  /** Milliseconds for resolving, connecting and the TLS handshake together. */
  readonly timeoutMs: number;
  /** Trust anchors, for certificates that Node does not know. */
  readonly tls: Pick<ConnectionOptions, "ca">;
  /** The operating system's way to the network unless given. */
  readonly dial?: Dial;
};

/**
 * A TLS connection to a host, at a pinned address. Where the socket arrived is judged before a byte is sent over it. SNI
 * and certificate stay on the name.
 */
export const connectPinned = async (
  host: string,
  port: number,
  { pins, timeoutMs, tls, dial = connect }: PinnedConnectionOptions,
): Promise<TLSSocket> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const socket = outliving(dial({ host, port, lookup: pins.lookup }));
  try {
    await once(socket, "connect", { signal });
    const fault = pins.faultOf(socket);
    if (fault !== null) throw fault;
    const secure = outliving(tlsConnect({ ...tls, socket, servername: host, ALPNProtocols: ["http/1.1"] }));
    await once(secure, "secureConnect", { signal });
    return secure.setNoDelay(true);
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? new errors.ConnectTimeoutError() : error;
  }
};

/** Whoever waits for a socket hears its error; one that comes while nobody waits must not end the process. */
const outliving = <Kind extends Socket>(socket: Kind): Kind => socket.on("error", () => {});

type GuardedAgentOptions = {
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
