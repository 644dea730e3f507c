import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Traces } from "../http/trace-headers.ts";
import type { RenderMetrics } from "../metrics/metrics.ts";
import { ENDPOINTS } from "../tables/endpoints.ts";
import { formatTraceparent, freshId, type RandomBytes } from "../trace/trace-context.ts";
import { closedAttributes, createRenderRecord, type RenderRecord } from "./render-record.ts";
import { renderSpans } from "./render-spans.ts";
import type { Telemetry } from "./telemetry.ts";
import { createCallRecord } from "./tool-calls.ts";
import { createDecision, type Decision, type Tracing } from "./tracing.ts";

export type RecorderParts = {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly traces: Traces;
  readonly metrics: RenderMetrics | null;
  readonly tracing: Tracing | null;
  readonly baseUrl: () => string;
};

declare module "fastify" {
  interface FastifyRequest {
    /** The recorded part of the request; null until there is one. */
    recorded: RecordedRequest | null;
  }
}

/** The record of a request until it has ended. */
type RecordedRequest = {
  readonly render: RenderRecord;
  /** Null if traces are not exported. */
  readonly decision: Decision | null;
  /** Number of tool calls in it. */
  calls: number;
};

/** Records renders and tool calls. Other requests, such as probes, are not worth recording. */
export const createTraceRecorder = (parts: RecorderParts): Telemetry => {
  const { clock, random, traces, metrics, tracing } = parts;
  const newId = () => freshId(8, random);
  const recordOf = (request: FastifyRequest): RecordedRequest => {
    request.recorded ??= {
      render: createRenderRecord(metrics),
      decision: tracing === null ? null : createDecision(tracing),
      calls: 0,
    };
    return request.recorded;
  };
  const isRecorded = ({ recorded, routeOptions }: FastifyRequest): boolean =>
    routeOptions.url === RENDER || (routeOptions.url === MCP && (recorded?.calls ?? 0) > 0);
  const decided = (request: FastifyRequest, status: number | null): boolean =>
    recordOf(request).decision?.(traces.traceOf(request.raw), isFailure(status)) ?? false;
  const offer = (request: FastifyRequest, ms: number, status: number | null): void => {
    const trace = traces.traceOf(request.raw);
    const { render } = recordOf(request);
    const ended = clock();
    // `ms` ends with the response, which may be a while ago: the request began before its first step in any case
    const begun = Math.min(ended - ms, ...render.steps.map((step) => step.begun));
    const whole = {
      ...{ trace, parentIsRemote: true, name: nameOf(request), begun, ended },
      attributes: { ...httpAttributes(request, status, parts), ...render.evidence() },
      ...{ links: [], failed: isFailure(status) },
    };
    tracing?.traceExport.offer(renderSpans(whole, render.steps, newId));
  };
  return {
    observe: (request) => recordOf(request).render.observer,
    beginCall: (request, call) => {
      const recorded = recordOf(request);
      recorded.calls++;
      const carrier = { trace: traces.traceOf(request.raw), decision: recorded.decision };
      return createCallRecord(call, carrier, { clock, freshId: newId, metrics, tracing });
    },
    settle: (request, reply) => {
      if (tracing === null || !isRecorded(request)) return;
      const before = formatTraceparent(traces.traceOf(request.raw));
      traces.setSampled(request.raw, decided(request, reply.statusCode));
      rewrite(reply, before, formatTraceparent(traces.traceOf(request.raw)));
    },
    ended: (request, reply, status) => {
      if (!isRecorded(request)) return;
      const { elapsedTime: ms } = reply;
      const format = recordOf(request).render.format();
      if (request.routeOptions.url === RENDER) metrics?.rendered({ transport: "http", format, status, ms });
      if (decided(request, status)) offer(request, ms, status);
    },
  };
};

const RENDER = ENDPOINTS.render.path;
const MCP = ENDPOINTS.mcp.path;
const RENDER_SPAN = `POST ${RENDER}` as const;
const ADDRESS_SPAN = `GET ${RENDER}` as const;
const MCP_SPAN = `POST ${MCP}` as const;

const nameOf = ({ method, routeOptions }: FastifyRequest) => {
  if (routeOptions.url !== RENDER) return MCP_SPAN;
  return method === "POST" ? RENDER_SPAN : ADDRESS_SPAN;
};

const isFailure = (status: number | null): boolean => status !== null && status >= 500;

/** Replaces the `traceparent` in both headers that contain it. Cacheable responses have none. */
const rewrite = (reply: FastifyReply, before: string, after: string): void => {
  if (before === after || !reply.hasHeader("traceparent")) return;
  reply.header("traceparent", after);
  reply.header("server-timing", String(reply.getHeader("server-timing") ?? "").replace(before, after));
};

const httpAttributes = (
  request: FastifyRequest,
  status: number | null,
  { baseUrl }: Pick<RecorderParts, "baseUrl">,
) => {
  const { code, format } = request.logFields ?? {};
  const error = status === null ? "abandoned" : status >= 400 ? code : undefined;
  return closedAttributes({
    "http.request.method": request.method,
    "http.route": request.routeOptions.url,
    "url.scheme": baseUrl().startsWith("https:") ? "https" : "http",
    "http.response.status_code": status,
    "network.protocol.version": request.raw.httpVersion,
    "error.type": error,
    ...(request.routeOptions.url === RENDER ? { "ascii.format": format } : {}),
  });
};
