import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { jsonBodyLimit, renderTool, type Settings } from "@lumiglyph/contract";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createFairShare } from "../limits/fair-share.ts";
import { createMemoryCounter } from "../limits/memory-counter.ts";
import { createRenderOperation, decodeLimits } from "../render/operation.ts";
import { workerCommand } from "../render/pool/command.ts";
import { createRenderPool } from "../render/pool/render-pool.ts";
import { createRenderQueue } from "../render/render-queue.ts";
import { networkFetcher } from "../security/network-fetcher.ts";
import { createLoadSource } from "../source/load.ts";
import { unrecorded } from "../telemetry/tool-calls.ts";
import { confinedImages } from "./confined-image.ts";
import { pathFields } from "./path-fields.ts";
import { createRenderTool } from "./render-tool.ts";
import type { RpcAnswer } from "./rpc.ts";
import { tidied } from "./tidied.ts";
import type { Caller, Tool } from "./tool.ts";
import { createToolServer, noSuchTool } from "./tool-server.ts";

export type StdioParts = {
  readonly input: Readable;
  readonly output: Writable;
  /** The folder that `imagePath` may name files of; without one there is no such argument. */
  readonly root: string | null;
  /** Hears what whoever started this should know. */
  readonly warn: (sentence: string) => void;
};

/** Serves the tool over standard input and output, to the one who started the process, until the input ends. */
export const serveToolsOnStdio = async (settings: Settings, parts: StdioParts): Promise<void> => {
  const { tool, stop } = createLocalTool(settings, parts);
  const tools = [tool];
  const transport = new StdioServerTransport(parts.input, parts.output, {
    maxBufferSize: jsonBodyLimit(settings.SERVICE_MAX_IMAGE_BYTES),
  });
  const send = transport.send.bind(transport);
  const tidy = (message: object) => ("error" in message ? tidied(message as RpcAnswer, [noSuchTool(tools)]) : message);
  transport.send = (message) => send(tidy(message) as typeof message);
  const ended = Promise.race([once(parts.input, "end"), once(parts.input, "close")]);
  const served = serveStdio(() => createToolServer(tools, ALONE), { transport });
  await ended;
  await served.close();
  await stop();
};

/** Nobody else is there: no limits between clients, and no trace but what a call brings. */
const ALONE: Caller = { client: "stdio", trace: null, tell: () => {}, note: () => {}, beginCall: unrecorded };

/** Renders that may wait; a client that sends more at once is told to wait itself. */
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
  const loadSource = createLoadSource(networkFetcher(settings), maxBytes);
  const tool = createRenderTool({
    operation: createRenderOperation({ loadSource, limits: decodeLimits(settings), clock, cache: null }),
    queue: createRenderQueue(pool.render, clock, { workers: 1, capacity: PLACES }, pool.alive),
    fairShare: createFairShare({ points: 0, atOnce: 0 }, createMemoryCounter(0)),
    random: randomBytes,
    onFault: () => warn("A render failed in a way that it should not."),
    ...(root === null
      ? { definition: renderTool("nothing") }
      : { definition: renderTool("path"), fields: pathFields(confinedImages(root, maxBytes)) }),
  });
  return { tool, stop: async () => void (await pool.stop()) };
};
