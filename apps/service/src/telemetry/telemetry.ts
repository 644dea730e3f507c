import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Journal, NO_JOURNAL } from "./journal.ts";
import { type CallRecord, type ToolCall, unrecorded } from "./tool-calls.ts";

/** What is written down of requests and tool calls while they are served, for metrics and traces. */
export type Telemetry = {
  readonly journalOf: (request: IncomingMessage) => Journal;
  /** Begins to record a tool call that a request carries. */
  readonly beginCall: (request: IncomingMessage, call: ToolCall) => CallRecord;
  /** Before an answer goes: its `traceparent` then says whether the trace was chosen. */
  readonly settle: (request: FastifyRequest, reply: FastifyReply) => void;
  /** A request is over: its status, or null where its caller has left. */
  readonly ended: (request: FastifyRequest, reply: FastifyReply, status: number | null) => void;
};

/** Where nobody wants to know anything. */
export const NO_TELEMETRY: Telemetry = {
  journalOf: () => NO_JOURNAL,
  beginCall: (_request, call) => unrecorded(call),
  settle: () => {},
  ended: () => {},
};
