import { connect, type Socket } from "node:net";

/*
 * A client that holds its maximum number of connections and sends a byte a second on each. It is a
 * separate program, because that many sockets would delay the requests that its parent times. Its
 * arguments are the port, its address and the number of connections; once all are open, it sends
 * its parent a message. Any message from its parent ends it.
 */
const [port, localAddress, wanted] = [Number(process.argv[2]), process.argv[3] ?? "", Number(process.argv[4])];
const HEAD = "POST /api/v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\nContent-Length: 9999\r\n";

/** Connections that are opened in a tenth of a second. */
const WAVE = 100;

const open = new Set<Socket>();
let opened = 0;

const openOne = (): void => {
  // every second one drips its headers, the others their bodies
  const head = opened++ % 2 === 0 ? `${HEAD}\r\n` : `${HEAD}X-Slow: `;
  const socket = connect({ host: "127.0.0.1", port, localAddress });
  open.add(socket.on("error", () => {}).on("close", () => open.delete(socket)));
  socket.resume().write(head);
};

/** Opens connections, and reopens those that the server has closed. */
setInterval(() => {
  for (let count = 0; count < WAVE && open.size < wanted; count++) openOne();
  if (opened >= wanted && process.connected) process.send?.("opened");
}, 100);

/** Sends a byte on each, spread over the second. */
let turn = 0;
setInterval(() => {
  turn = (turn + 1) % 10;
  let at = 0;
  for (const socket of open) if (at++ % 10 === turn) socket.write("x");
}, 100);

process.once("message", () => process.exit(0));
process.once("disconnect", () => process.exit(1));
