import { once } from "node:events";
import { type AddressInfo, createServer, isIP, type Server, Socket } from "node:net";
import type { Dial } from "../../../apps/service/src/security/guarded-agent.ts";
import { type ImageHost, type Serve, startImageHost } from "../../support/http-image-host.ts";

/** Addresses of the origin. Any other address of this network is private. */
export const ORIGIN_ADDRESSES = ["93.184.216.34", "2606:4700:4700::1111"];

/** What has arrived at the private listeners so far. */
type Escapes = { readonly connections: number; readonly bytes: number };

/** A network of two places: an origin with a certificate, and everything that must stay unreachable. */
export type Network = {
  readonly certificate: Buffer;
  /**
   * Connects to the listener of an address in this network; `moved` redirects all addresses to
   * another one.
   */
  readonly dial: (moved?: string) => Dial;
  readonly escapes: () => Escapes;
  readonly stop: () => Promise<void>;
};

/** Starts a network on loopback: every IPv4 and IPv6 address leads to a listener that counts. */
export const startNetwork = async (names: readonly string[], serve: Serve): Promise<Network> => {
  const escapes = { connections: 0, bytes: 0 };
  const origin = await startImageHost(names, serve);
  const listeners = await Promise.all(["127.0.0.1", "::1"].map((host) => listen(host, escapes)));
  const placeOf = (address: string): AddressInfo => {
    if (ORIGIN_ADDRESSES.includes(address)) return { address: "127.0.0.1", port: origin.port, family: "IPv4" };
    return listeners[isIP(address) === 6 ? 1 : 0]!.address() as AddressInfo;
  };
  return {
    certificate: origin.certificate,
    dial: (moved) => (to) => dialIn(placeOf, to, moved),
    escapes: () => ({ ...escapes }),
    stop: () => stopAll(origin, listeners),
  };
};

/** A listener that counts and hangs up at the first byte; on IPv4 if this machine has no IPv6. */
const listen = async (host: string, escapes: { connections: number; bytes: number }): Promise<Server> => {
  const server = createServer((socket) => {
    escapes.connections++;
    socket
      .on("error", () => {})
      .on("data", (piece) => {
        escapes.bytes += piece.length;
        socket.destroy();
      });
  });
  server.listen(0, host);
  return once(server, "listening").then(
    () => server,
    () => listen("127.0.0.1", escapes),
  );
};

const dialIn = (
  placeOf: (address: string) => AddressInfo,
  { host, lookup }: Parameters<Dial>[0],
  moved: string | undefined,
): Socket => {
  const socket = new Socket();
  const go = (resolved: string) => {
    const address = moved ?? resolved;
    const place = placeOf(address);
    Object.defineProperty(socket, "remoteAddress", { value: address });
    socket.connect(place.port, place.address);
  };
  if (isIP(host) !== 0) go(host);
  else lookup(host, {}, (error, address) => (error ? socket.destroy(error) : go(String(address))));
  return socket;
};

const stopAll = async (origin: ImageHost, listeners: readonly Server[]): Promise<void> => {
  await origin.stop();
  await Promise.all(listeners.map((server) => new Promise((resolve) => server.close(resolve))));
};
