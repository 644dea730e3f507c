import { BufferTarget, CanvasSource, getFirstEncodableVideoCodec, Output, Quality, WebMOutputFormat } from "mediabunny";

/** Maximum number of frames, and the longer side of the video in pixels: more would take long to convert. */
const MOST_FRAMES = 1200;
const MOST_SIDE = 1280;

/**
 * An animated image as a video, which can be paused, scrubbed and exported like any other. Null if
 * it has one frame, is too long, or cannot be converted by the browser.
 */
export const videoOf = async (file: Blob, type: string): Promise<Blob | null> => {
  if (!("ImageDecoder" in globalThis) || !("VideoEncoder" in globalThis)) return null;
  const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type });
  try {
    // only both together reveal the number of frames
    await Promise.all([decoder.completed, decoder.tracks.ready]);
    const { frameCount = 1 } = decoder.tracks.selectedTrack ?? {};
    return frameCount < 2 || frameCount > MOST_FRAMES ? null : await encode(decoder, frameCount);
  } finally {
    decoder.close();
  }
};

const encode = async (decoder: ImageDecoder, frames: number): Promise<Blob | null> => {
  const { image: first } = await decoder.decode({ frameIndex: 0 });
  const scale = Math.min(1, MOST_SIDE / Math.max(first.displayWidth, first.displayHeight));
  const canvas = new OffscreenCanvas(even(first.displayWidth * scale), even(first.displayHeight * scale));
  first.close();
  const { width, height } = canvas;
  // the video is an intermediate step, not a saved file
  const quality = new Quality("very-high");
  const codec = await getFirstEncodableVideoCodec(["vp9", "vp8", "av1"], { width, height, quality });
  if (codec === null) return null;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new CanvasSource(canvas, { codec, quality, keyFrameInterval: KEY_SECONDS });
  output.addVideoTrack(source);
  await output.start();
  const context = canvas.getContext("2d", { alpha: false })!;
  let time = 0;
  for (let frameIndex = 0; frameIndex < frames; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    const seconds = secondsOf(image);
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    image.close();
    await source.add(time, seconds);
    time += seconds;
  }
  await output.finalize();
  return new Blob([target.buffer!], { type: "video/webm" });
};

/** Seconds between the frames that one can jump to: short, because animations are scrubbed a lot. */
const KEY_SECONDS = 1;

/** Browsers show a frame of a hundredth of a second or less for a tenth, as they always have. */
const secondsOf = ({ duration }: VideoFrame): number => {
  const seconds = (duration ?? 0) / 1e6;
  return seconds > 0.011 ? seconds : 0.1;
};

/** Codecs with subsampled colors need even sides. */
const even = (side: number): number => Math.max(2, 2 * Math.round(side / 2));
