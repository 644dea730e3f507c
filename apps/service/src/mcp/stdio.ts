import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { resolve, sep } from "node:path";
import type { Readable, Writable } from "node:stream";
import { type Field, fieldsOf, jsonBodyLimit, Refusal, refuse, type Settings } from "@lumiglyph/contract";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { renderTool } from "#documents";
import { createClientLimits } from "../limits/client-limits.ts";
import { createMemoryCounter } from "../limits/point-counter.ts";
import { workerCommand } from "../render/pool/command.ts";
import { createRenderPool } from "../render/pool/render-pool.ts";
import { createRender, decodeLimits } from "../render/render.ts";
import { createRenderQueue } from "../render/render-queue.ts";
import { networkFetcher } from "../source/fetch-image.ts";
import { createLoadSource, imageTooLarge } from "../source/load.ts";
import { unrecorded } from "../telemetry/tool-calls.ts";
import { createRenderTool } from "./render-tool.ts";
import { type RpcResponse, sanitized } from "./rpc.ts";
import { type Caller, createToolServer, noSuchTool, type Tool, type ToolArguments } from "./tool-server.ts";

export type StdioParts = {
  readonly input: Readable;
  readonly output: Writable;
  /** Folder that `imagePath` is resolved in; without one the argument does not exist. */
  readonly root: string | null;
  /** Called with warnings for whoever started the process. */
  readonly warn: (sentence: string) => void;
};

/** Serves the tool over standard input and output until the input ends. */
export const serveToolsOnStdio = async (settings: Settings, parts: StdioParts): Promise<void> => {
  const { tool, stop } = createLocalTool(settings, parts);
  const tools = [tool];
  const transport = new StdioServerTransport(parts.input, parts.output, {
    maxBufferSize: jsonBodyLimit(settings.SERVICE_MAX_IMAGE_BYTES),
  });
  const send = transport.send.bind(transport);
  const sanitize = (message: object) =>
    "error" in message ? sanitized(message as RpcResponse, [noSuchTool(tools)]) : message;
  transport.send = (message) => send(sanitize(message) as typeof message);
  const ended = Promise.race([once(parts.input, "end"), once(parts.input, "close")]);
  const served = serveStdio(() => createToolServer(tools, STDIO_CALLER), { transport });
  await ended;
  await served.close();
  await stop();
};

/** The only client: no client limits, and no trace except a call's own. */
const STDIO_CALLER: Caller = {
  client: "stdio",
  trace: null,
  observer: {},
  addLogFields: () => {},
  beginCall: unrecorded,
};

/** Renders that may wait; a client that sends more at once is refused. */
const PLACES = 16;

const createLocalTool = (settings: Settings, { root, warn }: StdioParts): { tool: Tool; stop: () => Promise<void> } => {
  const clock = () => performance.now();
  const pool = createRenderPool({
    command: workerCommand(),
    workers: 1,
    deadlineMs: settings.SERVICE_RENDER_DEADLINE_MS,
    clock,
    log: { debug: () => {}, warn, error: warn },
  });
  const maxBytes = settings.SERVICE_MAX_IMAGE_BYTES;
  const render = createRender({
    limits: createClientLimits({ points: 0, atOnce: 0 }, createMemoryCounter(0)),
    queue: createRenderQueue({ workers: 1, capacity: PLACES }, pool.alive),
    loadSource: createLoadSource(networkFetcher(settings), maxBytes),
    decodeLimits: decodeLimits(settings),
    cache: null,
    renderer: pool.render,
    clock,
  });
  const tool = createRenderTool({
    render,
    random: randomBytes,
    onError: () => warn("A render failed with an internal error."),
    ...(root === null
      ? { definition: renderTool("nothing") }
      : { definition: renderTool("path"), fields: pathFields(confinedImages(root, maxBytes)) }),
  });
  return { tool, stop: async () => void (await pool.stop()) };
};

/** Converts arguments to parser fields and reads `imagePath` as if the image had been uploaded. */
const pathFields =
  (readImage: ReadImage) =>
  async ({ imagePath, ...args }: ToolArguments): Promise<readonly Field[]> => {
    const fields = fieldsOf(args, "tool");
    if (imagePath === undefined) return fields;
    if (typeof imagePath !== "string" || imagePath.includes("\0")) throw notText();
    return [...fields, { name: "image", value: await readImage(imagePath), origin: "body" }];
  };

const notText = () =>
  refuse([
    {
      code: "parameter_invalid",
      parameter: "imagePath",
      given: "another value",
      allowed: "a path",
      message: "Expected a path for `imagePath` but received another value.",
    },
  ]);

/** Reads an image by its path inside one folder. */
type ReadImage = (path: string) => Promise<Uint8Array>;

/**
 * Reads images from one folder only: `..`, absolute paths and links that lead out of it are refused, whether or not
 * their target exists. The file is opened by its real path, which is checked again afterwards.
 */
export const confinedImages =
  (root: string, maxBytes: number): ReadImage =>
  async (path) => {
    const home = await realpath(root);
    const wanted = resolve(home, path);
    if (!isInside(home, wanted)) throw outside();
    const real = await realpath(wanted).catch(() => null);
    if (real === null) throw missing();
    if (!isInside(home, real)) throw outside();
    const bytes = await readPlainFile(real, maxBytes);
    if ((await realpath(wanted).catch(() => null)) !== real) throw outside();
    return bytes;
  };

const isInside = (home: string, path: string): boolean => path.startsWith(home.endsWith(sep) ? home : `${home}${sep}`);

/** Reads a regular file. A pipe or a device might never end, and opening one must not block. */
const readPlainFile = async (path: string, maxBytes: number): Promise<Uint8Array> => {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (file === null) throw missing();
  try {
    const { size, isFile } = await file.stat().then((stat) => ({ size: stat.size, isFile: stat.isFile() }));
    if (!isFile) throw missing();
    if (size > maxBytes) throw imageTooLarge(maxBytes);
    return await file.readFile();
  } finally {
    await file.close();
  }
};

const outside = (): Refusal =>
  new Refusal("image_misplaced", "`imagePath` must name a file inside the folder that this server was started with.");

const missing = (): Refusal =>
  new Refusal("image_missing", "`imagePath` names no file that can be read. It is relative to the server's folder.");
