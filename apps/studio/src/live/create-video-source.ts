import { effect, signal } from "@preact/signals";
import type { Darkroom } from "../darkroom/darkroom.ts";
import { watchCaptured } from "./captured-frames.ts";
import { createFrameRate } from "./frame-rate.ts";
import { giveFrame } from "./give-frame.ts";
import { createEye } from "./glance.ts";
import { createLightTrace, type LightTrace, TRACE_BINS } from "./light-trace.ts";
import type { VideoSource } from "./live-source.ts";
import { createSeeker } from "./seeker.ts";
import { type Presented, watchFrames } from "./watch-frames.ts";

/** Milliseconds between two glances at how bright the video is. */
const GLANCE = 200;

/** A video whose element has its first frame. It plays at once, unless less motion is asked for. */
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
  const eye = createEye();
  const remember = createLightTrace(duration);
  const seek = createSeeker(element);
  let room: Darkroom | null = null;
  let isCaptured = false;
  let lastCount = 0;
  let lastGlance = Number.NEGATIVE_INFINITY;
  /** Where the last step leads, until its frame is there: the next step goes on from it. */
  let aim: number | null = null;

  const glance = (): void => {
    const now = performance.now();
    if (now - lastGlance < GLANCE) return;
    lastGlance = now;
    trace.value = { ...remember({ time: time.peek(), grays: eye(element) }) };
  };
  const see = ({ time: at, count }: Presented): void => {
    time.value = at;
    aim = null;
    rate.value = frameRate(at, count);
    // what comes while it is paused comes after a seek, and is captured by no browser
    if (!isCaptured || element.paused) give();
    if (!isCaptured && lastCount > 0) missed.value += Math.max(0, count - lastCount - 1);
    lastCount = count;
    glance();
  };
  const give = (): void => {
    if (room !== null) giveFrame(element, room);
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
    start(darkroom) {
      room = darkroom;
      darkroom.roll({ width, height, frames: null, isMirrored: false });
      on("play", () => {
        isPlaying.value = true;
      });
      on("pause", () => {
        isPlaying.value = false;
      });
      on("seeking", darkroom.jump);
      const uncapture = watchCaptured(element, (frame) => {
        if (element.paused || !darkroom.push(frame)) frame.close();
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
      // where even that is not allowed, its button does it
      else element.play().catch(give);
    },
    stop() {
      leaving.abort();
      room = null;
      element.pause();
      // lets go of the file and of what was decoded of it
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
      // a little behind the frame's beginning, where rounding cannot lead to the one before
      seek(Math.min(duration, aim + 0.1 / rate.peek()));
    },
  };
};
