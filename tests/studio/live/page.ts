import type { RenderOptions } from "@lumiglyph/contract";
import { effect } from "@preact/signals";
import { giveFrame, watchTrack } from "../../../apps/studio/src/sources/video-element.ts";
import type { FeedStats } from "../../../apps/studio/src/worker/live-feed.ts";
import { startWorker } from "../../../apps/studio/src/worker/start-worker.ts";
import { createWorkerHost } from "../../../apps/studio/src/worker/worker-host.ts";

/** Width of the view's cells in pixels. */
const CELL = 8;

const worker = createWorkerHost(startWorker);
const canvas = document.querySelector("canvas")!;
worker.attach(canvas.transferControlToOffscreen());

let grid = "";
effect(() => {
  const size = worker.preview.value?.size;
  if (size === undefined || grid === `${size.columns} × ${size.rows}`) return;
  grid = `${size.columns} × ${size.rows}`;
  worker.show({
    cell: { width: CELL, height: 2 * CELL },
    width: size.columns * CELL,
    height: size.rows * 2 * CELL,
    left: 0,
    top: 0,
  });
});

let stop = (): void => {};

/** Starts the camera. `height` is the declared frame height, which determines the grid's rows. */
const startCameraFeed = async (options: RenderOptions, height: number): Promise<void> => {
  stop();
  const stream = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 480, frameRate: 30 } });
  const [track] = stream.getVideoTracks();
  worker.startFeed({ width: 640, height, isMirrored: true });
  stop = watchTrack(track!, (frame) => giveFrame(frame, worker))!;
  worker.render(options);
};

/** Loops a video and pushes its frames as they are shown. */
const startVideoFeed = async (address: string, options: RenderOptions): Promise<void> => {
  stop();
  const video = document.createElement("video");
  Object.assign(video, { src: address, muted: true, loop: true });
  await video.play();
  stop = () => video.pause();
  worker.startFeed({ width: video.videoWidth, height: video.videoHeight, isMirrored: false });
  worker.render(options);
  const next = (): void => {
    if (video.paused) return;
    giveFrame(new VideoFrame(video), worker);
    video.requestVideoFrameCallback(next);
  };
  video.requestVideoFrameCallback(next);
};

const nextStats = (): Promise<FeedStats> =>
  new Promise((resolve) => {
    const last = worker.stats.peek();
    const leave = worker.stats.subscribe((stats) => {
      if (stats === null || stats === last) return;
      queueMicrotask(() => leave());
      resolve(stats);
    });
  });

/** Statistics of the frames shown in a period. */
const watch = async (milliseconds: number) => {
  const [from, begun] = [await nextStats(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  const to = await nextStats();
  const seconds = (performance.now() - begun) / 1000;
  return { fps: (to.shown - from.shown) / seconds, dropped: to.dropped - from.dropped, stats: to };
};

/** Called by the tests. */
const live = {
  worker,
  render: worker.render,
  startCameraFeed,
  startVideoFeed,
  watch,
  /** Ends the feed and its source. */
  end: (): void => {
    worker.clear();
    stop();
  },
};

export type LivePage = typeof live;
Reflect.set(globalThis, "live", live);
