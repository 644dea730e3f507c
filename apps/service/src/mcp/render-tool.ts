import {
  type Field,
  FORMATS,
  type FormatId,
  fieldsOf,
  nearestName,
  PARAMS,
  parseRequest,
  quote,
  Refusal,
  refuse,
  statusOf,
  TOOL_DEFAULTS,
} from "@lumiglyph/contract";
import { PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { observers, type RenderObserver } from "../render/observer.ts";
import type { Render } from "../render/render.ts";
import { acceptTrace, type RandomBytes, type TraceContext } from "../trace/trace-context.ts";
import { together } from "./advice.ts";
import type { Folder } from "./folder.ts";
import { isRecord } from "./rpc.ts";
import { failureResult, internalErrorResult, renderResult } from "./tool-result.ts";
import type { Caller, Tool, ToolArguments } from "./tool-server.ts";

export type RenderToolParts = {
  /** Asked for each time: it names the service's address, which is known once it listens. */
  readonly definition: () => Tool["definition"];
  readonly render: Render;
  readonly random: RandomBytes;
  /** Called with errors that are hidden from the caller. */
  readonly onError: (error: unknown, trace: TraceContext) => void;
  /** Hosts whose pictures are fetched; null if they are not told. */
  readonly hosts: readonly string[] | null;
  /** Where `imagePath` and `outPath` are; without one these arguments do not exist. */
  readonly folder?: Folder | null;
};

/** The tool `render_ascii`: the HTTP render operation with the same parser, queue and client limits. */
export const createRenderTool = (parts: RenderToolParts): Tool => ({
  get definition() {
    return parts.definition();
  },
  call: async (args, { mcpReq }, caller) => {
    const { render, folder = null, hosts } = parts;
    const trace = traceOfCall(mcpReq._meta, caller, parts.random);
    const record = caller.beginCall({ trace, id: mcpReq.id, revision: revisionIn(mcpReq.envelope) });
    let waitSeconds: number | null = null;
    const ownLimits: Partial<RenderObserver> = {
      onLimits: (status) => {
        waitSeconds = status.waitSeconds;
      },
    };
    try {
      let write: Write | null = null;
      const read = async (): Promise<readonly Field[]> => {
        const call = await readCall(args, folder);
        write = call.write;
        return call.fields;
      };
      const observer = observers(caller.observer, record.observer, ownLimits);
      const response = await render({ client: caller.client, read, signal: mcpReq.signal, observer });
      const writtenTo = (await (write as Write | null)?.(response.body)) ?? null;
      const toFile = (format: FormatId) => fileFor(args, folder, format);
      const result = await renderResult(response, record.settle(false), { writtenTo, toFile });
      record.end(null);
      return result;
    } catch (error) {
      if (mcpReq.signal.aborted) {
        record.end("abandoned");
        throw error;
      }
      if (error instanceof Refusal) {
        caller.addLogFields({ code: error.code });
        const failed = failureResult(error, {
          args,
          trace: record.settle(statusOf(error.code) >= 500),
          waitSeconds,
          hosts,
          hasFolder: folder !== null,
        });
        record.end(error.code);
        return failed;
      }
      caller.addLogFields({ code: "internal" });
      const settled = record.settle(true);
      parts.onError(error, settled);
      record.end("internal");
      return internalErrorResult(settled);
    }
  },
});

/** The protocol revision in a call's own envelope, if any. */
const revisionIn = (envelope: unknown): unknown =>
  isRecord(envelope) ? envelope[PROTOCOL_VERSION_META_KEY] : undefined;

/** Writes an output to its file and returns that file's path. */
type Write = (body: Uint8Array) => Promise<string>;

/** A call's fields for the parser, with the tool's own defaults, and where its output goes. */
type ReadCall = { readonly fields: readonly Field[]; readonly write: Write | null };

const readCall = async (args: ToolArguments, folder: Folder | null): Promise<ReadCall> => {
  if (folder === null) return { fields: withDefaults(args, true), write: null };
  const { imagePath, outPath, ...others } = args;
  const given = { ...formatBy(outPath), ...others };
  const refusals: Refusal[] = [];
  const kept = async <Result>(work: () => Result | Promise<Result>): Promise<Result | null> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
      return null;
    }
  };
  // a place to write to is checked first: no render is done in vain
  const write =
    outPath === undefined
      ? null
      : await kept(() => folder.output(pathIn("outPath", outPath), endingOf(given, outPath)));
  const image = imagePath === undefined ? null : await kept(() => folder.read(pathIn("imagePath", imagePath)));
  const fields = [
    ...withDefaults(given, outPath === undefined),
    ...(imagePath === undefined ? [] : [{ name: "image", value: image ?? NOTHING, origin: "body" } as const]),
  ];
  if (refusals.length === 0) return { fields, write };
  // all that is wrong is said at once
  await kept(() => parseRequest(fields));
  throw together(refusals, args);
};

/** In place of a picture that is not there, to find out what else is wrong. */
const NOTHING = new Uint8Array();

/** The arguments as fields. What the tool draws by default fits a chat, unless it goes to a file. */
const withDefaults = (args: ToolArguments, isForChat: boolean): readonly Field[] => {
  const isGiven = (name: string): boolean => Object.hasOwn(args, name) && args[name] !== UNSET[name];
  const { columns, rows, characters } = TOOL_DEFAULTS;
  const isSized = !isForChat || isGiven("columns") || isGiven("maxCharacters");
  return fieldsOf(
    {
      ...args,
      ...(isSized ? {} : { columns }),
      ...(isSized || isGiven("rows") ? {} : { rows }),
      ...(isGiven("charset") || isGiven("characters") ? {} : { characters }),
    },
    "tool",
  );
};

/** Values that say the same as leaving the argument out. */
const UNSET: { readonly [name: string]: unknown } = { rows: 0, maxCharacters: 0, characters: "" };

/** The format that a file's ending means, unless one is given. */
const formatBy = (outPath: unknown): { readonly format?: FormatId } => {
  const ending = typeof outPath === "string" ? /\.([a-z]+)$/i.exec(outPath)?.[1]?.toLowerCase() : undefined;
  const format = PARAMS.format.values.find((id) => FORMATS[id].extension === ending);
  return format === undefined ? {} : { format };
};

/** The ending of a format, also of one that is misspelled. */
const endingOf = ({ format }: ToolArguments, outPath: unknown): string => {
  const { values, default: usual } = PARAMS.format;
  const meant = typeof format === "string" ? nearestName(format, values) : null;
  return FORMATS[values.find((id) => id === format || id === meant) ?? formatBy(outPath).format ?? usual].extension;
};

const pathIn = (parameter: string, given: unknown): string => {
  if (typeof given === "string") return given;
  const message = `Expected a path for \`${parameter}\` but received ${quote(given)}.`;
  throw refuse([{ code: "parameter_invalid", parameter, given: quote(given), allowed: "a path", message }]);
};

/** A change of arguments after which the output goes to a file beside its picture. */
const fileFor = async ({ imagePath }: ToolArguments, folder: Folder | null, format: FormatId) => {
  const beside = typeof imagePath === "string" ? imagePath : null;
  const outPath = (await folder?.freePath(beside, FORMATS[format].extension)) ?? null;
  return outPath === null ? null : { outPath };
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

const texts = (value: unknown): readonly string[] => (typeof value === "string" ? [value] : []);
