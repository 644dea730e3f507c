import { connect } from "node:net";

/** A complete response. */
type Reply = { readonly status: number; readonly head: string; readonly body: Buffer };

/** A request without a complete response. */
type Lost = {
  readonly status: null;
  readonly why: string /** Bytes of the response so far. */;
  readonly bytes: number;
};

export type Outcome = Reply | Lost;

/** An HTTP client with kept connections and minimal work: it shares the machine with what it measures. */
export type KeptConnections = {
  /** Sends the bytes of one request over a free connection or a new one. */
  readonly send: (request: Buffer, take: (outcome: Outcome) => void) => void;
  readonly ask: (request: Buffer) => Promise<Outcome>;
  readonly close: () => void;
};

/** Milliseconds after which a free connection is not reused: the service is about to close it. */
const FREE_MS = 2500;

/** The connections come from this many loopback addresses in turn, like those of as many clients. */
export const createKeptConnections = (port: number, addresses?: number): KeptConnections => {
  const free: Connection[] = [];
  const all = new Set<Connection>();
  let opened = 0;
  const open = (): Connection => {
    const connection = openConnection(
      port,
      addresses === undefined ? undefined : `127.0.0.${1 + (opened++ % addresses)}`,
      {
        onFree: () => free.push(connection),
        onClose: () => {
          all.delete(connection);
          const at = free.indexOf(connection);
          if (at >= 0) free.splice(at, 1);
        },
      },
    );
    all.add(connection);
    return connection;
  };
  const take = (): Connection => {
    const last = free.pop();
    if (last === undefined) return open();
    if (performance.now() - last.freeSince() < FREE_MS) return last;
    // if the last one freed is stale, all others are
    for (const stale of [last, ...free.splice(0)]) stale.close();
    return open();
  };
  const send: KeptConnections["send"] = (request, onOutcome) => take().send(request, onOutcome);
  return {
    send,
    ask: (request) => new Promise((resolve) => send(request, resolve)),
    close: () => {
      for (const connection of [...all]) connection.close();
    },
  };
};

type Connection = {
  readonly send: (request: Buffer, take: (outcome: Outcome) => void) => void;
  readonly freeSince: () => number;
  readonly close: () => void;
};

type Hears = { readonly onFree: () => void; readonly onClose: () => void };

const openConnection = (port: number, localAddress: string | undefined, { onFree, onClose }: Hears): Connection => {
  const socket = connect({
    host: "127.0.0.1",
    port,
    noDelay: true,
    ...(localAddress === undefined ? {} : { localAddress }),
  });
  let waiting: ((outcome: Outcome) => void) | null = null;
  let received: Buffer = EMPTY;
  let pieces: Buffer[] = [];
  let length = 0;
  let answer: { readonly status: number; readonly head: string; readonly start: number; readonly end: number } | null =
    null;
  let freeSince = 0;
  let why = "closed";
  const finish = (status: number, head: string, body: Buffer) => {
    const take = waiting;
    [waiting, answer, pieces, received, length] = [null, null, [], EMPTY, 0];
    if (/\r\nconnection: close\r\n/i.test(head)) socket.destroy();
    else {
      freeSince = performance.now();
      onFree();
    }
    take?.({ status, head, body });
  };
  socket.on("data", (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
    if (answer === null) {
      received = pieces.length === 1 ? piece : Buffer.concat(pieces);
      pieces = [received];
      answer = headIn(received);
    }
    if (answer === null || length < answer.end) return;
    const whole = pieces.length === 1 ? received : Buffer.concat(pieces);
    finish(answer.status, answer.head, whole.subarray(answer.start, answer.end));
  });
  socket.on("error", ({ message }) => {
    why = message;
  });
  socket.on("close", () => {
    onClose();
    waiting?.({ status: null, why, bytes: length });
    waiting = null;
  });
  return {
    send: (request, take) => {
      waiting = take;
      socket.write(request);
    },
    freeSince: () => freeSince,
    close: () => void socket.destroy(),
  };
};

const EMPTY = Buffer.alloc(0);

const headIn = (bytes: Buffer) => {
  const at = bytes.indexOf("\r\n\r\n");
  if (at < 0) return null;
  const head = bytes.toString("latin1", 0, at + 2);
  const start = at + 4;
  return {
    status: Number(head.slice(9, 12)),
    head,
    start,
    end: start + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0),
  };
};
