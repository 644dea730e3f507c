import { completeParams, gridSize, type RenderOptions } from "@lumiglyph/contract";
import { type LiveFrame, loadFont, openStream, partsHeight, partsWidth } from "@lumiglyph/engine";
import { type Cells, type Drawn, sharedKernels } from "./draw.ts";

/** Minimum milliseconds between frames: faster changes cost more than they show. */
const PACE = 1000 / 24;

/**
 * Plays the video at an address in characters, without sound, until the returned function is
 * called. Pauses while the page is hidden; viewers that prefer reduced motion see the first frame.
 */
export const playLive = (
  url: string,
  options: RenderOptions,
  show: (cells: Cells, drawn: Drawn) => void,
  fail: (error: Error) => void,
): (() => void) => {
  const video = Object.assign(document.createElement("video"), {
    ...{ crossOrigin: "anonymous", muted: true, loop: true, playsInline: true, preload: "auto", src: url },
  });
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let isOver = false;
  const run = async (): Promise<void> => {
    const params = completeParams(options);
    const [kernels] = await Promise.all([sharedKernels(), loadFont(params.font), loaded(video)]);
    const { videoWidth: width, videoHeight: height } = video;
    const grid = gridSize(params, width, height);
    const size = { width: partsWidth(grid.columns), height: partsHeight(grid.rows) };
    const context = new OffscreenCanvas(size.width, size.height).getContext("2d", { willReadFrequently: true })!;
    const stream = openStream({ kernels, source: { width, height } });
    const drawFrame = (): void => {
      context.drawImage(video, 0, 0, size.width, size.height);
      const { data } = context.getImageData(0, 0, size.width, size.height);
      const frame = stream.next({ ...size, data }, options);
      show(cellsOf(frame), { ...frame.size, glyphs: frame.evidence(), quality: null });
    };
    if (!isStill) await video.play();
    for (let last = Number.NEGATIVE_INFINITY; !isOver; ) {
      const now = await nextFrame();
      if (isOver || document.hidden || now - last < PACE) continue;
      last = now;
      drawFrame();
      if (isStill) return;
    }
  };
  run().catch((error: unknown) => {
    if (!isOver) fail(error as Error);
  });
  return () => {
    isOver = true;
    video.pause();
    video.removeAttribute("src");
  };
};

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

const loaded = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve, reject) => {
    video.addEventListener("loadeddata", () => resolve(), { once: true });
    video.addEventListener("error", () => reject(new Error("The browser cannot play this video.")), { once: true });
  });

const cellsOf = ({ size, cells, characters, inks, grounds }: LiveFrame): Cells => {
  const glyphs = [...characters];
  const lines = Array.from({ length: size.rows }, (_, row) =>
    Array.from(cells.subarray(row * size.columns, (row + 1) * size.columns), (cell) => glyphs[cell]!).join(""),
  );
  return { lines, inks, grounds };
};
