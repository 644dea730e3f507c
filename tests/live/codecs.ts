import { spawn } from "node:child_process";
import type { Raster } from "@lumiglyph/engine";
import sharp from "sharp";
import { programPath } from "../support/programs.ts";

/** A codec round trip: frames of one size in, as many out. */
export type Codec = (frames: readonly Raster[]) => Promise<readonly Raster[]>;

export const uncompressed: Codec = async (frames) => frames;

/** Each frame as a separate JPEG, as USB cameras send them. */
export const jpeg: Codec = (frames) =>
  Promise.all(
    frames.map(async ({ width, height, data }) => {
      const file = await sharp(data, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .jpeg({ quality: 75 })
        .toBuffer();
      return { width, height, data: await sharp(file).ensureAlpha().raw().toBuffer() };
    }),
  );

/**
 * H.264 as in video files: few key frames, and skipped blocks between them. The rate factor is 18
 * for a file that keeps its grain, 28 for a small one. Needs Debian's ffmpeg.
 */
export const h264 =
  (rate: number): Codec =>
  async (frames) => {
    const { width, height } = frames[0]!;
    const raw = ["-f", "rawvideo", "-pix_fmt", "rgba"];
    const given = [...raw, "-video_size", `${width}x${height}`, "-framerate", "30", "-i", "-"];
    const coded = ["-c:v", "libx264", "-crf", `${rate}`, "-g", "24", "-pix_fmt", "yuv420p", "-threads", "1"];
    const file = await ffmpeg(
      [...given, ...coded, "-f", "matroska", "-"],
      frames.map(({ data }) => data),
    );
    const pixels = await ffmpeg(["-i", "-", ...raw, "-"], [file]);
    const size = 4 * width * height;
    if (pixels.length !== size * frames.length) throw new Error(`ffmpeg gave back ${pixels.length / size} frames.`);
    return frames.map((_, index) => ({ width, height, data: pixels.subarray(index * size, (index + 1) * size) }));
  };

const ffmpeg = (args: readonly string[], input: readonly (Uint8Array | Uint8ClampedArray)[]): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const child = spawn(programPath("ffmpeg"), ["-hide_banner", "-loglevel", "error", ...args]);
    const [out, said]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(out));
      else reject(new Error(`ffmpeg ended with ${code}: ${Buffer.concat(said)}`));
    });
    // it may exit before it has read everything, and then reports why
    child.stdin.on("error", () => {});
    for (const part of input) child.stdin.write(part);
    child.stdin.end();
  });
