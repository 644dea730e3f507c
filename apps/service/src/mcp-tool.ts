import { randomBytes } from "node:crypto";
import type { Clock } from "./clock.ts";
import { renderTool } from "./documents/render-tool.ts";
import { NEEDS_NODE, restrictsWorkers } from "./host.ts";
import { createClientLimits } from "./limits/client-limits.ts";
import { createMemoryCounter } from "./limits/point-counter.ts";
import { type Folder, openFolder } from "./mcp/folder.ts";
import { createRenderTool } from "./mcp/render-tool.ts";
import { type StdioParts, serveOnStdio } from "./mcp/stdio.ts";
import type { Tool } from "./mcp/tool-server.ts";
import { createRender, decodeLimits } from "./render/render.ts";
import { createRenderQueue } from "./render/render-queue.ts";
import type { Renderer } from "./render/renderer.ts";
import { namedHosts } from "./security/trusted-hosts.ts";
import { networkFetcher } from "./source/fetch-image.ts";
import { createLoadSource } from "./source/load.ts";
import type { Settings } from "./tables/settings.ts";

export { readSettings } from "./config/read-settings.ts";

type LocalParts = Pick<StdioParts, "input" | "output" | "warn"> & {
  /** Folder of `imagePath`, `outPath` and the resources; without one they do not exist. */
  readonly root: string | null;
};

/** Serves the tool over standard input and output until the input ends: one client, no limits, no cache. */
export const serveToolsOnStdio = async (settings: Settings, parts: LocalParts): Promise<void> => {
  const maxBytes = settings.SERVICE_MAX_IMAGE_BYTES;
  const folder = parts.root === null ? null : openFolder(parts.root, maxBytes);
  const { tool, stop } = await createLocalTool(settings, folder, parts);
  await serveOnStdio({ ...parts, tool, folder, maxBytes });
  await stop();
};

/** Renders that may run or wait at once; further calls are refused. */
const PLACES = 16;

const createLocalTool = async (
  settings: Settings,
  folder: Folder | null,
  { warn }: LocalParts,
): Promise<{ tool: Tool; stop: () => Promise<void> }> => {
  const clock = () => performance.now();
  const { renderer, alive, stop } = await createLocalRenderer(settings, clock, warn);
  const maxBytes = settings.SERVICE_MAX_IMAGE_BYTES;
  const render = createRender({
    limits: createClientLimits(
      { points: 0, atOnce: 0 },
      createMemoryCounter(() => 0, clock),
    ),
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
  warn: LocalParts["warn"],
): Promise<LocalRenderer> => {
  if (!restrictsWorkers) {
    if (settings.SERVICE_WORKER_SEAL === "required") throw new Error(`SERVICE_WORKER_SEAL=required: ${NEEDS_NODE}`);
    const [{ createRenderer }, { restrictSharp }] = await Promise.all([
      import("./render/renderer.ts"),
      import("@lumiglyph/decode/node"),
    ]);
    restrictSharp();
    return { renderer: createRenderer(clock, warn), alive: () => 1, stop: async () => {} };
  }
  const [{ workerCommand }, { createRenderPool }] = await Promise.all([
    import("./render/pool/command.ts"),
    import("./render/pool/render-pool.ts"),
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
