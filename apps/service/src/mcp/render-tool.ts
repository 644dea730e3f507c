import {
  ERRORS,
  type Field,
  type FormatId,
  fieldsOf,
  type GridSize,
  MAX_RESULT_CHARACTERS,
  PARAMS,
  Refusal,
  rowsFor,
  SERVICE,
  statusOf,
  wordedFor,
} from "@lumiglyph/contract";
import { type CallToolResult, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { renderTool } from "#documents";
import { observers, type RenderObserver } from "../render/observer.ts";
import type { Render, RenderResponse } from "../render/render.ts";
import type { CallRecord } from "../telemetry/tool-calls.ts";
import { acceptTrace, formatTraceparent, type RandomBytes, type TraceContext } from "../trace/trace-context.ts";
import { isRecord } from "./rpc.ts";
import type { Caller, Tool, ToolArguments } from "./tool-server.ts";

export type RenderToolParts = {
  /** How the tool is listed; as over HTTP unless given. */
  readonly definition?: Tool["definition"];
  readonly render: Render;
  readonly random: RandomBytes;
  /** Called with errors that are hidden from the caller. */
  readonly onFault: (error: unknown, trace: TraceContext) => void;
  /** Arguments as fields for the gate; as they are unless given. */
  readonly fields?: (args: ToolArguments) => readonly Field[] | Promise<readonly Field[]>;
};

/** The tool `render_ascii`: the render operation of HTTP, through the same gate, queue and client limits. */
export const createRenderTool = (parts: RenderToolParts): Tool => ({
  definition: parts.definition ?? renderTool(),
  call: async (args, { mcpReq }, caller) => {
    const { render, fields = (given) => fieldsOf(given, "tool") } = parts;
    const trace = traceOfCall(mcpReq._meta, caller, parts.random);
    const record = caller.beginCall({ trace, id: mcpReq.id, revision: revisionIn(mcpReq.envelope) });
    let waitSeconds: number | null = null;
    const ownLimits: Partial<RenderObserver> = {
      onLimits: (standing) => {
        waitSeconds = standing.waitSeconds;
      },
    };
    try {
      const response = await render({
        client: caller.client,
        read: async () => fields(args),
        signal: mcpReq.signal,
        observer: observers(caller.observer, record.observer, ownLimits),
      });
      const result = renderResult(response, record.settle(false));
      record.end(null);
      return result;
    } catch (error) {
      const isGone = mcpReq.signal.aborted;
      const how = isGone ? "abandoned" : error instanceof Refusal ? error.code : "internal";
      const result = isGone ? null : failureOf(error, { caller, parts, record, waitSeconds });
      record.end(how);
      if (result === null) throw error;
      return result;
    }
  },
});

/** The revision that a call's own envelope names; undefined where it has none. */
const revisionIn = (envelope: unknown): unknown =>
  isRecord(envelope) ? envelope[PROTOCOL_VERSION_META_KEY] : undefined;

type Failed = {
  readonly caller: Caller;
  readonly parts: RenderToolParts;
  readonly record: CallRecord;
  readonly waitSeconds: number | null;
};

const failureOf = (error: unknown, { caller, parts, record, waitSeconds }: Failed): CallToolResult => {
  if (error instanceof Refusal) {
    caller.addFacts({ code: error.code });
    return failureResult(error, record.settle(statusOf(error.code) >= 500), waitSeconds);
  }
  caller.addFacts({ code: "internal" });
  const trace = record.settle(true);
  parts.onFault(error, trace);
  return faultResult(trace);
};

/** What is known of an output that is too long. */
type TooLong = {
  readonly format: FormatId;
  readonly characters: number;
  readonly grid: GridSize;
  readonly source: { readonly width: number; readonly height: number };
};

/**
 * The most characters that one cell takes in each format: a color of its own and a glyph that must be escaped. And what
 * comes with each row and with the whole.
 */
const MOST_A_CELL: { readonly [Format in FormatId]: number } = {
  text: 1,
  ansi: 20,
  html: 42,
  svg: 96,
  json: 12,
  "json-compact": 6,
};
const MOST_A_ROW = 64;
const MOST_BESIDES = 16_000;

/**
 * The most `columns` that surely fit; null where none do. Either every cell at its worst fits, or the rows are so much
 * fewer that even with as many changes of color in each as now they fit: fewer columns bring no more of them.
 */
export const fittingColumns = ({ format, characters, grid, source }: TooLong): number | null => {
  for (let columns = grid.columns - 1; columns >= PARAMS.columns.min; columns--) {
    const rows = rowsFor(columns, source.width, source.height);
    const atWorst = rows * (columns * MOST_A_CELL[format] + MOST_A_ROW) + MOST_BESIDES;
    const asNow = (rows / grid.rows) * characters + MOST_BESIDES;
    if (Math.min(atWorst, asNow) <= MAX_RESULT_CHARACTERS) return columns;
  }
  return null;
};

/** A finished render as a tool's result: the art as one text, the evidence in `_meta`; refused where it is too long. */
const renderResult = (response: RenderResponse, trace: TraceContext): CallToolResult => {
  const { format } = response;
  const text = Buffer.from(response.body).toString("utf8");
  if (text.length > MAX_RESULT_CHARACTERS) throw tooLong(text.length, response);
  return {
    content: [{ type: "text", text }],
    ...(isJson(format) ? { structuredContent: JSON.parse(text) } : {}),
    _meta: { [`${SERVICE}/render`]: evidenceOf(response, text), ...traceMeta(trace) },
  };
};

/** A failure as a tool's result: the code of HTTP and a sentence, in the text because some clients show nothing else. */
const failureResult = (refusal: Refusal, trace: TraceContext, waitSeconds: number | null): CallToolResult => {
  const { code, message, problems } = wordedFor("tool", refusal);
  return {
    isError: true,
    content: [{ type: "text", text: `${code}: ${message}` }],
    _meta: {
      [`${SERVICE}/error`]: {
        code,
        status: statusOf(code),
        title: ERRORS[code].title,
        ...(problems.length > 0 ? { errors: problems } : {}),
        ...(waitSeconds === null ? {} : { retryAfterSeconds: waitSeconds }),
      },
      ...traceMeta(trace),
    },
  };
};

/** A fault of our own, which says nothing of its cause: that is in the log, under the same trace. */
const faultResult = (trace: TraceContext): CallToolResult => ({
  isError: true,
  content: [
    {
      type: "text",
      text: `internal: The service failed in a way that it should not. The operator finds it under the trace id ${trace.traceId}.`,
    },
  ],
  _meta: { [`${SERVICE}/error`]: { code: "internal", status: 500 }, ...traceMeta(trace) },
});

/**
 * Only these have structured content: where it is there, some clients show the model nothing but that, as one line of
 * escaped JSON, which would be the end of any art.
 */
const isJson = (format: FormatId): boolean => format === "json" || format === "json-compact";

/** All evidence but the two long lists from which `rmse` can be recomputed: those are in `format=json`. */
const evidenceOf = ({ format, contentType, evidence, source }: RenderResponse, text: string) => {
  const { grid, quality } = evidence;
  const { tones: _, inks: __, ...glyphs } = evidence.glyphs;
  return { format, contentType, ...grid, ...sizeOf(text), glyphs, quality, source };
};

/** UTF-8 bytes that a token of a language model stands for, about: art is denser than prose, whose tokens have four. */
const BYTES_A_TOKEN = 3;

const sizeOf = (text: string) => ({
  characters: text.length,
  estimatedTokens: Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN),
});

const tooLong = (characters: number, { format, evidence: { grid }, source }: RenderResponse): Refusal => {
  const fitting = fittingColumns({ format, characters, grid, source });
  return new Refusal(
    "result_too_long",
    `The output has ${characters} characters; a tool's result has at most ${MAX_RESULT_CHARACTERS}. ${
      fitting === null ? "Ask for another `format`." : `${fitting} \`columns\` would fit.`
    }`,
  );
};

/**
 * The trace of a call: what its `_meta` says comes before what carried it (the protocol reserves these bare keys for W3C
 * Trace Context). A `traceparent` that breaks the standard's form counts as none, as in a header.
 */
const traceOfCall = (meta: unknown, { trace }: Caller, random: RandomBytes): TraceContext => {
  const { traceparent, tracestate } = isRecord(meta) ? meta : {};
  const own = acceptTrace({ traceparent: texts(traceparent), tracestate: texts(tracestate) }, random);
  return own.continued ? own : (trace ?? own);
};

/** The trace as a result tells it in its `_meta`. */
const traceMeta = (trace: TraceContext): { readonly [key: string]: string } => ({
  traceparent: formatTraceparent(trace),
  ...(trace.tracestate === "" ? {} : { tracestate: trace.tracestate }),
});

const texts = (value: unknown): readonly string[] => (typeof value === "string" ? [value] : []);
