import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { jsonBodyLimit } from "@lumiglyph/contract";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Clock } from "../clock.ts";
import { renderTool } from "../documents/render-tool.ts";
import { NEEDS_NODE, restrictsWorkers } from "../host.ts";
import { createClientLimits } from "../limits/client-limits.ts";
import { createMemoryCounter } from "../limits/point-counter.ts";
import { createRender, decodeLimits } from "../render/render.ts";
import { createRenderQueue } from "../render/render-queue.ts";
import type { Renderer } from "../render/renderer.ts";
import { namedHosts } from "../security/trusted-hosts.ts";
import { networkFetcher } from "../source/fetch-image.ts";
import { createLoadSource } from "../source/load.ts";
import { MCP_FOLDER_METHODS, RPC_CODES } from "../tables/mcp.ts";
import type { Settings } from "../tables/settings.ts";
import { unrecorded } from "../telemetry/tool-calls.ts";
import { boundedLines, idInEnds } from "./bounded-lines.ts";
import { type Folder, openFolder } from "./folder.ts";
import { createRenderTool } from "./render-tool.ts";
import { NO_SUCH_RESOURCE } from "./resources.ts";
import { type RpcResponse, rpcFailure, sanitized } from "./rpc.ts";
import { SCALE_DOWN } from "./tool-result.ts";
import { type Caller, createToolServer, noSuchTool, type Tool } from "./tool-server.ts";

export type StdioParts = {
  readonly input: Readable;
  readonly output: Writable;
  /** Folder of `imagePath`, `outPath` and the resources; without one they do not exist. */
  readonly root: string | null;
  /** Called with warnings for the user who started the process. */
  readonly warn: (sentence: string) => void;
};

/** Serves the tool over standard input and output until the input ends. */
export const serveToolsOnStdio = async (settings: Settings, parts: StdioParts): Promise<void> => {
  const folder = parts.root === null ? null : openFolder(parts.root, settings.SERVICE_MAX_IMAGE_BYTES);
  const { tool, stop } = await createLocalTool(settings, folder, parts);
  const tools = [tool];
  const most = jsonBodyLimit(settings.SERVICE_MAX_IMAGE_BYTES);
  const tooLong = `The message has more than ${most} bytes, which is the limit. ${SCALE_DOWN}`;
  const ownMessages = [noSuchTool(tools), NO_SUCH_RESOURCE, tooLong];
  const moreMethods = folder === null ? [] : MCP_FOLDER_METHODS;
  // the transport would close on a message that is too long, without a response
  const lines = boundedLines(most, (line) => {
    const id = idInEnds(line);
    if (id === null) parts.warn("A message was too long, and had no id to answer to.");
    else {
      const refused = rpcFailure(id, { code: RPC_CODES.notRequest, message: tooLong }) as JSONRPCMessage;
      // the client may have gone
      void transport.send(refused).catch(() => {});
    }
  });
  const transport = new StdioServerTransport(parts.input.pipe(lines), parts.output, { maxBufferSize: 2 * most });
  const send = transport.send.bind(transport);
  const sanitize = (message: object) =>
    "error" in message ? sanitized(message as RpcResponse, ownMessages, moreMethods) : message;
  transport.send = (message) => send(sanitize(message) as typeof message);
  const ended = Promise.race([once(parts.input, "end"), once(parts.input, "close")]);
  const served = serveStdio(() => createToolServer({ tools, folder }, STDIO_CALLER), { transport });
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

/** Renders that may run or wait at once; further calls are refused. */
const PLACES = 16;

const createLocalTool = async (
  settings: Settings,
  folder: Folder | null,
  { warn }: StdioParts,
): Promise<{ tool: Tool; stop: () => Promise<void> }> => {
  const clock = () => performance.now();
  const { renderer, alive, stop } = await createLocalRenderer(settings, clock, warn);
  const maxBytes = settings.SERVICE_MAX_IMAGE_BYTES;
  const render = createRender({
    limits: createClientLimits({ points: 0, atOnce: 0 }, createMemoryCounter(0, clock)),
    queue: createRenderQueue({ workers: 1, capacity: PLACES }, alive),
    loadSource: createLoadSource(networkFetcher(settings), maxBytes),
    decodeLimits: decodeLimits(settings),
    cache: null,
    renderer,
    clock,
  });
  const hosts = namedHosts(settings);
  const tool = createRenderTool({
    definition: () => renderTool({ files: folder === null ? "none" : "folder", maxBytes, hosts }),
    render,
    random: randomBytes,
    onError: () => warn("A render failed with an internal error."),
    hosts,
    folder,
  });
  return { tool, stop };
};

type LocalRenderer = { readonly renderer: Renderer; readonly alive: () => number; readonly stop: () => Promise<void> };

/**
 * One worker process where Node can restrict it. Elsewhere this process draws, as the command does: these are the user's
 * own pictures. There a render delays other messages, and has no deadline.
 */
const createLocalRenderer = async (
  settings: Settings,
  clock: Clock,
  warn: StdioParts["warn"],
): Promise<LocalRenderer> => {
  if (!restrictsWorkers) {
    if (settings.SERVICE_WORKER_SEAL === "required") throw new Error(`SERVICE_WORKER_SEAL=required: ${NEEDS_NODE}`);
    const [{ createRenderer }, { restrictSharp }] = await Promise.all([
      import("../render/renderer.ts"),
      import("@lumiglyph/decode/node"),
    ]);
    restrictSharp();
    return { renderer: createRenderer(clock, warn), alive: () => 1, stop: async () => {} };
  }
  const [{ workerCommand }, { createRenderPool }] = await Promise.all([
    import("../render/pool/command.ts"),
    import("../render/pool/render-pool.ts"),
  ]);
  const pool = createRenderPool({
    command: workerCommand(settings),
    workers: 1,
    deadlineMs: settings.SERVICE_RENDER_DEADLINE_MS,
    clock,
    log: { debug: () => {}, warn, error: warn },
  });
  return { renderer: pool.render, alive: pool.alive, stop: async () => void (await pool.stop()) };
};
