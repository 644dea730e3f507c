import { type Field, fieldsOf, parseRequest, Refusal, renderTool } from "@lumiglyph/contract";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { renderFacts } from "../http/render-facts.ts";
import type { FairShare } from "../limits/fair-share.ts";
import type { RenderOperation } from "../render/operation.ts";
import type { RenderQueue } from "../render/render-queue.ts";
import type { RandomBytes, TraceContext } from "../trace/trace-context.ts";
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
    let waitSeconds: number | null = null;
    const tell: Caller["tell"] = (standing) => {
      waitSeconds = standing.waitSeconds;
      caller.tell(standing);
    };
    try {
      return await renderFairly(args, mcpReq.signal, { ...caller, tell, trace }, parts);
    } catch (error) {
      if (mcpReq.signal.aborted) throw error;
      return failureOf(error, { caller, parts, trace, waitSeconds });
    }
  },
});

type Traced = Caller & { readonly trace: TraceContext };

/** Whether there is room is asked first, as over HTTP: a full service refuses for nothing. */
const renderFairly = async (args: ToolArguments, signal: AbortSignal, caller: Traced, parts: RenderToolParts) => {
  parts.queue.expectRoom();
  const { outcome, format } = await parts.fairShare(
    caller.client,
    () => renderOf(args, signal, caller, parts),
    caller.tell,
  );
  return renderResult(outcome, format, caller.trace);
};

const renderOf = async (args: ToolArguments, signal: AbortSignal, caller: Traced, parts: RenderToolParts) => {
  const { fields = (given) => fieldsOf(given, "tool") } = parts;
  const parsed = parseRequest(await fields(args));
  const { format, columns } = parsed.params;
  caller.note({ format, columns });
  const place = parts.queue.enter();
  const outcome = await parts.operation(parsed, place, signal).finally(place.leave);
  caller.note(renderFacts(outcome));
  return { outcome, format, source: outcome.source, evidence: outcome.evidence };
};

type Failed = {
  readonly caller: Caller;
  readonly parts: RenderToolParts;
  readonly trace: TraceContext;
  readonly waitSeconds: number | null;
};

const failureOf = (error: unknown, { caller, parts, trace, waitSeconds }: Failed): CallToolResult => {
  if (error instanceof Refusal) {
    caller.note({ code: error.code });
    return failureResult(error, trace, waitSeconds);
  }
  caller.note({ code: "internal" });
  parts.onFault(error, trace);
  return faultResult(trace);
};
