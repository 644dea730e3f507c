import {
  ENDPOINTS,
  ERRORS,
  type FormatId,
  MAX_RESULT_CHARACTERS,
  Refusal,
  SERVICE,
  statusOf,
} from "@lumiglyph/contract";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { RenderOutcome } from "../render/operation.ts";
import type { TraceContext } from "../trace/trace-context.ts";
import { fittingColumns } from "./fitting-columns.ts";
import { traceMeta } from "./meta-trace.ts";

/** A finished render as a tool's result: the art as one text, the evidence in `_meta`; refused where it is too long. */
export const renderResult = (outcome: RenderOutcome, format: FormatId, trace: TraceContext): CallToolResult => {
  const text = Buffer.from(outcome.body).toString("utf8");
  if (text.length > MAX_RESULT_CHARACTERS) throw tooLong(text.length, outcome, format);
  return {
    content: [{ type: "text", text }],
    ...(isJson(format) ? { structuredContent: JSON.parse(text) } : {}),
    _meta: { [`${SERVICE}/render`]: evidenceOf(outcome, format, text), ...traceMeta(trace) },
  };
};

/** A failure as a tool's result: code and sentence as over HTTP, in the text because some clients show nothing else. */
export const failureResult = (
  { code, message, problems }: Refusal,
  trace: TraceContext,
  waitSeconds: number | null,
): CallToolResult => ({
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
});

/** A fault of our own, which says nothing of its cause: that is in the log, under the same trace. */
export const faultResult = (trace: TraceContext): CallToolResult => ({
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
const evidenceOf = ({ contentType, evidence, source }: RenderOutcome, format: FormatId, text: string) => {
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

const tooLong = (characters: number, { evidence: { grid }, source }: RenderOutcome, format: FormatId): Refusal => {
  const fitting = fittingColumns({ format, characters, grid, source });
  const { method, path } = ENDPOINTS.render;
  return new Refusal(
    "result_too_long",
    `The output has ${characters} characters; a tool's result has at most ${MAX_RESULT_CHARACTERS}. ${
      fitting === null ? "" : `${fitting} \`columns\` would fit. `
    }${method} ${path} has no such limit.`,
  );
};
