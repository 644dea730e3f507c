import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import { chooseEncoder } from "./choose-encoder.ts";
import type { EncoderParts, FilmEncoder } from "./encoder.ts";
import { createFilmBoard, type FilmBoard } from "./film-board.ts";
import { FilmFailure } from "./film-failure.ts";
import { filmSizeFor } from "./film-size.ts";
import { createFrameEncoder } from "./frame-encoder.ts";

/** MP4 with what the browser encodes of H.264, VP9 and AV1. */
export const encodeMp4: FilmEncoder = (parts) => encodeVideo(parts, "mp4");

/** WebM with VP9, VP8 or AV1. */
export const encodeWebm: FilmEncoder = (parts) => encodeVideo(parts, "webm");

const encodeVideo = async ({ reel, atlas, tell }: EncoderParts, container: "mp4" | "webm"): Promise<Blob> => {
  const size = filmSizeFor(reel.size);
  const { name, config } = await chooseEncoder(container, size, reel.count / reel.seconds);
  const target = new BufferTarget();
  const output = new Output({ format: container === "mp4" ? new Mp4OutputFormat() : new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource(name);
  output.addVideoTrack(source);
  await output.start();

  let bytes = 0;
  let written = Promise.resolve();
  const encoder = createFrameEncoder(config, (chunk, meta) => {
    bytes += chunk.byteLength;
    written = written.then(() => source.add(EncodedPacket.fromEncodedChunk(chunk), meta));
  });
  let film: FilmBoard | null = null;
  let frames = 0;
  try {
    for await (const frame of reel.frames()) {
      film ??= createFilmBoard(frame.page, size, atlas);
      film.paint(frame.page);
      await encoder.encode(film.board, frame);
      await written;
      tell(++frames, bytes);
    }
    await encoder.finish();
    await written;
  } catch (error) {
    throw error instanceof DOMException ? new FilmFailure(brokenOff(error)) : error;
  }
  await output.finalize();
  return new Blob([target.buffer!], { type: `video/${container}` });
};

const brokenOff = ({ message }: DOMException): string => `The browser broke off: ${message.replace(/\.$/, "")}.`;
