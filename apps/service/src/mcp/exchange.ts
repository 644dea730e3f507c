import { MCP_HANDSHAKE, MCP_REVISIONS, MCP_STATELESS, RPC_CODES } from "@lumiglyph/contract";
import {
  CLIENT_CAPABILITIES_META_KEY,
  classifyInboundRequest,
  createMcpHandler,
  type JSONRPCRequest,
  PerRequestHTTPServerTransport,
  PROTOCOL_VERSION_META_KEY,
  type Server,
} from "@modelcontextprotocol/server";
import { isRecord, type RpcAnswer, rpcFailure, rpcSays, tidied } from "./rpc.ts";
/** One message on its way through a server of its own. */
export type Exchange = {
  /** Makes the server; each message has a fresh one, so nothing of one caller is left for the next. */
  readonly createServer: () => Server;
  /** Sentences of our own that an error may carry to the caller. */
  readonly ownWords: readonly string[];
  readonly headers: Headers;
  /** Fires when the caller has left. */
  readonly signal: AbortSignal;
  /** Hears of faults that nobody is told. */
  readonly onFault: (error: Error) => void;
};

/** An answer with the status to send it by; a stream where the tool told of its progress to a caller that takes streams. */
export type Answered =
  | { readonly status: number; readonly answer: RpcAnswer | null }
  | { readonly status: number; readonly stream: ReadableStream<Uint8Array> };

/** Whether a message is of the revision without handshake, or means to be, and is answered by its rules. */
export const isStateless = (message: unknown, headers: Headers): boolean =>
  classify(message, headers).kind !== "legacy";

/** Answers a message of the revision without handshake. */
export const exchangeStateless = async (message: unknown, exchange: Exchange): Promise<Answered> => {
  const handler = createMcpHandler(exchange.createServer, { legacy: "reject", onerror: exchange.onFault });
  return answeredOf(await handler.fetch(requestOf(exchange), { parsedBody: message }), exchange);
};

/** Answers a request of the older revisions, or of a plain JSON-RPC caller, who is taken for one of these. */
export const exchangeOlder = async (request: JSONRPCRequest, exchange: Exchange): Promise<Answered> => {
  const version = exchange.headers.get("mcp-protocol-version");
  if (version !== null && request.method !== "initialize" && !MCP_HANDSHAKE.includes(version)) {
    const data = { supported: MCP_REVISIONS, requested: version.slice(0, 64) };
    const { revisionUnsupported: code } = RPC_CODES;
    return { status: 400, answer: rpcFailure(request.id, { code, message: rpcSays(code), data }) };
  }
  const takesStreams = (exchange.headers.get("accept") ?? "").includes("text/event-stream");
  const transport = new PerRequestHTTPServerTransport({
    classification: { era: "legacy" },
    responseMode: takesStreams ? "auto" : "json",
  });
  const server = exchange.createServer();
  server.onerror = exchange.onFault;
  await server.connect(transport);
  const answered = await answeredOf(await transport.handleMessage(request, { request: requestOf(exchange) }), exchange);
  // before 2026-07-28 an error of the protocol is a payload like any other
  return { ...answered, status: 200 };
};

/** A plain caller's `server/discover` with the envelope that it lacks: it asks which revisions there are, so it knows none. */
export const asDiscovery = (request: JSONRPCRequest, headers: Headers): JSONRPCRequest => {
  headers.set("mcp-protocol-version", MCP_STATELESS);
  headers.set("mcp-method", request.method);
  const envelope = { [PROTOCOL_VERSION_META_KEY]: MCP_STATELESS, [CLIENT_CAPABILITIES_META_KEY]: {} };
  const meta = isRecord(request.params?._meta) ? request.params._meta : {};
  return { ...request, params: { ...request.params, _meta: { ...meta, ...envelope } } };
};

const classify = (body: unknown, headers: Headers) => {
  const given = (name: string) => headers.get(name) ?? undefined;
  const version = given("mcp-protocol-version");
  const method = given("mcp-method");
  const name = given("mcp-name");
  return classifyInboundRequest({
    httpMethod: "POST",
    body,
    ...(version === undefined ? {} : { protocolVersionHeader: version }),
    ...(method === undefined ? {} : { mcpMethodHeader: method }),
    ...(name === undefined ? {} : { mcpNameHeader: name }),
  });
};

/** The request as the SDK wants to see it: the headers count, the address does not. */
const requestOf = ({ headers, signal }: Exchange): Request =>
  new Request("http://localhost/", { method: "POST", headers, signal });

const answeredOf = async (response: Response, { ownWords }: Exchange): Promise<Answered> => {
  const { status, body } = response;
  if (body === null) return { status, answer: null };
  if (response.headers.get("content-type") === "text/event-stream") return { status, stream: body };
  return { status, answer: tidied((await response.json()) as RpcAnswer, ownWords) };
};
