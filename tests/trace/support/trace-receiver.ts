import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { type DecodedSpan, decodedSpans } from "./decoded-spans.ts";

/** A received message and the status of its response; null if there was none. */
type Posted = {
  readonly path: string;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly body: Buffer;
  status: number | null;
};

/** How a receiver treats a message. */
export type Manner = (response: ServerResponse) => void | Promise<void>;

/** A trace receiver on loopback: all received bytes, and an independent decoding of them. */
export type TraceReceiver = {
  readonly url: string;
  readonly posts: readonly Posted[];
  /** Spans of accepted messages. */
  readonly taken: () => readonly DecodedSpan[];
  /** Spans of all messages. */
  readonly spans: () => readonly DecodedSpan[];
  /** Changes how it treats messages from now on. */
  readonly behave: (manner: Manner) => void;
  readonly stop: () => Promise<void>;
};

export const startReceiver = async (first: Manner = UP, port = 0): Promise<TraceReceiver> => {
  const posts: Posted[] = [];
  let manner = first;
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    request.on("error", () => {});
    response.on("error", () => {});
    for await (const piece of request) pieces.push(piece);
    const { url: path = "", headers } = request;
    const posted: Posted = { path, headers, body: Buffer.concat(pieces), status: null };
    posts.push(posted);
    response.once("finish", () => {
      posted.status = response.statusCode;
    });
    await manner(response);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const spansOf = (some: readonly Posted[]) => some.flatMap(({ body }) => decodedSpans(body));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    taken: () => spansOf(posts.filter(({ status }) => status === 200)),
    spans: () => spansOf(posts),
    behave: (next) => {
      manner = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const TYPE = { "content-type": "application/x-protobuf" };

/** Accepts everything at once. */
export const UP: Manner = (response) => void response.writeHead(200, TYPE).end();

/** Accepts everything, after these milliseconds. */
export const slow =
  (ms: number): Manner =>
  async (response) => {
    await setTimeout(ms);
    response.writeHead(200, TYPE).end();
  };

/** Refuses everything with a status. */
export const refusing =
  (status: number): Manner =>
  (response) =>
    void response.writeHead(status, TYPE).end();

/** Never responds. */
export const silent: Manner = () => {};

/** Never ends its response, and keeps sending. */
export const dripping: Manner = async (response) => {
  response.writeHead(200, TYPE);
  while (!response.destroyed) {
    response.write("x");
    await setTimeout(100);
  }
};
