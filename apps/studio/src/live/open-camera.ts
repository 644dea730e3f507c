import type { Opening } from "../sources/opening.ts";
import type { CameraTrouble } from "../sources/trouble.ts";
import { cameraTrouble } from "./camera-trouble.ts";
import { createCameraSource } from "./create-camera-source.ts";
import { createScreen } from "./create-screen.ts";

/** From a camera to frames, or why there are none. `onLost` is told when it is taken away later. */
export const openCamera = async (
  id: string | undefined,
  onLost: (trouble: CameraTrouble) => void,
): Promise<Opening> => {
  if (!isSecureContext) return { trouble: { code: "insecure_page" } };
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
    return { trouble: await cameraTrouble(error) };
  }
};

/** As many pixels as the largest usual grid has samples: more would only cost time. A camera that is gone gives way to another. */
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

/** Milliseconds that a camera has for its first picture: some warm up for seconds. */
const PATIENCE_MS = 8000;

/** Resolves with the first picture. A camera that was let in and gives none is put away, as one that somebody else has. */
const firstPicture = async (element: HTMLVideoElement, stream: MediaStream): Promise<void> => {
  const { promise: nothing, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DOMException("No picture came", "NotReadableError")), PATIENCE_MS);
  try {
    await Promise.race([element.play(), nothing]);
  } catch (error) {
    for (const track of stream.getTracks()) track.stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
};
