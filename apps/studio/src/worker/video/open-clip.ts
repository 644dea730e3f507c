import { completeParams, gridFor, type RenderOptions } from "@lumiglyph/contract";
import {
  finish,
  type Kernels,
  type LiveFrame,
  openStream,
  type Raster,
  type Shrink,
  type Stream,
  type StreamOptions,
} from "@lumiglyph/engine";
import { pageStyle } from "@lumiglyph/engine/paint/page";
import {
  BlobSource,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  type VideoSample,
  VideoSampleSink,
  WEBM,
} from "mediabunny";
import { ExportFailure } from "../failure.ts";
import { type FrameSequence, GLIMPSES, type SequenceFrame, type TimeRange } from "./frame-sequence.ts";

export type ClipParts = {
  readonly file: Blob;
  readonly options: RenderOptions;
  readonly kernels: Kernels;
  /** Creates the shrinker for one stream. */
  readonly createShrink: () => Promise<Shrink | undefined>;
};

/**
 * Opens a video file as a sequence: decoded frame by frame, rendered like the live preview. Throws an `ExportFailure`
 * if it cannot be read.
 */
export const openClip = async ({ file, options, kernels, createShrink }: ClipParts): Promise<FrameSequence> => {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] });
  const track = await input.getPrimaryVideoTrack().catch(() => null);
  if (track === null) throw new ExportFailure("This file has no readable video.");
  if (!(await track.canDecode())) throw new ExportFailure(undecodable(await track.getCodec()));
  await assumeColors(track);
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const { packetCount, averagePacketRate } = await track.computePacketStats();
  const begin = await track.getFirstTimestamp();
  const seconds = (await track.computeDuration()) - begin;
  const sink = new VideoSampleSink(track);
  const params = completeParams(options);
  const size = { ...gridFor(params, width, height), cellAspect: params.cellAspect };
  const pixelsOf = createClipPixels(width, height);

  const createStream = async (smoothing: boolean) => {
    const shrink = await createShrink();
    const options: StreamOptions = { kernels, smoothing, source: { width, height }, ...(shrink && { shrink }) };
    return openStream(options);
  };
  const sequenceFrame = ({ timestamp, duration }: VideoSample, frame: LiveFrame): SequenceFrame => ({
    time: Math.max(0, timestamp - begin),
    duration: duration || 1 / averagePacketRate,
    page: {
      ...frame.size,
      ...pageStyle(frame.params),
      glyphs: frame.glyphs,
      colors: frame.inks,
      grounds: frame.grounds,
    },
  });

  const whole: TimeRange = { from: 0, to: seconds };
  async function* frames({ from, to } = whole): AsyncGenerator<SequenceFrame> {
    const stream = await createStream(true);
    for await (const sample of sink.samples(begin + from, begin + to)) {
      const frame = drawSettled(stream, pixelsOf(sample), options);
      sample.close();
      yield sequenceFrame(sample, frame);
    }
  }
  async function* glimpses({ from, to } = whole): AsyncGenerator<SequenceFrame> {
    const stream = await createStream(false);
    const times = Array.from({ length: GLIMPSES }, (_, i) => begin + from + ((to - from) * i) / GLIMPSES);
    for await (const sample of sink.samplesAtTimestamps(times)) {
      if (sample === null) continue;
      const frame = stream.next(pixelsOf(sample), options);
      sample.close();
      yield sequenceFrame(sample, frame);
    }
  }
  return { size, count: packetCount, seconds, frames, glimpses };
};

const undecodable = (codec: string | null): string =>
  codec === null
    ? "This browser cannot decode that video."
    : `This browser cannot decode that video. It is ${CODEC_WORDS[codec] ?? codec.toUpperCase()}.`;

const CODEC_WORDS: Record<string, string> = { avc: "H.264", hevc: "HEVC" };

/** Height in pixels from which a video without color information is assumed to be high definition. */
const HIGH_DEFINITION = 720;

/**
 * Decodes a clip without color information as every player does: small ones as BT.601, large ones as BT.709. Mediabunny
 * assumes BT.709 for all.
 */
const assumeColors = async (track: InputVideoTrack): Promise<void> => {
  const config = await track.getDecoderConfig();
  if (config === null || config.colorSpace?.matrix || (await track.getDisplayHeight()) >= HIGH_DEFINITION) return;
  const colorSpace = { ...BT601, ...(config.colorSpace?.fullRange && { fullRange: true }) };
  track.getDecoderConfig = async () => ({ ...config, colorSpace });
};

const BT601 = { primaries: "smpte170m", transfer: "smpte170m", matrix: "smpte170m", fullRange: false } as const;

/** Reads a clip's frames: upright, square pixels. */
type ClipPixels = (sample: VideoSample) => Raster;

/** Maximum pixels to read. Larger frames are scaled down first, because the characters cannot show more. */
const MOST_PIXELS = 1920 * 1080;

const createClipPixels = (width: number, height: number): ClipPixels => {
  const share = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const [across, down] = [Math.max(1, Math.round(width * share)), Math.max(1, Math.round(height * share))];
  const context = new OffscreenCanvas(across, down).getContext("2d", { willReadFrequently: true, alpha: false })!;
  return (sample) => {
    sample.draw(context, 0, 0, across, down);
    const { data } = context.getImageData(0, 0, across, down);
    return { width: across, height: down, data: new Uint8Array(data.buffer) };
  };
};

/** Frames within which tuned parameters have certainly settled. */
const MOST_FRAMES = 120;

/**
 * Renders the next frame offline. At the first frame of a scene the Auto Director runs at once, and the frame is
 * repeated until its parameters have settled, so that no video starts untuned.
 */
const drawSettled = (stream: Stream, raster: Raster, options: RenderOptions): LiveFrame => {
  let frame = stream.next(raster, options);
  if (!frame.cut || completeParams(options).autoOptimize === 0) return frame;
  finish(stream.tune(options));
  for (let i = 0; i < MOST_FRAMES; i++) {
    const { params } = frame;
    frame = stream.next(raster, options);
    if (i > 0 && JSON.stringify(params) === JSON.stringify(frame.params)) break;
  }
  return frame;
};
