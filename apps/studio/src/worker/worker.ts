import { instantiateKernels } from "@lumiglyph/engine";
import GLYPHS_FILE from "@lumiglyph/engine/glyphs.bin?url";
import KERNELS_FILE from "@lumiglyph/engine/kernels.wasm?url";
import { createAtlas } from "@lumiglyph/engine/paint/atlas";
import { createMessageHandler } from "./handle-messages.ts";
import type { ToWorker } from "./messages.ts";
import { choosePainter } from "./paint/choose-painter.ts";
import { createTurn } from "./scheduler.ts";
import type { ExportMessage } from "./video/export-messages.ts";

const atlas = fetch(GLYPHS_FILE).then(async (response) => createAtlas(await response.arrayBuffer()));

const loaded = fetch(KERNELS_FILE)
  .then(async (response) => instantiateKernels(WebAssembly, await response.arrayBuffer()))
  // same output, only slower
  .catch(async () => (await import("./plain-kernels.ts")).PLAIN_KERNELS);

const handler = loaded.then((kernels) =>
  createMessageHandler({
    kernels,
    shrink: async () => (await import("./load-shrink.ts")).loadShrink(WebAssembly),
    director: async () => (await import("@lumiglyph/engine/director")).direct,
    turn: createTurn(),
    clock: () => performance.now(),
    createPainter: async (canvas, changed) => choosePainter({ canvas, atlas: await atlas, changed }),
    atlas,
    post: (message, transfer) => postMessage(message, { transfer }),
  }),
);

/** A Worker started for a video export does nothing else. */
const exportVideo = async (message: ExportMessage): Promise<void> =>
  (await import("./video/run-export.ts")).runExport(message, {
    kernels: loaded,
    atlas,
    post: (reply) => postMessage(reply),
  });

// preload, because the network may be gone when looks, exports, the GPU and live feeds are first used
setTimeout(
  () =>
    Promise.allSettled([
      import("./replies.ts"),
      import("@lumiglyph/decode/browser"),
      import("./encoded.ts"),
      import("./paint/gpu-painter.ts"),
      import("./live/live.ts"),
      import("./paint/framed.ts"),
      import("./video/playback.ts"),
    ])
      .then(async () => (await import("./video/run-export.ts")).fetchExportParts())
      .catch(() => {}),
  500,
);

addEventListener("message", ({ data }: MessageEvent<ToWorker | ExportMessage>) => {
  void (data.type === "export" || data.type === "estimate" ? exportVideo(data) : handler.then((take) => take(data)));
});

// rethrow unhandled rejections, so that they reach the page as the Worker's error
addEventListener("unhandledrejection", ({ reason }) => {
  throw reason;
});
