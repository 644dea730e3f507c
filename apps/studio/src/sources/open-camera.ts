import { signal } from "@preact/signals";
import type { Camera, CameraError, CameraSource, OpenResult } from "../state/source.ts";
import type { RenderWorker } from "../worker/render-worker.ts";
import { createScreen, frameOf, giveFrame, restamped, watchFrames, watchTrack } from "./video-element.ts";

/** Opens a camera, or says why it cannot. Calls `onLost` if it is lost later. */
export const openCamera = async (id: string | undefined, onLost: (error: CameraError) => void): Promise<OpenResult> => {
  if (!isSecureContext) return { error: { code: "insecure_page" } };
  try {
    const stream = await openStream(id);
    const element = createScreen();
    element.srcObject = stream;
    await firstPicture(element, stream);
    const live = createCameraSource(stream.getVideoTracks()[0]!, element, onLost);
    const { width, height } = live.size;
    const info = { width, height, format: "pixels" as const };
    return { live, opened: { name: live.label, kind: "camera", info, file: new Blob(), url: live.id } };
  } catch (error) {
    return { error: await cameraError(error) };
  }
};

/** Requests as many pixels as the largest usual grid has samples. Falls back to any camera if the given one is gone. */
const openStream = async (id: string | undefined): Promise<MediaStream> => {
  const video = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30 } };
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: id === undefined ? video : { ...video, deviceId: { exact: id } },
    });
  } catch (error) {
    if (id === undefined || !(error instanceof OverconstrainedError)) throw error;
    return navigator.mediaDevices.getUserMedia({ video });
  }
};

/** Milliseconds to wait for the first frame; some cameras take seconds to warm up. */
const PATIENCE_MS = 8000;

/** Waits for the first frame. A camera that delivers none is treated as busy. */
const firstPicture = async (element: HTMLVideoElement, stream: MediaStream): Promise<void> => {
  const { promise: nothing, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DOMException("No frame arrived", "NotReadableError")), PATIENCE_MS);
  try {
    await Promise.race([element.play(), nothing]);
  } catch (error) {
    for (const track of stream.getTracks()) track.stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

/** All cameras. Browsers reveal their names only after permission was granted. */
export const listCameras = async (): Promise<readonly Camera[]> => {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices
    .filter(({ kind }) => kind === "videoinput")
    .map(({ deviceId, label }, at) => ({ id: deviceId, label: label || `Camera ${at + 1}` }));
};

/** A running camera track with the element that shows it. */
const createCameraSource = (
  track: MediaStreamTrack,
  element: HTMLVideoElement,
  onLost: (error: CameraError) => void,
): CameraSource => {
  const { deviceId = "", facingMode, frameRate = 30 } = track.getSettings();
  const size = { width: element.videoWidth, height: element.videoHeight };
  const isPlaying = signal(true);
  // a camera that does not report its direction is usually a webcam facing the user
  const isMirrored = signal(facingMode !== "environment");
  const isLost = signal(false);
  const missed = signal(0);
  const cameras = signal<readonly Camera[]>([{ id: deviceId, label: track.label }]);
  const leaving = new AbortController();
  const { signal: left } = leaving;
  const missingBefore = createMissingFrames();
  let sink: RenderWorker | null = null;
  /** Timestamp of the first frame. */
  let first: number | null = null;
  let stopTrack = (): void => track.stop();

  const stop = (): void => {
    leaving.abort();
    stopTrack();
    element.pause();
    element.srcObject = null;
    sink = null;
  };
  const leave = (): void => {
    stop();
    track.stop();
  };
  const lose = async (): Promise<void> => {
    isLost.value = true;
    isPlaying.value = false;
    sink?.hold(true);
    const error = await lostError();
    if (!left.aborted) onLost(error);
  };
  const list = async (): Promise<void> => {
    const all = await listCameras();
    if (!left.aborted && all.length > 0) cameras.value = all;
  };
  /** Sends a frame with its time since the first; none while frozen. `missing` is the number of frames lost before it. */
  const give = (frame: VideoFrame, missing: number): void => {
    first ??= frame.timestamp;
    if (sink === null || !isPlaying.peek()) frame.close();
    else {
      missed.value += missing;
      giveFrame(restamped(frame, frame.timestamp - first), sink);
    }
  };
  /** For browsers that offer pages no frames of tracks. */
  const watchElement = (): (() => void) => {
    let last: number | null = null;
    return watchFrames(element, ({ count }) => {
      const missing = last === null ? 0 : Math.max(0, count - last - 1);
      last = count;
      const frame = frameOf(element);
      if (frame !== null) give(frame, missing);
    });
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
    isLost,
    start(worker) {
      sink = worker;
      worker.startFeed({ ...size, isMirrored: isMirrored.peek() });
      const unwatch = watchTrack(track, (frame) => give(frame, missingBefore(frame.timestamp)));
      if (unwatch === null) left.addEventListener("abort", watchElement());
      else stopTrack = unwatch;
      track.addEventListener("ended", lose, { signal: left });
      // turn the camera off when the page is left: at once, because nothing runs afterwards
      addEventListener("pagehide", leave, { signal: left });
      navigator.mediaDevices.addEventListener("devicechange", list, { signal: left });
      void list();
    },
    stop,
    toggle() {
      if (track.readyState === "ended") return;
      isPlaying.value = !isPlaying.peek();
      sink?.hold(!isPlaying.peek());
      if (isPlaying.peek()) element.play().catch(() => {});
      else element.pause();
    },
    stopWithPicture() {
      const canvas = new OffscreenCanvas(size.width, size.height);
      const context = canvas.getContext("2d")!;
      if (isMirrored.peek()) context.setTransform(-1, 0, 0, 1, size.width, 0);
      context.drawImage(element, 0, 0);
      stop();
      return canvas.convertToBlob();
    },
    mirror(toMirrored) {
      isMirrored.value = toMirrored;
      sink?.mirror(toMirrored);
    },
  };
};

/**
 * Counts frames missing before each one, from their timestamps in any unit: a camera silently drops frames that nobody
 * reads.
 */
export const createMissingFrames = (): ((time: number) => number) => {
  let last: number | null = null;
  let gaps: number[] = [];
  return (time) => {
    const gap = last === null ? 0 : time - last;
    last = time;
    if (gap <= 0) return 0;
    gaps = [...gaps, gap].slice(-MEMORY);
    const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length * USUAL)]!;
    return Math.round(gap / usual) - 1;
  };
};

/** Number of gaps that determine the usual one. */
const MEMORY = 16;

/** Quantile of the gaps taken as usual: shorter ones are jitter, longer ones may be missing frames. */
const USUAL = 0.25;

/** Maps an error of `getUserMedia` to a cause (Media Capture and Streams, W3C, 10.2). */
const cameraError = async (error: unknown): Promise<CameraError> => {
  const code = CODES[error instanceof Error ? error.name : ""] ?? "camera_busy";
  if (code === "permission_denied") return { code, cleared: permissionGiven() };
  return code === "camera_not_found" ? { code, cleared: cameraThere() } : { code };
};

const CODES: Readonly<Record<string, CameraError["code"]>> = {
  NotAllowedError: "permission_denied",
  SecurityError: "permission_denied",
  NotFoundError: "camera_not_found",
  OverconstrainedError: "camera_not_found",
  NotReadableError: "camera_busy",
  AbortError: "camera_busy",
};

/** Resolves when the user grants permission, even in the browser's settings. */
const permissionGiven = async (): Promise<void> => {
  const status = await cameraPermission();
  if (status === null) return new Promise(() => {});
  await new Promise<void>((resolve) => {
    status.addEventListener("change", () => status.state === "granted" && resolve());
  });
};

/** Resolves when a camera is plugged in. */
const cameraThere = (): Promise<void> =>
  new Promise((resolve) => {
    navigator.mediaDevices.addEventListener("devicechange", async () => {
      const devices = await navigator.mediaDevices.enumerateDevices();
      if (devices.some(({ kind }) => kind === "videoinput")) resolve();
    });
  });

/** The camera permission; null if the browser does not expose it. */
const cameraPermission = async (): Promise<PermissionStatus | null> => {
  try {
    return await navigator.permissions.query({ name: "camera" });
  } catch {
    return null;
  }
};

/** Why a running track has ended: permission was revoked, or the camera is gone. */
const lostError = async (): Promise<CameraError> => {
  const status = await cameraPermission();
  if (status?.state === "denied") return { code: "permission_denied", cleared: permissionGiven() };
  return { code: "camera_unplugged", cleared: cameraThere() };
};
