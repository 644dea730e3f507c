import type { PixelBuffer } from "@lumiglyph/engine/paint/blit";
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import { ExportFailure } from "../failure.ts";
import { createFramePainter, type FramePainter } from "./frame-painter.ts";
import type { EncoderParts, SequenceEncoder, SequenceFrame } from "./frame-sequence.ts";
import { bitrateFor, type VideoSize } from "./video-size.ts";
import { createPlanes, VIDEO_COLORS } from "./yuv.ts";

/** MP4 with H.264, VP9 or AV1, as the browser can encode. */
export const encodeMp4: SequenceEncoder = (parts) => encodeVideo(parts, "mp4");

/** WebM with VP9, VP8 or AV1. */
export const encodeWebm: SequenceEncoder = (parts) => encodeVideo(parts, "webm");

const encodeVideo = async (
  { sequence, size, bits, atlas, onProgress }: EncoderParts,
  container: "mp4" | "webm",
): Promise<Blob> => {
  const { name, config } = await chooseEncoder(container, size, sequence.count / sequence.seconds, bits);
  const target = new BufferTarget();
  const output = new Output({ format: container === "mp4" ? new Mp4OutputFormat() : new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource(name);
  output.addVideoTrack(source);
  await output.start();

  let bytes = 0;
  let written = Promise.resolve();
  const encoder = createFrameEncoder(config, (chunk, meta) => {
    bytes += chunk.byteLength;
    written = written.then(() => source.add(EncodedPacket.fromEncodedChunk(chunk), withColors(meta)));
  });
  let painter: FramePainter | null = null;
  let frames = 0;
  try {
    for await (const frame of sequence.frames()) {
      painter ??= createFramePainter(frame.page, size, atlas);
      painter.paint(frame.page);
      await encoder.encode(painter.pixelBuffer, frame);
      await written;
      onProgress(++frames, bytes);
    }
    await encoder.finish();
    await written;
  } catch (error) {
    throw error instanceof DOMException ? new ExportFailure(brokenOff(error)) : error;
  }
  await output.finalize();
  return new Blob([target.buffer!], { type: `video/${container}` });
};

/** Writes the color space into the file, if the browser does not. */
const withColors = (meta: EncodedVideoChunkMetadata | undefined): EncodedVideoChunkMetadata | undefined =>
  meta?.decoderConfig && { ...meta, decoderConfig: { ...meta.decoderConfig, colorSpace: VIDEO_COLORS } };

const brokenOff = ({ message }: DOMException): string => `The browser's encoder failed: ${message.replace(/\.$/, "")}.`;

/** A codec's name in containers, and in browsers (RFC 6381). */
export type CodecChoice = { readonly name: "avc" | "vp9" | "vp8" | "av1"; readonly codec: string };

/** A container's codecs, best first: most widely played, then fastest to encode. */
export const videoChoices = (container: "mp4" | "webm", size: VideoSize, fps: number): readonly CodecChoice[] => {
  const level = levelFor(size, fps);
  const avc = AVC_PROFILES.map((profile) => ({ name: "avc", codec: `avc1.${profile}${level.avc}` }) as const);
  const vp9 = { name: "vp9", codec: `vp09.00.${level.vp9}.08` } as const;
  const av1 = { name: "av1", codec: `av01.0.${level.av1}M.08` } as const;
  return container === "mp4" ? [...avc, vp9, av1] : [vp9, { name: "vp8", codec: "vp8" }, av1];
};

/** High, Main, and Constrained Baseline. */
const AVC_PROFILES = ["6400", "4d00", "42e0"] as const;

/** The lowest level for this size and rate: players may refuse files that declare too much. */
const levelFor = ({ width, height }: VideoSize, fps: number): (typeof LEVELS)[number] => {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  return LEVELS.find(({ frame, rate }) => blocks <= frame && blocks * fps <= rate) ?? LEVELS.at(-1)!;
};

/**
 * Blocks of 16 × 16 pixels per frame and per second, with the levels that allow them: 3.1, 4.0, 5.0, 5.1 and 5.2 of
 * H.264 (table A-1), and sufficient ones of VP9 and AV1.
 */
const LEVELS = [
  { frame: 3_600, rate: 108_000, avc: "1f", vp9: "31", av1: "05" },
  { frame: 8_192, rate: 245_760, avc: "28", vp9: "40", av1: "08" },
  { frame: 22_080, rate: 589_824, avc: "32", vp9: "50", av1: "12" },
  { frame: 36_864, rate: 983_040, avc: "33", vp9: "51", av1: "13" },
  { frame: 36_864, rate: 2_073_600, avc: "34", vp9: "52", av1: "14" },
] as const;

/** Encodes a pixel buffer frame by frame, at the encoder's speed. */
type FrameEncoder = {
  readonly encode: (pixelBuffer: PixelBuffer, frame: SequenceFrame) => Promise<void>;
  /** Waits for all pending frames. */
  readonly finish: () => Promise<void>;
};

type OnChunk = (chunk: EncodedVideoChunk, meta: EncodedVideoChunkMetadata | undefined) => void;

/** Seconds between key frames, which players can seek to. */
const KEY_SECONDS = 2;

/** Maximum frames queued in the encoder: enough to keep it busy, few enough to save memory. */
const MOST_WAITING = 4;

const createFrameEncoder = (config: VideoEncoderConfig, onChunk: OnChunk): FrameEncoder => {
  const planes = createPlanes(config);
  let failure: unknown = null;
  let lastKey = Number.NEGATIVE_INFINITY;
  const encoder = new VideoEncoder({
    output: onChunk,
    error: (error) => {
      failure = error;
    },
  });
  encoder.configure(config);
  return {
    encode: async (pixelBuffer, { time, duration }) => {
      while (encoder.encodeQueueSize >= MOST_WAITING && encoder.state === "configured") await dequeued(encoder);
      if (failure !== null) throw failure;
      const keyFrame = time - lastKey >= KEY_SECONDS;
      if (keyFrame) lastKey = time;
      planes.convert(pixelBuffer);
      const frame = new VideoFrame(planes.bytes, {
        format: "I420",
        codedWidth: config.width,
        codedHeight: config.height,
        colorSpace: VIDEO_COLORS,
        timestamp: Math.round(time * 1e6),
        duration: Math.round(duration * 1e6),
      });
      encoder.encode(frame, { keyFrame });
      frame.close();
    },
    finish: async () => {
      if (failure === null) await encoder.flush();
      if (failure !== null) throw failure;
      encoder.close();
    },
  };
};

/** A failing encoder changes its state without firing this event, so the wait has a timeout. */
const dequeued = (encoder: VideoEncoder): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    encoder.addEventListener(
      "dequeue",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** The chosen codec and its configuration. */
type ChosenEncoder = { readonly name: CodecChoice["name"]; readonly config: VideoEncoderConfig };

/** The first codec of a container that this browser can encode. Throws an `ExportFailure` if there is none. */
const chooseEncoder = async (
  container: "mp4" | "webm",
  size: VideoSize,
  fps: number,
  bits: number,
): Promise<ChosenEncoder> => {
  if (!("VideoEncoder" in globalThis)) throw new ExportFailure(NO_ENCODER);
  for (const { name, codec } of videoChoices(container, size, fps)) {
    const config: VideoEncoderConfig = {
      codec,
      width: size.width,
      height: size.height,
      bitrate: bitrateFor(size, fps, bits),
      framerate: fps,
      latencyMode: "quality",
      ...(name === "avc" && { avc: { format: "avc" } }),
    };
    if (await isSupported(config)) return { name, config };
  }
  throw new ExportFailure(NO_ENCODER);
};

const NO_ENCODER = "This browser cannot encode video of this size. A GIF or a player works everywhere.";

const isSupported = async (config: VideoEncoderConfig): Promise<boolean> => {
  try {
    return (await VideoEncoder.isConfigSupported(config)).supported === true;
  } catch {
    // some browsers throw for unknown codecs
    return false;
  }
};
