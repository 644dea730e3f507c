import {
  ERRORS,
  type Field,
  type FormatId,
  fieldsOf,
  type GridSize,
  gridFor,
  MAX_RESULT_CHARACTERS,
  PARAMS,
  Refusal,
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
  /** How the tool is listed. Defaults to its HTTP definition. */
  readonly definition?: Tool["definition"];
  readonly render: Render;
  readonly random: RandomBytes;
  /** Called with errors that are hidden from the caller. */
  readonly onError: (error: unknown, trace: TraceContext) => void;
  /** Converts arguments to parser fields. Defaults to taking them as they are. */
  readonly fields?: (args: ToolArguments) => readonly Field[] | Promise<readonly Field[]>;
};

/** The tool `render_ascii`: the HTTP render operation with the same parser, queue and client limits. */
export const createRenderTool = (parts: RenderToolParts): Tool => ({
  definition: parts.definition ?? renderTool(),
  call: async (args, { mcpReq }, caller) => {
    const { render, fields = (given) => fieldsOf(given, "tool") } = parts;
    const trace = traceOfCall(mcpReq._meta, caller, parts.random);
    const record = caller.beginCall({ trace, id: mcpReq.id, revision: revisionIn(mcpReq.envelope) });
    let waitSeconds: number | null = null;
    const ownLimits: Partial<RenderObserver> = {
      onLimits: (status) => {
        waitSeconds = status.waitSeconds;
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
      const outcome = isGone ? "abandoned" : error instanceof Refusal ? error.code : "internal";
      const result = isGone ? null : failureOf(error, { caller, parts, record, waitSeconds });
      record.end(outcome);
      if (result === null) throw error;
      return result;
    }
  },
});

/** The protocol revision in a call's own envelope, if any. */
const revisionIn = (envelope: unknown): unknown =>
  isRecord(envelope) ? envelope[PROTOCOL_VERSION_META_KEY] : undefined;

type FailureContext = {
  readonly caller: Caller;
  readonly parts: RenderToolParts;
  readonly record: CallRecord;
  readonly waitSeconds: number | null;
};

const failureOf = (error: unknown, { caller, parts, record, waitSeconds }: FailureContext): CallToolResult => {
  if (error instanceof Refusal) {
    caller.addLogFields({ code: error.code });
    return failureResult(error, record.settle(statusOf(error.code) >= 500), waitSeconds);
  }
  caller.addLogFields({ code: "internal" });
  const trace = record.settle(true);
  parts.onError(error, trace);
  return internalErrorResult(trace);
};

/** What is known about an output that is too long. */
type TooLong = {
  readonly format: FormatId;
  readonly characters: number;
  readonly grid: GridSize;
  readonly source: { readonly width: number; readonly height: number };
};

/**
 * Maximum characters per cell in each format (its own color and an escaped glyph), per row, and for the rest of the
 * output.
 */
const MOST_A_CELL: { readonly [Format in FormatId]: number } = {
  text: 1,
  ansi: 20,
  html: 42,
  svg: 96,
  json: 12,
  "json-compact": 6,
  // 24 × 48 pixels, in base64
  png: 4608,
};
const MOST_A_ROW = 64;
const MOST_BESIDES = 16_000;

/**
 * The most `columns` that are certain to fit; null if none are. Either every cell fits at its maximum, or the output
 * shrinks with its rows: fewer columns never add color changes to a row.
 */
export const fittingColumns = ({ format, characters, grid, source }: TooLong): number | null => {
  for (let columns = grid.columns - 1; columns >= PARAMS.columns.min; columns--) {
    const rows = gridFor({ columns }, source.width, source.height).rows;
    const atWorst = rows * (columns * MOST_A_CELL[format] + MOST_A_ROW) + MOST_BESIDES;
    const asNow = (rows / grid.rows) * characters + MOST_BESIDES;
    if (Math.min(atWorst, asNow) <= MAX_RESULT_CHARACTERS) return columns;
  }
  return null;
};

/** A finished render as a tool result: the art as text or as an image, the evidence in `_meta`. Throws if it is too long. */
const renderResult = (response: RenderResponse, trace: TraceContext): CallToolResult => {
  const { format, body } = response;
  const isPicture = format === "png";
  const text = Buffer.from(body).toString(isPicture ? "base64" : "utf8");
  if (text.length > MAX_RESULT_CHARACTERS) throw tooLong(text.length, response);
  return {
    content: [isPicture ? { type: "image", data: text, mimeType: response.contentType } : { type: "text", text }],
    ...(isJson(format) ? { structuredContent: JSON.parse(text) } : {}),
    _meta: { [`${SERVICE}/render`]: evidenceOf(response, text), ...traceMeta(trace) },
  };
};

/** A refusal as a tool result: the code as over HTTP and a sentence, in the text because some clients show nothing else. */
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

/** An internal error. The cause is only in the log, under the same trace id. */
const internalErrorResult = (trace: TraceContext): CallToolResult => ({
  isError: true,
  content: [
    {
      type: "text",
      text: `internal: Internal error. The operator can find it in the log under the trace id ${trace.traceId}.`,
    },
  ],
  _meta: { [`${SERVICE}/error`]: { code: "internal", status: 500 }, ...traceMeta(trace) },
});

/**
 * Only JSON formats have structured content: some clients show the model nothing else if it exists, as one line of
 * escaped JSON, which would destroy the art.
 */
const isJson = (format: FormatId): boolean => format === "json" || format === "json-compact";

/** All evidence except the two long lists needed to recompute `rmse`, which are in `format=json`. */
const evidenceOf = ({ format, contentType, evidence, source }: RenderResponse, text: string) => {
  const { grid, quality } = evidence;
  const { tones: _, inks: __, ...glyphs } = evidence.glyphs;
  return { format, contentType, ...grid, ...(format === "png" ? {} : sizeOf(text)), glyphs, quality, source };
};

/** Approximate UTF-8 bytes per language model token: art is denser than prose, which has about four. */
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
      fitting === null ? "Use another `format`." : `${fitting} \`columns\` would fit.`
    }`,
  );
};

/**
 * The trace of a call: its `_meta` takes precedence over the transport (the protocol reserves these keys for W3C Trace
 * Context). An invalid `traceparent` counts as none, as in a header.
 */
const traceOfCall = (meta: unknown, { trace }: Caller, random: RandomBytes): TraceContext => {
  const { traceparent, tracestate } = isRecord(meta) ? meta : {};
  const own = acceptTrace({ traceparent: texts(traceparent), tracestate: texts(tracestate) }, random);
  return own.continued ? own : (trace ?? own);
};

/** The trace as `_meta` of a result. */
const traceMeta = (trace: TraceContext): { readonly [key: string]: string } => ({
  traceparent: formatTraceparent(trace),
  ...(trace.tracestate === "" ? {} : { tracestate: trace.tracestate }),
});

const texts = (value: unknown): readonly string[] => (typeof value === "string" ? [value] : []);
