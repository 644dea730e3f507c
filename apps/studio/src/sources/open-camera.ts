import { signal } from "@preact/signals";
import type { Camera, CameraError, CameraSource, OpenResult } from "../state/source.ts";
import type { RenderWorker } from "../worker/render-worker.ts";
import { createScreen, frameStream, giveFrame, watchFrames } from "./video-element.ts";

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
  const missed = signal(0);
  const cameras = signal<readonly Camera[]>([{ id: deviceId, label: track.label }]);
  const leaving = new AbortController();
  const { signal: left } = leaving;
  let sink: RenderWorker | null = null;

  const stop = (): void => {
    leaving.abort();
    track.stop();
    element.pause();
    element.srcObject = null;
    sink = null;
  };
  const lose = async (): Promise<void> => {
    isPlaying.value = false;
    sink?.hold(true);
    const error = await lostError();
    if (!left.aborted) onLost(error);
  };
  const list = async (): Promise<void> => {
    const all = await listCameras();
    if (!left.aborted && all.length > 0) cameras.value = all;
  };
  /** For browsers that give pages no stream of frames. */
  const watch = (worker: RenderWorker): void => {
    let last = 0;
    const unwatch = watchFrames(element, ({ count }) => {
      if (last > 0) missed.value += Math.max(0, count - last - 1);
      last = count;
      if (isPlaying.peek()) giveFrame(element, worker);
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
    start(worker) {
      sink = worker;
      const frames = frameStream(track);
      worker.startFeed({ ...size, frames, isMirrored: isMirrored.peek() });
      if (frames === null) watch(worker);
      track.addEventListener("ended", lose, { signal: left });
      // turn the camera off when the page is left
      addEventListener("pagehide", stop, { signal: left });
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
    mirror(toMirrored) {
      isMirrored.value = toMirrored;
      sink?.mirror(toMirrored);
    },
  };
};

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
