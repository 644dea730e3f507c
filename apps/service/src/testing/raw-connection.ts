import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A raw HTTP response. */
export type RawResponse = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

/** A TCP connection to a test's server. */
export type RawConnection = {
  readonly socket: Socket;
  readonly send: (text: string | Uint8Array) => void;
  /** The next response on this connection; interim responses only have a status. */
  readonly response: () => Promise<RawResponse>;
  /** Resolves when the server has closed its side. */
  readonly closed: Promise<unknown>;
};

export const openConnection = async (port: number): Promise<RawConnection> => {
  // a stubborn client: keeps sending after the server has finished
  const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
  await once(socket, "connect");
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    received += text;
    socket.emit("received");
  });
  // a reset is one way for a server to close
  socket.on("error", () => {});
  const closed = Promise.race([once(socket, "end"), once(socket, "close")]);
  const take = (): RawResponse | null => {
    const parsed = parseResponse(received);
    if (parsed === null) return null;
    received = received.slice(parsed.length);
    return parsed.response;
  };
  const response = async () => {
    for (;;) {
      const one = take();
      if (one !== null) return one;
      const more = await Promise.race([once(socket, "received").then(() => true), closed.then(() => false)]);
      const last = more ? null : take();
      if (last !== null) return last;
      if (!more) throw new Error(`closed after ${JSON.stringify(received)}`);
    }
  };
  return { socket, send: (text) => void socket.write(text), response, closed };
};

const parseResponse = (text: string): { readonly response: RawResponse; readonly length: number } | null => {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const length = end + 4 + Number(headers.get("content-length") ?? 0);
  if (text.length < length) return null;
  return { response: { status: Number(first.split(" ")[1]), headers, body: text.slice(end + 4, length) }, length };
};
