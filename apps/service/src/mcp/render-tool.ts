import {
  type Field,
  FORMATS,
  type FormatId,
  fieldsOf,
  isParamName,
  PARAMS,
  paramRow,
  parseRequest,
  quote,
  Refusal,
  refuse,
  SMALLEST_UNASKED_SIDE,
  statusOf,
  USUAL_RESULT_CHARACTERS,
} from "@lumiglyph/contract";
import { PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { observers, type RenderObserver } from "../render/observer.ts";
import type { Render } from "../render/render.ts";
import type { RenderResponse } from "../render/response.ts";
import { acceptTrace, type RandomBytes, type TraceContext } from "../trace/trace-context.ts";
import { AdvisedRefusal, type Changes, changesFor, PLACES, together } from "./advice.ts";
import type { Folder } from "./folder.ts";
import { expectShort } from "./long-result.ts";
import { isRecord } from "./rpc.ts";
import { exactValue, looksLikeUrl, type ToolArguments, valueMeant } from "./spellings.ts";
import { contentOf, failureResult, internalErrorResult, renderResult } from "./tool-result.ts";
import type { Caller, Tool } from "./tool-server.ts";

export type RenderToolParts = {
  /** Called each time, because it contains the service's address, which is known only once it listens. */
  readonly definition: () => Tool["definition"];
  readonly render: Render;
  readonly random: RandomBytes;
  /** Called with errors that are hidden from the caller. */
  readonly onError: (error: unknown, trace: TraceContext) => void;
  /** Trusted hosts that errors may name; null if they may name none. */
  readonly hosts: readonly string[] | null;
  /** Folder of `imagePath` and `outPath`; without one these arguments do not exist. */
  readonly folder?: Folder | null;
};

/** The tool `render_ascii`: the HTTP render operation with the same parser, queue and client limits. */
export const createRenderTool = (parts: RenderToolParts): Tool => ({
  get definition() {
    return parts.definition();
  },
  call: async (given, { mcpReq }, caller) => {
    const { render, folder = null, hosts } = parts;
    const args = exactArguments(given);
    const trace = traceOfCall(mcpReq._meta, caller, parts.random);
    const record = caller.beginCall({ trace, id: mcpReq.id, revision: revisionIn(mcpReq.envelope) });
    let waitSeconds: number | null = null;
    const ownLimits: Partial<RenderObserver> = {
      onLimits: (status) => {
        waitSeconds = status.waitSeconds;
      },
    };
    const { client } = caller;
    const { signal } = mcpReq;
    try {
      let [fields, write]: [readonly Field[], Write | null] = [[], null];
      const read = async (): Promise<readonly Field[]> => {
        ({ fields, write } = await readCall(args, folder));
        return fields;
      };
      const observer = observers(caller.observer, record.observer, ownLimits);
      const response = await render({ client, read, signal, observer });
      expectMeant(response, args);
      const toFile = (format: FormatId) => fileFor(args, folder, format);
      const toFit = (characters: number) => {
        const shorter = async () => [...fields.filter(({ name }) => name !== "maxCharacters"), ...limit(characters)];
        const { onLimits = () => {} } = caller.observer;
        return changesToFit(() => render({ client, read: shorter, signal, observer: observers({ onLimits }) }));
      };
      const writtenTo = (await (write as Write | null)?.(response.body)) ?? null;
      const lacksColor = args["color"] === true && response.format === "text";
      const content = contentOf(response, { writtenTo, lacksColor });
      if (writtenTo === null) await expectShort(content, response, args, { toFile, toFit });
      const result = renderResult(content, response, record.settle(false), writtenTo);
      record.end(null);
      return result;
    } catch (error) {
      if (mcpReq.signal.aborted) {
        record.end("abandoned");
        throw error;
      }
      if (error instanceof Refusal) {
        caller.addLogFields({ code: error.code });
        const changes = await followed(changesFor(error, args, folder !== null), args, folder);
        const failed = failureResult(error, {
          changes,
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

/** A call's fields for the parser, and where its output goes. */
type ReadCall = { readonly fields: readonly Field[]; readonly write: Write | null };

const readCall = async (call: ToolArguments, folder: Folder | null): Promise<ReadCall> => {
  const args = withoutEmpty(call);
  if (folder === null) return { fields: fieldsOf(args, "tool"), write: null };
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
  // check the output path first, so that no render is wasted
  const write =
    outPath === undefined
      ? null
      : await kept(() => folder.output(pathIn("outPath", outPath), endingOf(given, outPath)));
  const image = imagePath === undefined ? null : await kept(() => folder.read(picturePathIn(imagePath)));
  const fields = [
    ...fieldsOf(given, "tool"),
    ...(imagePath === undefined || imagePath === null
      ? []
      : [{ name: "image", value: image ?? NOTHING, origin: "body" } as const]),
  ];
  if (refusals.length === 0) return { fields, write };
  // report all errors at once
  await kept(() => parseRequest(fields));
  throw together(refusals, args);
};

/** Replaces a missing image, so that parsing finds the remaining errors. */
const NOTHING = new Uint8Array();

/** Some clients send every argument of the schema: an empty source or path counts as none. */
const withoutEmpty = (args: ToolArguments): ToolArguments =>
  Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== "" || !PLACES.includes(name)));

/**
 * Normalizes arguments that have exactly one meaning in another spelling, such as `"60"` and base64
 * with line breaks.
 */
const exactArguments = (args: ToolArguments): ToolArguments =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (isParamName(name)) return [name, exactValue(paramRow(name), value)];
      return [name, name === "imageBase64" && typeof value === "string" ? value.replace(/\s+/g, "") : value];
    }),
  );

/**
 * Refuses a tiny picture unless it was requested: models that cannot pass a picture invent one of a
 * few pixels.
 */
const expectMeant = ({ source: { width, height } }: RenderResponse, { autoOptimize }: ToolArguments): void => {
  if (Math.min(width, height) >= SMALLEST_UNASKED_SIDE || autoOptimize === 0) return;
  const message = `The picture has ${width} × ${height} pixels. Is it the right one? ${TINY}`;
  throw new AdvisedRefusal("image_tiny", message, null);
};

const TINY =
  "A picture attached to a chat does not reach this tool: ask for its file or address, and never write base64 by hand. To draw these few pixels, set `autoOptimize: 0`.";

const limit = (characters: number): readonly Field[] => fieldsOf({ maxCharacters: characters }, "tool");

/**
 * Suggests the `columns` of a shorter render. If no width is short enough, text in fewer rows is.
 * If the service is too busy to try, suggests the length alone.
 */
const changesToFit = async (renderShorter: () => Promise<RenderResponse>): Promise<Changes> => {
  try {
    return { columns: (await renderShorter()).evidence.grid.columns };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === "parameter_invalid"
      ? { format: PARAMS.format.default, rows: PARAMS.rows.max }
      : { maxCharacters: USUAL_RESULT_CHARACTERS };
  }
};

/** The default format of an output file, by its extension. */
const formatBy = (outPath: unknown): { readonly format?: FormatId } => {
  const ending = endingIn(outPath);
  const format = PARAMS.format.values.find((id) => FORMATS[id].extension === ending);
  return format === undefined ? {} : { format };
};

const endingIn = (path: unknown): string | undefined =>
  typeof path === "string" ? /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() : undefined;

/** The file extension of a format, even of a misspelled one or of one that an unknown extension stands for. */
const endingOf = ({ format }: ToolArguments, outPath: unknown): string => {
  const meant =
    valueMeant(PARAMS.format, format) ?? formatBy(outPath).format ?? valueMeant(PARAMS.format, endingIn(outPath));
  return FORMATS[PARAMS.format.values.find((id) => id === meant) ?? PARAMS.format.default].extension;
};

const pathIn = (parameter: string, given: unknown): string => {
  if (typeof given === "string") return given;
  const rule = { kind: "type", type: "path" } as const;
  throw refuse([{ code: "parameter_invalid", parameter, given: quote(given), rule }]);
};

const picturePathIn = (given: unknown): string => {
  const path = pathIn("imagePath", given);
  if (!/^(https?|data):/i.test(path)) return path;
  throw new AdvisedRefusal("image_misplaced", NO_PATH, looksLikeUrl(path) ? { imagePath: null, imageUrl: path } : null);
};

const NO_PATH =
  "`imagePath` is a path in the server's folder: give an address as `imageUrl`, and the bytes of a picture as `imageBase64`.";

/**
 * Checks the paths in changes: a path under its right name may still be wrong, and then gets its
 * own advice.
 */
const followed = async (changes: Changes | null, args: ToolArguments, folder: Folder | null) => {
  if (changes === null || folder === null) return changes;
  const { imagePath, outPath } = changes;
  const ends = await Promise.allSettled([
    ...(typeof imagePath === "string" ? [folder.read(imagePath)] : []),
    ...(typeof outPath === "string" ? [folder.output(outPath, endingOf({ ...args, ...changes }, outPath))] : []),
  ]);
  const advice = ends.map((end) =>
    end.status === "rejected" && end.reason instanceof AdvisedRefusal ? end.reason.retryWith : null,
  );
  return Object.assign({}, changes, ...advice);
};

/**
 * The argument that writes the output to a file beside its picture; null if there is no free path.
 */
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
