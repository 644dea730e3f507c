import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPath } from "../../support/programs.ts";
import type { Picture } from "./acts.ts";

/** Clips that tests create with ffmpeg: content and container. */
const CLIPS = {
  /** Three seconds at 25 frames a second with a moving counter and bar: 640 × 480, H.264. */
  "clip.mp4": ["-f", "lavfi", "-i", "testsrc=size=640x480:rate=25:duration=3", ...h264()],
  /** Two seconds of black, then two of white: a cut in the middle. */
  "cut.mp4": [
    ...["-f", "lavfi", "-i", "color=black:size=320x240:rate=25:duration=2"],
    ...["-f", "lavfi", "-i", "color=white:size=320x240:rate=25:duration=2"],
    ...["-filter_complex", "[0][1]concat=n=2", ...h264()],
  ],
  "clip.mov": ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=25:duration=1", ...h264()],
  "clip.webm": ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=25:duration=1", "-c:v", "libvpx-vp9", "-cpu-used", "8"],
  "clip.mkv": ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=25:duration=1", ...h264()],
  "clip.ogv": ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=25:duration=1", "-c:v", "libtheora"],
  /** A codec that browsers without a license cannot play. */
  "hevc.mp4": ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=25:duration=1", "-c:v", "libx265", "-tag:v", "hvc1"],
  "sound.mp4": ["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac"],
  /** Formats that no browser plays, but that are recognized. */
  "mpeg4.mp4": ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=25:duration=1", "-c:v", "mpeg4"],
} as const;

export type ClipName = keyof typeof CLIPS;

const made = new Map<ClipName, Buffer>();

/** A clip as a file to open. Each is created once per process. */
export const clip = (name: ClipName): Extract<Picture, object> => {
  const buffer = made.get(name) ?? make(name, CLIPS[name]);
  made.set(name, buffer);
  return { name, mimeType: `video/${name.split(".")[1]}`, buffer };
};

/** A clip without its end. */
export const cutShort = (name: ClipName): Extract<Picture, object> => {
  const { buffer, ...whole } = clip(name);
  return { ...whole, buffer: buffer.subarray(0, buffer.length / 3) };
};

/** Runs ffmpeg. Writes to a file, because the formats seek back to write their length. */
export const make = (name: string, args: readonly string[]): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-clip-"));
  const file = join(folder, name);
  try {
    execFileSync(programPath("ffmpeg"), ["-v", "error", "-nostdin", ...args, file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

function h264(): readonly string[] {
  return ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
}
