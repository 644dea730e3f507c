import { describe, expect, it } from "vitest";
import type {
  ExportMessage,
  ExportProgress,
  ExportReply,
  VideoFormat,
  VideoJob,
} from "../worker/video/export-messages.ts";
import { type ExportWorker, exportVideo } from "./video-export.ts";

const job: VideoJob & { readonly format: VideoFormat } = {
  source: { kind: "clip", file: new Blob(), name: "cat.mp4" },
  range: null,
  options: {},
  ownFonts: [],
  choice: { size: "usual", fps: 0, quality: "good" },
  format: "gif",
};

const begin = () => {
  const jobs: ExportMessage[] = [];
  const steps: ExportProgress[] = [];
  const stop = new AbortController();
  let ended = 0;
  const worker: ExportWorker = {
    postMessage: (given) => void jobs.push(given),
    terminate: () => void ended++,
    onmessage: null,
    onerror: null,
  };
  const onProgress = (progress: ExportProgress): void => void steps.push(progress);
  const file = exportVideo(job, { onProgress, signal: stop.signal, start: () => worker });
  const reply = (data: ExportReply): void => worker.onmessage?.call({} as Worker, { data } as MessageEvent);
  return { file, worker, jobs, steps, stop, reply, ended: () => ended };
};

describe("a video export's Worker", () => {
  it("gets the job, and is terminated when it is done", async () => {
    const { file, jobs, steps, reply, ended } = begin();
    expect(jobs).toEqual([{ type: "export", ...job }]);
    reply({ type: "progress", frame: 1, count: 2, bytes: 3 });
    expect([steps.map(({ frame }) => frame), ended()]).toEqual([[1], 0]);
    reply({ type: "done", file: new Blob(["GIF"]) });
    expect([(await file).size, ended()]).toEqual([3, 1]);
  });

  it("is terminated when canceled", async () => {
    const { file, stop, ended } = begin();
    stop.abort();
    await expect(file).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    expect(ended()).toBe(1);
  });

  it("is terminated when it fails or crashes, and reports the reason", async () => {
    const failing = begin();
    failing.reply({ type: "failed", message: "This file has no readable video." });
    await expect(failing.file).rejects.toThrow("This file has no readable video.");
    const breaking = begin();
    breaking.worker.onerror?.call({} as Worker, {} as ErrorEvent);
    await expect(breaking.file).rejects.toThrow("The encoder did not start, or it stopped. Try again.");
    expect([failing.ended(), breaking.ended()]).toEqual([1, 1]);
  });

  it("is not started for an aborted signal", async () => {
    const start = () => {
      throw new Error("started");
    };
    const file = exportVideo(job, { onProgress: () => {}, signal: AbortSignal.abort(), start });
    await expect(file).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  });
});
