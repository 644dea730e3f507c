import { effect, signal } from "@preact/signals";
import type { LightTrace, VideoSource } from "../state/source.ts";
import type { RenderWorker } from "../worker/render-worker.ts";
import { createLightTrace, TRACE_BINS } from "./light-trace.ts";
import { frameOf, giveFrame, type PresentedFrame, restamped, watchFrames, watchTrack } from "./video-element.ts";

/** Milliseconds between brightness samples. */
const GLANCE = 200;

/** A video whose first frame is loaded. Plays at once, unless reduced motion is preferred. */
export const createVideoSource = (element: HTMLVideoElement): VideoSource => {
  const { duration, videoWidth: width, videoHeight: height } = element;
  const isPlaying = signal(false);
  const time = signal(0);
  const rate = signal(30);
  const missed = signal(0);
  const isLooping = signal(true);
  const speed = signal(1);
  const trace = signal<LightTrace>({ means: new Float32Array(TRACE_BINS).fill(Number.NaN), cuts: [] });
  const leaving = new AbortController();
  const frameRate = createFrameRate();
  const sampleLuma = createLumaSampler();
  const remember = createLightTrace(duration);
  const seek = createSeeker(element);
  let sink: RenderWorker | null = null;
  let isCaptured = false;
  let lastCount = 0;
  let lastGlance = Number.NEGATIVE_INFINITY;
  /** Target of the last step until its frame arrives; the next step continues from it. */
  let aim: number | null = null;

  const glance = (): void => {
    const now = performance.now();
    if (now - lastGlance < GLANCE) return;
    lastGlance = now;
    trace.value = { ...remember({ time: time.peek(), grays: sampleLuma(element) }) };
  };
  const see = ({ time: at, count }: PresentedFrame): void => {
    time.value = at;
    // the frame of an earlier step may arrive after the next was requested
    if (aim !== null && Math.abs(at - aim) < 0.5 / rate.peek()) aim = null;
    rate.value = frameRate(at, count);
    // frames during a pause follow a seek, and no browser captures them
    if (!isCaptured || element.paused) give();
    if (!isCaptured && lastCount > 0) missed.value += Math.max(0, count - lastCount - 1);
    lastCount = count;
    glance();
  };
  const give = (): void => {
    if (sink !== null) giveFrame(frameOf(element), sink);
  };
  const on = (type: keyof HTMLMediaElementEventMap, act: () => void): void =>
    element.addEventListener(type, act, { signal: leaving.signal });

  return {
    kind: "video",
    element,
    duration,
    isPlaying,
    isMirrored: signal(false),
    missed,
    time,
    rate,
    isLooping,
    speed,
    trace,
    start(worker) {
      sink = worker;
      worker.startFeed({ width, height, isMirrored: false });
      on("play", () => {
        isPlaying.value = true;
        aim = null;
      });
      on("pause", () => {
        isPlaying.value = false;
      });
      on("seeking", worker.jump);
      const uncapture = watchCaptured(element, (frame) => {
        if (element.paused) frame.close();
        else giveFrame(restamped(frame, Math.round(element.currentTime * 1e6)), worker);
      });
      isCaptured = uncapture !== null;
      const stops = [
        watchFrames(element, see),
        () => uncapture?.(),
        effect(() => {
          element.loop = isLooping.value;
        }),
        effect(() => {
          element.playbackRate = speed.value;
        }),
      ];
      leaving.signal.addEventListener("abort", () => {
        for (const stop of stops) stop();
      });
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) give();
      // if autoplay is blocked, the play button remains
      else element.play().catch(give);
    },
    stop() {
      leaving.abort();
      sink = null;
      element.pause();
      // releases the file and its decoded data
      element.removeAttribute("src");
      element.load();
    },
    toggle() {
      if (element.paused) element.play().catch(() => {});
      else element.pause();
    },
    seek(to) {
      aim = null;
      seek(to);
    },
    step(way) {
      element.pause();
      aim = Math.min(duration, Math.max(0, (aim ?? time.peek()) + way / rate.peek()));
      // slightly after the frame's start, so that rounding cannot reach the previous one
      seek(Math.min(duration, aim + 0.1 / rate.peek()));
    },
  };
};

/** Seeks one position at a time; of requests in the meantime only the last is carried out. */
const createSeeker = (video: HTMLVideoElement): ((time: number) => void) => {
  let next: number | null = null;
  video.addEventListener("seeked", () => {
    if (next !== null) video.currentTime = next;
    next = null;
  });
  return (time) => {
    if (video.seeking) next = time;
    else video.currentTime = time;
  };
};

/** Samples a video's frame as a few gray values. */
const createLumaSampler = (): ((video: HTMLVideoElement) => Uint8Array) => {
  const context = new OffscreenCanvas(WIDTH, HEIGHT).getContext("2d", { willReadFrequently: true, alpha: false })!;
  return (video) => {
    context.drawImage(video, 0, 0, WIDTH, HEIGHT);
    const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
    return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => grayOf(data, at * 4));
  };
};

const WIDTH = 24;
const HEIGHT = 16;

/** Rec. 709 luma. */
const grayOf = (data: Uint8ClampedArray, at: number): number =>
  0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!;

/**
 * Estimates the frame rate from presented times and counts (both from `requestVideoFrameCallback`). Assumes the usual
 * rate until there is enough data.
 */
export const createFrameRate = (): ((time: number, presented: number) => number) => {
  let lasts: readonly number[] = [];
  let before: { readonly time: number; readonly presented: number } | null = null;
  return (time, presented) => {
    const frames = presented - (before?.presented ?? presented);
    const seconds = time - (before?.time ?? time);
    before = { time, presented };
    if (frames > 0 && seconds > 0 && seconds / frames < LONGEST) lasts = [...lasts, seconds / frames].slice(-MEMORY);
    return lasts.length < ENOUGH ? USUAL : 1 / median(lasts);
  };
};

const USUAL = 30;

/** Frames considered, and the minimum needed. */
const MEMORY = 25;
const ENOUGH = 3;

/** Maximum duration of a frame in seconds; longer gaps are seeks. */
const LONGEST = 0.5;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/**
 * Calls back for every played frame, even while the page is too busy to paint: in some browsers twice as many as the
 * element presents. Returns a function that stops it; null if unsupported.
 */
const watchCaptured = (video: HTMLVideoElement, take: (frame: VideoFrame) => void): (() => void) | null => {
  const stream = capture(video);
  const track = stream?.getVideoTracks()[0];
  return track === undefined ? null : watchTrack(track, take);
};

/** Media Capture from DOM Elements (W3C), which not every browser has, and which TypeScript lacks for videos. */
const capture = (video: HTMLVideoElement & { captureStream?(): MediaStream }): MediaStream | undefined =>
  video.captureStream?.();
