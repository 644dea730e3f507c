import { openConnection, type RawResponse } from "../../apps/service/src/testing/raw-connection.ts";
import type { WireRequest } from "../support/http-bad-requests.ts";
import type { RenderRequest } from "../support/http-render.ts";

/** A response with its body as text. */
export type WireAnswer = RawResponse;

/** A render request as sent over the wire. */
export const asWire = (kind: string, { query = "", headers = {}, body = "" }: RenderRequest): WireRequest => ({
  kind,
  method: "POST",
  path: `/api/v1/render${query === "" ? "" : `?${query}`}`,
  headers,
  body,
});

/** The bytes of a request, with optional extra headers. */
export const bytesOf = ({ method, path, headers, body }: WireRequest, more: WireRequest["headers"] = {}): Buffer => {
  const bytes = Buffer.from(body);
  const all = { host: "localhost", "content-length": String(bytes.length), ...headers, ...more };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1"), bytes]);
};

/** Writes a request byte for byte, invalid or not, over its own connection, and reads the response. */
export const sendOverWire = async (url: string, request: WireRequest): Promise<WireAnswer> => {
  const connection = await openConnection(Number(new URL(url).port));
  connection.send(bytesOf(request, { connection: "close" }));
  try {
    // a response to HEAD has the length of a body that does not come
    return await (request.method === "HEAD" ? headOf(connection) : wholeOf(connection));
  } finally {
    connection.socket.destroy();
  }
};

type Connection = Awaited<ReturnType<typeof openConnection>>;

const wholeOf = async (connection: Connection): Promise<WireAnswer> => {
  const { status, headers, body } = await connection.response();
  return { status, headers, body: Buffer.from(body, "latin1").toString("utf8") };
};

const headOf = async (connection: Connection): Promise<WireAnswer> => {
  const text = await new Promise<string>((resolve, reject) => {
    let received = "";
    connection.socket.on("data", (piece: string) => {
      received += piece;
      if (received.includes("\r\n\r\n")) resolve(received);
    });
    connection.socket.once("close", () => reject(new Error("closed without an answer")));
  });
  const [first = "", ...lines] = text.slice(0, text.indexOf("\r\n\r\n")).split("\r\n");
  const pairs = lines.map(
    (line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()] as const,
  );
  return { status: Number(first.split(" ")[1]), headers: new Map(pairs), body: "" };
};
