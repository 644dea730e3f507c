import { describe, expect, it } from "vitest";
import type { ExportProgress } from "../worker/video/export-messages.ts";
import type { Motion } from "./video-export.ts";
import { createVideoExports, type ExportVideo, type VideoExportRequest, videoFileName } from "./video-row.tsx";

const options = {};

const motion: Motion = {
  name: "cat.mov",
  of: "a clip",
  seconds: 24,
  range: null,
  isTrimmable: true,
  frames: 720,
  open: async () => ({ kind: "clip", file: new Blob(), name: "cat.mov" }),
};

/** A fake export that proceeds on demand. */
const createMaker = () => {
  const jobs: {
    format: string;
    finish: (text: string) => void;
    fail: (why: string) => void;
    onProgress: OnProgress;
  }[] = [];
  const make: ExportVideo =
    ({ format }, { signal }) =>
    (onProgress) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const finish = (text: string): void => resolve(new Blob([text]));
        jobs.push({ format, finish, fail: (why) => reject(new Error(why)), onProgress });
        signal.addEventListener("abort", () => reject(signal.reason));
      });
  const saved: number[] = [];
  const request = (format: VideoExportRequest["format"]): VideoExportRequest => ({
    format,
    motion,
    options,
    choice: { size: "usual", fps: 0, quality: "good" },
    target: async ({ size }) => void saved.push(size),
  });
  return { jobs, saved, request, videoExports: createVideoExports(make) };
};

type OnProgress = (progress: ExportProgress) => void;

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("video exports", () => {
  it("report progress, and are saved when done", async () => {
    const { videoExports, jobs, saved, request } = createMaker();
    const { gif } = videoExports.states;
    const done = videoExports.make(request("gif"));
    await settled();
    expect(gif.value).toEqual({ is: "going", frame: 0, count: 0, bytes: 0 });
    jobs[0]!.onProgress({ frame: 412, count: 720, bytes: 9 });
    expect(gif.value).toEqual({ is: "going", frame: 412, count: 720, bytes: 9 });
    jobs[0]!.finish("GIF89a");
    expect([await done, saved]).toEqual([true, [6]]);
    expect(gif.value).toMatchObject({ is: "done", size: 6, request: { motion, options } });
  });

  it("run one at a time, in the order of the requests", async () => {
    const { videoExports, jobs, request } = createMaker();
    const all = [videoExports.make(request("mp4")), videoExports.make(request("gif"))];
    await settled();
    expect([jobs.map(({ format }) => format), videoExports.states.gif.value.is]).toEqual([["mp4"], "waiting"]);
    jobs[0]!.finish("");
    await settled();
    expect(jobs.map(({ format }) => format)).toEqual(["mp4", "gif"]);
    jobs[1]!.finish("");
    expect(await Promise.all(all)).toEqual([true, true]);
  });

  it("can be canceled while running or waiting, without a message", async () => {
    const { videoExports, jobs, saved, request } = createMaker();
    const all = [
      videoExports.make(request("mp4")),
      videoExports.make(request("gif")),
      videoExports.make(request("cast")),
    ];
    await settled();
    videoExports.cancel("gif");
    expect(await all[1]).toBe(false);
    videoExports.cancel("mp4");
    expect(await all[0]).toBe(false);
    await settled();
    expect([videoExports.states.mp4.value.is, videoExports.states.gif.value.is]).toEqual(["idle", "idle"]);
    expect(jobs.map(({ format }) => format)).toEqual(["mp4", "cast"]);
    jobs[1]!.finish("cast");
    expect([await all[2], saved]).toEqual([true, [4]]);
  });

  it("report errors, and can be retried", async () => {
    const { videoExports, jobs, request } = createMaker();
    const failed = videoExports.make(request("webm"));
    await settled();
    jobs[0]!.fail("This browser cannot encode video of this size.");
    expect(await failed).toBe(false);
    expect(videoExports.states.webm.value).toEqual({
      is: "failed",
      words: "This browser cannot encode video of this size.",
    });
    const again = videoExports.make(request("webm"));
    await settled();
    jobs[1]!.finish("");
    expect(await again).toBe(true);
  });
});

it.each([
  ["trip.mov", "mp4", "trip.mp4"],
  ["trip.mp4", "mp4", "trip.ascii.mp4"],
  ["trip.webm", "gif", "trip.gif"],
  ["trip.mp4", "html", "trip.player.html"],
  ["Front camera", "cast", "Front camera.cast"],
] as const)("a video of %j as %s is %s", (source, format, name) => {
  expect(videoFileName(source, format)).toBe(name);
});
