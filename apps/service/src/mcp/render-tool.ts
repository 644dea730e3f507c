import { type Field, fieldsOf, parseRequest, Refusal, renderTool, statusOf } from "@lumiglyph/contract";
import { type CallToolResult, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { renderFacts } from "../http/render-facts.ts";
import type { FairShare } from "../limits/fair-share.ts";
import type { RenderOperation } from "../render/operation.ts";
import type { RenderQueue } from "../render/render-queue.ts";
import type { CallRecord } from "../telemetry/tool-calls.ts";
import type { RandomBytes, TraceContext } from "../trace/trace-context.ts";
import { isRecord } from "./message.ts";
import { traceOfCall } from "./meta-trace.ts";
import { failureResult, faultResult, renderResult } from "./result.ts";
import type { Caller, Tool, ToolArguments } from "./tool.ts";

export type RenderToolParts = {
  /** How the tool is listed; as over HTTP unless given. */
  readonly definition?: Tool["definition"];
  readonly operation: RenderOperation;
  readonly queue: RenderQueue;
  readonly fairShare: FairShare;
  readonly random: RandomBytes;
  /** Hears of faults that the caller is told nothing of. */
  readonly onFault: (error: unknown, trace: TraceContext) => void;
  /** Arguments as fields for the gate; as they are unless given. */
  readonly fields?: (args: ToolArguments) => readonly Field[] | Promise<readonly Field[]>;
};

/** The tool `render_ascii`: the very render operation of HTTP, through the same gate, queue and client limits. */
export const createRenderTool = (parts: RenderToolParts): Tool => ({
  definition: parts.definition ?? renderTool(),
  call: async (args, { mcpReq }, caller) => {
    const trace = traceOfCall(mcpReq._meta, caller, parts.random);
    const record = caller.beginCall({ trace, id: mcpReq.id, revision: revisionIn(mcpReq.envelope) });
    let waitSeconds: number | null = null;
    const tell: Caller["tell"] = (standing) => {
      waitSeconds = standing.waitSeconds;
      caller.tell(standing);
    };
    try {
      const result = await renderFairly(args, mcpReq.signal, { ...caller, tell, record }, parts);
      record.end(null);
      return result;
    } catch (error) {
      const gone = mcpReq.signal.aborted;
      const how = gone ? "abandoned" : error instanceof Refusal ? error.code : "internal";
      const result = gone ? null : failureOf(error, { caller, parts, record, waitSeconds });
      record.end(how);
      if (result === null) throw error;
      return result;
    }
  },
});

/** The revision that a call's own envelope names; undefined where it has none. */
const revisionIn = (envelope: unknown): unknown =>
  isRecord(envelope) ? envelope[PROTOCOL_VERSION_META_KEY] : undefined;

type Recorded = Caller & { readonly record: CallRecord };

/** Whether there is room is asked first, as over HTTP: a full service refuses for nothing. */
const renderFairly = async (args: ToolArguments, signal: AbortSignal, caller: Recorded, parts: RenderToolParts) => {
  parts.queue.expectRoom();
  const { outcome, format } = await parts.fairShare(
    caller.client,
    () => renderOf(args, signal, caller, parts),
    caller.tell,
  );
  return renderResult(outcome, format, caller.record.settle(false));
};

const renderOf = async (args: ToolArguments, signal: AbortSignal, caller: Recorded, parts: RenderToolParts) => {
  const { fields = (given) => fieldsOf(given, "tool") } = parts;
  const parsed = parseRequest(await fields(args));
  const { format, columns } = parsed.params;
  caller.note({ format, columns });
  caller.record.asked(format);
  const place = parts.queue.enter(caller.record.took);
  const outcome = await parts.operation(parsed, place, signal).finally(place.leave);
  caller.note(renderFacts(outcome));
  caller.record.drew(outcome);
  return { outcome, format, source: outcome.source, evidence: outcome.evidence };
};

type Failed = {
  readonly caller: Caller;
  readonly parts: RenderToolParts;
  readonly record: CallRecord;
  readonly waitSeconds: number | null;
};

const failureOf = (error: unknown, { caller, parts, record, waitSeconds }: Failed): CallToolResult => {
  if (error instanceof Refusal) {
    caller.note({ code: error.code });
    return failureResult(error, record.settle(statusOf(error.code) >= 500), waitSeconds);
  }
  caller.note({ code: "internal" });
  const trace = record.settle(true);
  parts.onFault(error, trace);
  return faultResult(trace);
};
