import type { ToolDefinition } from "@lumiglyph/contract";
import type { CallToolResult, ServerCapabilities, ServerContext } from "@modelcontextprotocol/server";
import type { Facts } from "../http/request-log.ts";
import type { Standing } from "../limits/fair-share.ts";
import type { CallRecord, ToolCall } from "../telemetry/tool-calls.ts";
import type { TraceContext } from "../trace/trace-context.ts";

/** Who calls a tool, whichever way the call came. */
export type Caller = {
  /** The client that the call counts for. */
  readonly client: string;
  /** The trace of whatever carried the call; null where nothing does that has one. */
  readonly trace: TraceContext | null;
  /** Hears how the client stands with its limits. */
  readonly tell: (standing: Standing) => void;
  /** Hears what the log may say of the call. */
  readonly note: (facts: Facts) => void;
  /** Begins to record a call. */
  readonly beginCall: (call: ToolCall) => CallRecord;
};

/** The arguments of a call, before anyone has judged them. */
export type ToolArguments = { readonly [name: string]: unknown };

/** A tool: how it is listed, and what a call of it does. It never rejects but where the call is called off. */
export type Tool = {
  readonly definition: Pick<ToolDefinition, "name" | "description"> & Partial<ToolDefinition>;
  readonly call: (args: ToolArguments, context: ServerContext, caller: Caller) => Promise<CallToolResult>;
  /** What the server must be able to do for it besides having tools. */
  readonly needs?: ServerCapabilities;
};
