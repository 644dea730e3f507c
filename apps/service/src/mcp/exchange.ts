import {
  CLIENT_CAPABILITIES_META_KEY,
  classifyInboundRequest,
  createMcpHandler,
  type JSONRPCRequest,
  PerRequestHTTPServerTransport,
  PROTOCOL_VERSION_META_KEY,
  type Server,
} from "@modelcontextprotocol/server";
import { MCP_HANDSHAKE, MCP_REVISIONS, MCP_STATELESS, RPC_CODES } from "../tables/mcp.ts";
import { isRecord, type RpcResponse, rpcFailure, rpcMessage, sanitized } from "./rpc.ts";
/** One message and what is needed to handle it. */
export type Exchange = {
  /** Creates the server. Each message gets a new one, so no client's state reaches the next. */
  readonly createServer: () => Server;
  readonly headers: Headers;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Called with errors that are hidden from the client. */
  readonly onError: (error: Error) => void;
};

/** A response with its status; a stream if the tool reported progress to a client that accepts streams. */
export type ExchangeResult =
  | { readonly status: number; readonly response: RpcResponse | null }
  | { readonly status: number; readonly stream: ReadableStream<Uint8Array> };

/** Whether a message uses, or tries to use, the stateless revision and follows its rules. */
export const isStateless = (message: unknown, headers: Headers): boolean =>
  classify(message, headers).kind !== "legacy";

/** Handles a message of the stateless revision. */
export const exchangeStateless = async (message: unknown, exchange: Exchange): Promise<ExchangeResult> => {
  const handler = createMcpHandler(exchange.createServer, { legacy: "reject", onerror: exchange.onError });
  return resultOf(await handler.fetch(requestOf(exchange), { parsedBody: message }));
};

/** Handles a request of the older revisions, or of a plain JSON-RPC client, which is treated as one. */
export const exchangeOlder = async (request: JSONRPCRequest, exchange: Exchange): Promise<ExchangeResult> => {
  const version = exchange.headers.get("mcp-protocol-version");
  if (version !== null && request.method !== "initialize" && !MCP_HANDSHAKE.includes(version)) {
    const data = { supported: MCP_REVISIONS, requested: version.slice(0, 64) };
    const { revisionUnsupported: code } = RPC_CODES;
    return { status: 400, response: rpcFailure(request.id, { code, message: rpcMessage(code), data }) };
  }
  const takesStreams = (exchange.headers.get("accept") ?? "").includes("text/event-stream");
  const transport = new PerRequestHTTPServerTransport({
    classification: { era: "legacy" },
    responseMode: takesStreams ? "auto" : "json",
  });
  const server = exchange.createServer();
  server.onerror = exchange.onError;
  await server.connect(transport);
  const result = await resultOf(await transport.handleMessage(request, { request: requestOf(exchange) }));
  // before 2026-07-28 protocol errors are sent with status 200
  return { ...result, status: 200 };
};

/**
 * Adds the missing envelope to a plain client's `server/discover`: it asks which revisions exist, so it cannot name
 * one.
 */
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

/** The request for the SDK, which reads the headers but not the URL. */
const requestOf = ({ headers, signal }: Exchange): Request =>
  new Request("http://localhost/", { method: "POST", headers, signal });

const resultOf = async (response: Response): Promise<ExchangeResult> => {
  const { status, body } = response;
  if (body === null) return { status, response: null };
  if (response.headers.get("content-type") === "text/event-stream") return { status, stream: body };
  return { status, response: sanitized((await response.json()) as RpcResponse) };
};
