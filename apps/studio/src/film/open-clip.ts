import { type ParsedParams, rowsFor } from "@lumiglyph/contract";
import { type Kernels, type LiveFrame, openStream, type Shrink, type StreamOptions } from "@lumiglyph/engine";
import { BlobSource, Input, MATROSKA, MP4, QTFF, type VideoSample, VideoSampleSink, WEBM } from "mediabunny";
import { sheetOf } from "../darkroom/sheet.ts";
import { assumeColors } from "./assume-colors.ts";
import { createClipPixels } from "./clip-pixels.ts";
import { drawSettled } from "./draw-settled.ts";
import { FilmFailure } from "./film-failure.ts";
import type { FilmFrame } from "./film-frame.ts";
import { GLIMPSES, type Reel } from "./reel.ts";

export type ClipParts = {
  readonly file: Blob;
  readonly parsed: ParsedParams;
  readonly kernels: Kernels;
  /** Makes what shrinks the frames of one stream. */
  readonly createShrink: () => Promise<Shrink | undefined>;
};

/** A video file as a reel: decoded frame by frame, drawn as the stage draws it. Throws a `FilmFailure` where it cannot be read. */
export const openClip = async ({ file, parsed, kernels, createShrink }: ClipParts): Promise<Reel> => {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] });
  const track = await input.getPrimaryVideoTrack().catch(() => null);
  if (track === null) throw new FilmFailure("This file has no video that can be read here.");
  if (!(await track.canDecode())) throw new FilmFailure(undecodable(await track.getCodec()));
  await assumeColors(track);
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const { packetCount, averagePacketRate } = await track.computePacketStats();
  const begin = await track.getFirstTimestamp();
  const seconds = (await track.computeDuration()) - begin;
  const sink = new VideoSampleSink(track);
  const { columns } = parsed.params;
  const size = { columns, rows: rowsFor(columns, width, height) };
  const pixelsOf = createClipPixels(width, height);

  const createStream = async (smoothing: boolean) => {
    const shrink = await createShrink();
    const options: StreamOptions = { kernels, smoothing, source: { width, height }, ...(shrink && { shrink }) };
    return openStream(options);
  };
  const filmFrame = ({ timestamp, duration }: VideoSample, frame: LiveFrame): FilmFrame => ({
    time: Math.max(0, timestamp - begin),
    duration: duration || 1 / averagePacketRate,
    page: { ...frame.size, ...sheetOf(frame.params), glyphs: frame.glyphs, colors: frame.inks },
  });

  async function* frames(): AsyncGenerator<FilmFrame> {
    const stream = await createStream(true);
    for await (const sample of sink.samples()) {
      const frame = drawSettled(stream, pixelsOf(sample), parsed);
      sample.close();
      yield filmFrame(sample, frame);
    }
  }
  async function* glimpses(): AsyncGenerator<FilmFrame> {
    const stream = await createStream(false);
    const times = Array.from({ length: GLIMPSES }, (_, i) => begin + (seconds * i) / GLIMPSES);
    for await (const sample of sink.samplesAtTimestamps(times)) {
      if (sample === null) continue;
      const frame = stream.next(pixelsOf(sample), parsed);
      sample.close();
      yield filmFrame(sample, frame);
    }
  }
  return { size, count: packetCount, seconds, frames, glimpses };
};

const undecodable = (codec: string | null): string =>
  codec === null
    ? "This browser cannot decode that video."
    : `This browser cannot decode that video. It is ${CODEC_WORDS[codec] ?? codec.toUpperCase()}.`;

const CODEC_WORDS: Record<string, string> = { avc: "H.264", hevc: "HEVC" };
