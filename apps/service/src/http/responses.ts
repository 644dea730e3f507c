import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@lumiglyph/contract";
import { CORS_HEADERS } from "./cors.ts";
import { createSendError, problemResponse, type SendError, writeRawResponse } from "./problem.ts";
import type { RespondOnSocket } from "./server.ts";
import { type TraceOf, traceHeaders } from "./trace-headers.ts";

/** Responses that are sent outside the routes, all with the common headers. */
export type Responses = {
  readonly commonHeaders: (request: Pick<IncomingMessage, "rawHeaders">) => { readonly [name: string]: string };
  readonly sendError: SendError;
  readonly respondOnSocket: RespondOnSocket;
};

export type ResponsesParts = {
  readonly traceOf: TraceOf;
  readonly baseUrl: () => string;
  /** Called after a response to bytes that never became a request. */
  readonly onMalformed: (response: {
    readonly traceId: string;
    readonly status: number;
    readonly code: ErrorCode;
  }) => void;
};

export const createResponses = ({ traceOf, baseUrl, onMalformed }: ResponsesParts): Responses => {
  const commonHeaders: Responses["commonHeaders"] = (request) => ({
    ...CORS_HEADERS,
    ...securityHeaders(baseUrl()),
    ...traceHeaders(traceOf(request)),
  });
  return {
    commonHeaders,
    sendError: createSendError(traceOf, baseUrl),
    respondOnSocket: (socket, refusal) => {
      const noRequest = { rawHeaders: [] };
      const { traceId } = traceOf(noRequest);
      const response = problemResponse(refusal, traceId, baseUrl());
      writeRawResponse(socket, response, commonHeaders(noRequest));
      onMalformed({ traceId, status: response.status, code: refusal.code });
    },
  };
};

/**
 * Security headers of every response, including responses to malformed requests. Routes with other content override
 * some of them: pages and renders have their own content policy.
 */
const securityHeaders = (baseUrl: string): Headers =>
  baseUrl.startsWith("https:") ? { ...ALWAYS, ...OVER_TLS } : ALWAYS;

type Headers = { readonly [name: string]: string };

const ALWAYS: Headers = {
  // do not let browsers guess the content type
  "x-content-type-options": "nosniff",
  // data is not a page: nothing in it may load, run or be submitted
  "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
  // for browsers that do not know frame-ancestors
  "x-frame-options": "SAMEORIGIN",
  // the API is public: pages of other origins may use it
  "cross-origin-resource-policy": "cross-origin",
  // pages that open ours get no handle on them; ours may still open the receiving site and talk to
  // it
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "referrer-policy": "no-referrer",
};

/**
 * One year of HTTPS only, if the operator's base URL is HTTPS. Without `includeSubDomains`: other
 * services of the operator may be there.
 */
const OVER_TLS: Headers = { "strict-transport-security": "max-age=31536000" };
