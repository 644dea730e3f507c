import { loadKernels } from "@lumiglyph/engine";
import { loadAtlas } from "../paint/atlas.ts";
import { choosePainter } from "../paint/choose-painter.ts";
import { createRoom } from "./create-room.ts";
import type { Order } from "./messages.ts";
import { createTurn } from "./turn.ts";

const atlas = loadAtlas();

const room = loadKernels(WebAssembly)
  // these draw the same, only slower
  .catch(async () => (await import("./plain-kernels.ts")).PLAIN_KERNELS)
  .then((kernels) =>
    createRoom({
      kernels,
      turn: createTurn(),
      clock: () => performance.now(),
      createPainter: async (canvas, changed) => choosePainter({ canvas, atlas: await atlas, changed }),
      atlas,
      post: (report, transfer) => postMessage(report, { transfer }),
    }),
  );

// the page's network may be gone when looks, exports and the graphics processor are first asked for
setTimeout(
  () => Promise.allSettled([import("./detail.ts"), import("./encoded.ts"), import("../paint/gpu-painter.ts")]),
  500,
);

addEventListener("message", ({ data }: MessageEvent<Order>) => void room.then((take) => take(data)));

// what nobody waits for would fail unheard; thrown, it reaches the page as the Worker's error
addEventListener("unhandledrejection", ({ reason }) => {
  throw reason;
});
