import { ENDPOINTS, refusalFor } from "@lumiglyph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { rateLimitFields } from "../http/evidence-headers.ts";
import { headerValues } from "../http/headers.ts";
import { addFacts, type Facts, factsObserver } from "../http/request-log.ts";
import { callerGone } from "../http/server.ts";
import type { TraceOf } from "../http/trace-headers.ts";
import type { ClientOf } from "../limits/client.ts";
import { answerBody, type BodyAnswer } from "../mcp/endpoint.ts";
import type { Exchange } from "../mcp/exchange.ts";
import { guardOrigin } from "../mcp/origin-guard.ts";
import { type Receiving, receiveJson } from "../mcp/receive.ts";
import { sendAnswer, sendFailure } from "../mcp/send.ts";
import { type Caller, createToolServer, noSuchTool, type Tool } from "../mcp/tool-server.ts";
import type { Uploads } from "../source/uploads.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";

export type McpParts = Receiving & {
  readonly uploads: Uploads;
  readonly tools: readonly Tool[];
  /** Maximum messages in a batch. */
  readonly mostInBatch: number;
  /** Browser origins that the operator allows. */
  readonly origins: readonly string[];
  readonly baseUrl: () => string;
  readonly draining: () => boolean;
  readonly traceOf: TraceOf;
  readonly clientOf: ClientOf;
  readonly beginCall: Telemetry["beginCall"];
};

/** The MCP endpoint: JSON-RPC 2.0, without sessions. */
export const mcpRoute = (app: FastifyInstance, parts: McpParts): void => {
  const errorHandler = sendFailure(parts.traceOf);
  app.post(ENDPOINTS.mcp.path, { errorHandler }, async (request, reply) => {
    guardOrigin(request.raw.rawHeaders, { baseUrl: parts.baseUrl(), listed: parts.origins });
    if (parts.draining()) throw refusalFor("draining");
    const answered = await answerOf(request, reply, parts);
    // a client that does not read its response must not hold it forever
    reply.raw.setTimeout(parts.stallMs, () => reply.raw.destroy());
    return sendAnswer(reply, answered);
  });
};

/**
 * Handles a request. Its body counts against the upload budget until the response, because the base64 image in it stays
 * in memory that long, even while waiting for another client's render, which holds no place in the queue.
 */
const answerOf = async (request: FastifyRequest, reply: FastifyReply, parts: McpParts): Promise<BodyAnswer> => {
  const upload = parts.uploads.begin();
  try {
    const body = await receiveJson(request, reply, upload, parts);
    const signal = AbortSignal.any([callerGone(reply), upload.ousted]);
    const answered = await answerBody(body, exchangeOf(request, reply, signal, parts), parts.mostInBatch);
    upload.ousted.throwIfAborted();
    return answered;
  } catch (error) {
    throw upload.ousted.aborted ? upload.ousted.reason : error;
  } finally {
    upload.end();
  }
};

const exchangeOf = (request: FastifyRequest, reply: FastifyReply, signal: AbortSignal, parts: McpParts): Exchange => {
  const caller = callerOf(request, reply, parts);
  return {
    createServer: () => createToolServer(parts.tools, caller, parts.baseUrl()),
    ownWords: [noSuchTool(parts.tools)],
    headers: protocolHeaders(request.raw.rawHeaders),
    signal,
    onFault: (error) => request.log.debug({ err: error }, "refused by the protocol"),
  };
};

const callerOf = (request: FastifyRequest, reply: FastifyReply, parts: McpParts): Caller => {
  const { raw } = request;
  const add = (facts: Facts): void => addFacts(request, facts);
  // the retry time belongs to the refused call, not to the response as a whole
  const { onLimits: _, ...facts } = factsObserver(add);
  return {
    client: parts.clientOf(raw),
    trace: parts.traceOf(raw),
    observer: {
      ...facts,
      onLimits: (standing) => void reply.headers(rateLimitFields({ ...standing, waitSeconds: null })),
    },
    addFacts: add,
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
