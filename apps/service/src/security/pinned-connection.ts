import { once } from "node:events";
import { connect, type LookupFunction, type Socket } from "node:net";
import { type ConnectionOptions, type TLSSocket, connect as tlsConnect } from "node:tls";
import { errors } from "undici";
import type { Pins } from "./pins.ts";

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
