import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

export type SlowCounts = { readonly headers: number; readonly uploads: number; readonly readers: number };

/** Clients that hold connections. */
export type SlowClients = {
  /** Their connections that the service has not closed yet. */
  readonly held: () => number;
  readonly stop: () => void;
};

/** Opens all connections. All but half of those that read nothing then send something every second. */
export const openSlowClients = async (
  port: number,
  { headers, uploads, readers }: SlowCounts,
): Promise<SlowClients> => {
  const open = (count: number, first: () => Buffer) =>
    Promise.all(Array.from({ length: count }, () => openSocket(port, first())));
  const deaf = await open(readers, () => renderOf(LARGE, LARGE_PICTURE));
  await Promise.all(deaf.map(beginOfDrawing)).catch((error) => {
    for (const socket of deaf) socket.destroy();
    throw error;
  });
  const slow = await open(headers, () => Buffer.from("GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-slow: "));
  const dripping = await open(uploads, () => renderOf("columns=8", LARGE_PICTURE).subarray(0, DRIPPED_BYTES));
  const all = [...deaf, ...slow, ...dripping];
  const dropped = [
    drip([...slow, ...dripping], "x"),
    // blank lines between requests, which a server skips: only sending does not count as reading
    drip(deaf.slice(0, readers / 2), "\r\n"),
  ];
  const ports = new Set(all.map(({ localPort }) => localPort ?? 0));
  return {
    held: () => heldBy(port, ports),
    stop: () => {
      for (const one of dropped) one.abort();
      for (const socket of all) socket.destroy();
    },
  };
};

/** Reads a response of megabytes at this many bytes a second; returns how many bytes of its body did not arrive. */
export const readSlowly = async (port: number, bytesPerSecond: number): Promise<number> => {
  let [head, received] = ["", 0];
  const buffer = Buffer.alloc(8192);
  const callback = (bytes: number): boolean => {
    if (received === 0) head = buffer.toString("latin1", 0, bytes);
    received += bytes;
    socket.pause();
    globalThis.setTimeout(() => socket.resume(), (1000 * bytes) / bytesPerSecond);
    return true;
  };
  const socket = connect({ host: "127.0.0.1", port, onread: { buffer, callback } });
  socket.on("error", () => {});
  socket.write(renderOf(`${LARGE}&fill=1`, LARGE_PICTURE, "connection: close\r\n"));
  await once(socket, "close");
  const [, length] = /^HTTP\/1\.1 200 .*\r\ncontent-length: (\d+)\r\n/s.exec(head) ?? [];
  if (length === undefined) throw new Error(`a slow reader was answered ${head.slice(0, 15)}`);
  return head.indexOf("\r\n\r\n") + 4 + Number(length) - received;
};

const LARGE_PICTURE = readFileSync(new URL("../../fixtures/charts/color-wheel.png", import.meta.url));

/** Bytes of an upload that are sent at once; the rest never completes. */
const DRIPPED_BYTES = 1000;

let clients = 0;

/** Each request is from a new client, for services that trust the header. */
const renderOf = (query: string, picture: Buffer, fields = ""): Buffer => {
  const from = `x-forwarded-for: 2001:db8:ffff:${(clients++ % 65_536).toString(16)}::1\r\n`;
  const head = `POST /api/v1/render?${query} HTTP/1.1\r\nhost: localhost\r\n${from}${fields}content-type: image/png\r\n`;
  return Buffer.concat([Buffer.from(`${head}content-length: ${picture.length}\r\n\r\n`), picture]);
};

/** Reads the first bytes of a response and no more. All request the same, so one render is enough. */
const beginOfDrawing = async (socket: Socket): Promise<void> => {
  await once(socket, "readable");
  const begin = socket.read(15)?.toString();
  if (begin !== "HTTP/1.1 200 OK") throw new Error(`a slow reader was answered ${begin}`);
};

/** A response of megabytes: more than the buffers on its way hold. */
const LARGE = "columns=400&format=svg&color=true";

const openSocket = async (port: number, first: Buffer): Promise<Socket> => {
  const socket = connect({ host: "127.0.0.1", port });
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(first);
  return socket;
};

/** Sends a byte on each socket every second, spread over that second so that bursts disturb no measurement. */
const drip = (sockets: readonly Socket[], text: string): AbortController => {
  const stopped = new AbortController();
  const run = async () => {
    for (let at = 0; !stopped.signal.aborted; at = (at + 10) % Math.max(1, sockets.length)) {
      for (const socket of sockets.slice(at, at + 10)) if (socket.writable) socket.write(text);
      await setTimeout(10_000 / Math.max(1, sockets.length));
    }
  };
  void run();
  return stopped;
};

/** Connections on this port from these ports: open, or closed only by the other side (Linux, proc(5)). */
const heldBy = (port: number, ports: ReadonlySet<number>): number => {
  const rows = readFileSync("/proc/net/tcp", "utf8").split("\n");
  const held = rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local = "", , state = ""]) => portOf(local) === port && HELD.has(state))
    .map(([, , remote = ""]) => portOf(remote));
  // a row may be read twice while the table changes
  return new Set(held.filter((remote) => ports.has(remote))).size;
};

const portOf = (address: string): number => Number.parseInt(address.split(":")[1] ?? "", 16);

/** ESTABLISHED and CLOSE_WAIT. */
const HELD: ReadonlySet<string> = new Set(["01", "08"]);
