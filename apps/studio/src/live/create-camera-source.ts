import { signal } from "@preact/signals";
import type { Darkroom } from "../darkroom/darkroom.ts";
import type { CameraTrouble } from "../sources/trouble.ts";
import { lostTrouble } from "./camera-trouble.ts";
import { listCameras } from "./cameras.ts";
import { frameStream } from "./frame-stream.ts";
import { giveFrame } from "./give-frame.ts";
import type { Camera, CameraSource } from "./live-source.ts";
import { watchFrames } from "./watch-frames.ts";

/** A camera whose track runs, and the element that shows it. */
export const createCameraSource = (
  track: MediaStreamTrack,
  element: HTMLVideoElement,
  onLost: (trouble: CameraTrouble) => void,
): CameraSource => {
  const { deviceId = "", facingMode, frameRate = 30 } = track.getSettings();
  const size = { width: element.videoWidth, height: element.videoHeight };
  const isPlaying = signal(true);
  // a camera that does not say where it looks sits on a screen, and looks at who sits before it
  const isMirrored = signal(facingMode !== "environment");
  const missed = signal(0);
  const cameras = signal<readonly Camera[]>([{ id: deviceId, label: track.label }]);
  const leaving = new AbortController();
  const { signal: left } = leaving;
  let room: Darkroom | null = null;

  const stop = (): void => {
    leaving.abort();
    track.stop();
    element.pause();
    element.srcObject = null;
    room = null;
  };
  const lose = async (): Promise<void> => {
    isPlaying.value = false;
    room?.hold(true);
    const trouble = await lostTrouble();
    if (!left.aborted) onLost(trouble);
  };
  const list = async (): Promise<void> => {
    const all = await listCameras();
    if (!left.aborted && all.length > 0) cameras.value = all;
  };
  /** Browsers that give no stream of frames to a page present them in an element. */
  const watch = (darkroom: Darkroom): void => {
    let last = 0;
    const unwatch = watchFrames(element, ({ count }) => {
      if (last > 0) missed.value += Math.max(0, count - last - 1);
      last = count;
      if (isPlaying.peek()) giveFrame(element, darkroom);
    });
    left.addEventListener("abort", unwatch);
  };
  return {
    kind: "camera",
    element,
    label: track.label || "Camera",
    id: deviceId,
    rate: Math.round(frameRate),
    size,
    isPlaying,
    isMirrored,
    missed,
    cameras,
    start(darkroom) {
      room = darkroom;
      const frames = frameStream(track);
      darkroom.roll({ ...size, frames, isMirrored: isMirrored.peek() });
      if (frames === null) watch(darkroom);
      track.addEventListener("ended", lose, { signal: left });
      // a page that is left must not leave the camera's light on
      addEventListener("pagehide", stop, { signal: left });
      navigator.mediaDevices.addEventListener("devicechange", list, { signal: left });
      void list();
    },
    stop,
    toggle() {
      if (track.readyState === "ended") return;
      isPlaying.value = !isPlaying.peek();
      room?.hold(!isPlaying.peek());
      if (isPlaying.peek()) element.play().catch(() => {});
      else element.pause();
    },
    mirror(toMirrored) {
      isMirrored.value = toMirrored;
      room?.mirror(toMirrored);
    },
  };
};
