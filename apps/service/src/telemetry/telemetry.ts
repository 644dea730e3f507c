import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RenderObserver } from "../render/observer.ts";
import { type CallRecord, type ToolCall, unrecorded } from "./tool-calls.ts";

/** What is recorded of requests and tool calls while they are served, for metrics and traces. */
export type Telemetry = {
  /** Observes the render that a request asks for. */
  readonly observe: (request: FastifyRequest) => Partial<RenderObserver>;
  /** Begins to record a tool call that a request carries. */
  readonly beginCall: (request: FastifyRequest, call: ToolCall) => CallRecord;
  /** Before an answer goes: its `traceparent` then says whether the trace was chosen. */
  readonly settle: (request: FastifyRequest, reply: FastifyReply) => void;
  /** A request is over: its status, or null where its caller has left. */
  readonly ended: (request: FastifyRequest, reply: FastifyReply, status: number | null) => void;
};

/** No-op telemetry. */
export const NO_TELEMETRY: Telemetry = {
  observe: () => ({}),
  beginCall: (_request, call) => unrecorded(call),
  settle: () => {},
  ended: () => {},
};

/** Lets telemetry hear of every answer before it goes, and of every request when it is over. */
export const addTelemetry = (app: FastifyInstance, telemetry: Telemetry): void => {
  app.addHook("onRequest", async (request, reply) => {
    reply.raw.once("close", () =>
      telemetry.ended(request, reply, reply.raw.writableFinished ? reply.statusCode : null),
    );
  });
  app.addHook("onSend", async (request, reply) => telemetry.settle(request, reply));
};
