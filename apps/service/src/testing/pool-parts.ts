import { fileURLToPath } from "node:url";
import type { WorkerCommand } from "../render/pool/command.ts";
import type { PoolParts } from "../render/pool/render-pool.ts";
import type { RenderJob } from "../render/renderer.ts";

/** Pool parts with scripted workers; log lines are collected in `lines`. */
export const misbehavingPool = (): PoolParts & { readonly lines: string[] } => {
  const lines: string[] = [];
  const writer = (level: string) => (sentence: string) => void lines.push(`${level}: ${sentence}`);
  return {
    command: runs("misbehaving-worker.ts"),
    workers: 2,
    deadlineMs: 10_000,
    clock: () => performance.now(),
    log: { debug: () => {}, warn: writer("warn"), error: writer("error") },
    lines,
  };
};

/** A command that runs one of the programs in this folder. */
export const runs = (program: string): WorkerCommand => ({
  file: process.execPath,
  args: ["--conditions=@lumiglyph/source", fileURLToPath(new URL(program, import.meta.url))],
});

/** A job whose image is these words. */
export const jobOf = (words: string): RenderJob => ({
  bytes: Buffer.from(words),
  options: {},
  limits: { formats: ["png"], maxPixels: 1, maxSide: 1 },
});

/** Whether a process exists. */
export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
