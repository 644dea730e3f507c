import { fileURLToPath } from "node:url";
import type { WorkerCommand } from "../render/pool/command.ts";
import type { PoolParts } from "../render/pool/render-pool.ts";
import type { RenderJob } from "../render/renderer.ts";

/** Parts of a pool of workers that do as they are told; what it says is collected in `lines`. */
export const unrulyParts = (): PoolParts & { readonly lines: string[] } => {
  const lines: string[] = [];
  const say = (level: string) => (sentence: string) => void lines.push(`${level}: ${sentence}`);
  return {
    command: runs("unruly-worker.ts"),
    workers: 2,
    deadlineMs: 10_000,
    clock: () => performance.now(),
    log: { debug: () => {}, warn: say("warn"), error: say("error") },
    lines,
  };
};

/** A command that runs one of the programs beside this file. */
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

/** Whether a process is there. */
export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
