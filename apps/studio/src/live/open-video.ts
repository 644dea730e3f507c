import type { Opened } from "../sources/opened.ts";
import type { Opening } from "../sources/opening.ts";
import type { Trouble } from "../sources/trouble.ts";
import { createScreen } from "./create-screen.ts";
import { createVideoSource } from "./create-video-source.ts";
import { codecIn } from "./video-codec.ts";

/** From a video file to frames, or why there are none. */
export const openVideo = async ({ file, name, url }: Pick<Opened, "file" | "name" | "url">): Promise<Opening> => {
  const element = createScreen();
  element.src = url;
  if (!(await isReady(element))) return { trouble: await troubleOf(file, name) };
  const { videoWidth: width, videoHeight: height } = element;
  if (width === 0) return { trouble: { code: "video_unreadable", name, why: "soundOnly" } };
  const live = createVideoSource(element);
  return { live, opened: { name, kind: "video", info: { width, height, format: "pixels" }, file, url } };
};

/** Whether it has its first frame; a file without a picture is ready with its sound. */
const isReady = (element: HTMLVideoElement): Promise<boolean> =>
  new Promise((resolve) => {
    element.addEventListener("loadeddata", () => resolve(true));
    element.addEventListener("error", () => resolve(false));
  });

const troubleOf = async (file: Blob, name: string): Promise<Trouble> => {
  const codec = await codecIn(file).catch(() => null);
  if (codec !== null && !PLAYED.includes(codec)) return { code: "video_codec_unsupported", codec };
  return { code: "video_unreadable", name, why: "damaged" };
};

/** Every browser that the studio runs in plays these: where one does not play, the file is at fault. */
const PLAYED = ["H.264", "VP8", "VP9", "AV1"];
