import type { IncomingMessage } from "node:http";
import { refusalFor } from "@lumiglyph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { headerValues } from "../http/headers.ts";
import { addLogFields, type LogFields } from "../http/request-log.ts";
import { callerGone, closeIfUnread, whenSent } from "../http/server.ts";
import type { TraceOf } from "../http/trace-headers.ts";
import type { ClientOf } from "../limits/client.ts";
import type { ClientLimits } from "../limits/client-limits.ts";
import { type BodyResponse, handleBody } from "../mcp/endpoint.ts";
import type { Exchange } from "../mcp/exchange.ts";
import { guardOrigin } from "../mcp/origin-guard.ts";
import { type ReceiveOptions, receiveJson } from "../mcp/receive.ts";
import { createErrorHandler, sendRpcResponse } from "../mcp/send.ts";
import { type Caller, createToolServer, type Tool } from "../mcp/tool-server.ts";
import { logObserver } from "../render/observer.ts";
import type { Uploads } from "../source/uploads.ts";
import { ENDPOINTS } from "../tables/endpoints.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { rateLimitFields } from "./evidence-headers.ts";

export type McpParts = ReceiveOptions & {
  /** Throws if the caller may not use the tool. */
  readonly guard: (request: IncomingMessage) => void;
  readonly uploads: Uploads;
  /** Milliseconds without progress on the response. */
  readonly unreadMs: number;
  readonly tools: readonly Tool[];
  /** Maximum messages in a batch. */
  readonly maxBatch: number;
  /** Browser origins that the operator allows. */
  readonly origins: readonly string[];
  readonly baseUrl: () => string;
  readonly draining: () => boolean;
  readonly traceOf: TraceOf;
  readonly clientOf: ClientOf;
  readonly holdAnswer: ClientLimits["hold"];
  readonly beginCall: Telemetry["beginCall"];
};

/** The MCP endpoint: JSON-RPC 2.0, without sessions. */
export const mcpRoute = (app: FastifyInstance, parts: McpParts): void => {
  const errorHandler = createErrorHandler(parts.traceOf);
  app.post(ENDPOINTS.mcp.path, { errorHandler }, async (request, reply) => {
    guardOrigin(request.raw.rawHeaders, { baseUrl: parts.baseUrl(), listed: parts.origins });
    parts.guard(request.raw);
    if (parts.draining()) throw refusalFor("draining");
    const response = await respond(request, reply, parts);
    closeIfUnread(reply, parts.unreadMs);
    // each call ends when it is rendered, but the response, one for a whole batch, counts until it is sent
    parts.holdAnswer(parts.clientOf(request.raw), whenSent(reply));
    return sendRpcResponse(reply, response);
  });
};

/**
 * Handles a request. Its body counts against the upload budget until the response, because the base64 image in it stays
 * in memory that long, even while waiting for another request's render, which holds no place in the queue.
 */
const respond = async (request: FastifyRequest, reply: FastifyReply, parts: McpParts): Promise<BodyResponse> => {
  const upload = parts.uploads.begin();
  try {
    const body = await receiveJson(request, reply, upload, parts);
    const signal = AbortSignal.any([callerGone(reply), upload.evicted]);
    const response = await handleBody(body, exchangeOf(request, reply, signal, parts), parts.maxBatch);
    upload.evicted.throwIfAborted();
    return response;
  } catch (error) {
    throw upload.evicted.aborted ? upload.evicted.reason : error;
  } finally {
    upload.end();
  }
};

const exchangeOf = (request: FastifyRequest, reply: FastifyReply, signal: AbortSignal, parts: McpParts): Exchange => {
  const caller = callerOf(request, reply, parts);
  return {
    createServer: () => createToolServer({ tools: parts.tools, baseUrl: parts.baseUrl() }, caller),
    headers: protocolHeaders(request.raw.rawHeaders),
    signal,
    onError: (error) => request.log.debug({ err: error }, "refused by the protocol"),
  };
};

const callerOf = (request: FastifyRequest, reply: FastifyReply, parts: McpParts): Caller => {
  const { raw } = request;
  const add = (fields: LogFields): void => addLogFields(request, fields);
  // the retry time belongs to the refused call, not to the response as a whole
  const { onLimits: _, ...fields } = logObserver(add);
  return {
    client: parts.clientOf(raw),
    trace: parts.traceOf(raw),
    observer: {
      ...fields,
      onLimits: (status) => void reply.headers(rateLimitFields({ ...status, waitSeconds: null })),
    },
    addLogFields: add,
    beginCall: ({ revision, ...call }) =>
      parts.beginCall(request, {
        ...call,
        revision: revision ?? headerValues(raw.rawHeaders, "mcp-protocol-version")[0],
      }),
  };
};

/** Only the headers that the protocol reads. */
const protocolHeaders = (rawHeaders: readonly string[]): Headers => {
  const headers = new Headers({ "content-type": "application/json" });
  for (const name of ["accept", "mcp-protocol-version", "mcp-method", "mcp-name"]) {
    for (const value of headerValues(rawHeaders, name)) headers.append(name, value);
  }
  return headers;
};
