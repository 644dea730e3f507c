import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RenderObserver } from "../render/observer.ts";
import { type CallRecord, type ToolCall, unrecorded } from "./tool-calls.ts";

/** Records requests and tool calls for metrics and traces. */
export type Telemetry = {
  /** Observes the render of a request. */
  readonly observe: (request: FastifyRequest) => Partial<RenderObserver>;
  /** Starts recording a tool call of a request. */
  readonly beginCall: (request: FastifyRequest, call: ToolCall) => CallRecord;
  /** Called before a response is sent: its `traceparent` then says whether the trace is sampled. */
  readonly settle: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Called when a request has ended, with its status, or null if the client disconnected. */
  readonly ended: (request: FastifyRequest, reply: FastifyReply, status: number | null) => void;
};

/** No-op telemetry. */
export const NO_TELEMETRY: Telemetry = {
  observe: () => ({}),
  beginCall: (_request, call) => unrecorded(call),
  settle: () => {},
  ended: () => {},
};

/** Registers the hooks that telemetry needs. */
export const addTelemetry = (app: FastifyInstance, telemetry: Telemetry): void => {
  app.addHook("onRequest", async (request, reply) => {
    reply.raw.once("close", () =>
      telemetry.ended(request, reply, reply.raw.writableFinished ? reply.statusCode : null),
    );
  });
  app.addHook("onSend", async (request, reply) => telemetry.settle(request, reply));
};
