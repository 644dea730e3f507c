import type { ChildProcess } from "node:child_process";
import type { Duplex, Readable } from "node:stream";
import type { RenderJob, RenderResult } from "../renderer.ts";
import { CHANNEL_FD, spawnWorker, type WorkerCommand } from "./command.ts";
import { createFrameReader, type Frame, writeFrame } from "./frames.ts";
import { type JobTimes, type JobUnderWay, startJob } from "./job-under-way.ts";
import { type Ready, readReport } from "./messages.ts";

/** One worker process, seen from the service. */
export type Worker = {
  /** Renders one job; the worker must be ready. Rejects with a `Refusal`, a `WorkerDeath`, or the signal's reason. */
  readonly render: (job: RenderJob, signal: AbortSignal) => Promise<RenderResult>;
  /** Number of renders it has completed. */
  readonly answered: () => number;
  /** Resolves when the process has exited, for whatever reason, and all its output was read. */
  readonly ended: Promise<WorkerEnd>;
  /** Lets it finish its job and exit. */
  readonly retire: () => void;
  readonly kill: () => void;
};

/** Called when a worker is ready for a job. */
export type OnReady = (worker: Worker, report: Ready) => void;

/** How a worker exited: signal or exit code, its last stderr line, and whether it was idle. */
export type WorkerEnd = { readonly how: string; readonly lastWords: string; readonly idle: boolean };

/** Timeouts of a worker, in milliseconds. */
export type WorkerTimes = JobTimes & {
  /** Until it is first ready. */
  readonly boot: number;
};

/**
 * Maximum bytes of a worker's message. The largest possible output, a full grid in color as SVG, has an eighth of it.
 */
const MAX_ANSWER_BYTES = 128 * 1024 ** 2;

/** Starts a worker process. */
export const startWorker = (command: WorkerCommand, times: WorkerTimes, onReady: OnReady): Worker => {
  const child = spawnWorker(command);
  const channel = child.stdio[CHANNEL_FD] as Duplex;
  const lastWords = createTail(child.stderr as Readable);
  const kill = () => void child.kill("SIGKILL");
  let isBroken = false;
  let job: JobUnderWay | null = null;
  let answered = 0;
  const boot = setTimeout(kill, times.boot);
  const onReport = ({ head, bytes }: Frame) => {
    const report = readReport(head);
    if (report.kind !== "ready") {
      answered++;
      return job?.settle(report, bytes);
    }
    clearTimeout(boot);
    job?.over();
    job = null;
    onReady(worker, report);
  };
  const ended = endOf(child).then((end) => {
    const how = isBroken ? "broken protocol" : end;
    clearTimeout(boot);
    job?.die(how);
    return { how, lastWords: lastWords(), idle: job === null };
  });
  const worker: Worker = {
    render: (next, signal) => {
      job = startJob(times, signal, kill);
      const { bytes, ...order } = next;
      writeFrame(channel, order, bytes);
      return job.drawn;
    },
    answered: () => answered,
    ended,
    retire: () => void channel.end(),
    kill,
  };
  const breakOff = () => {
    isBroken = true;
    kill();
  };
  channel.on("data", untilBroken(createFrameReader(onReport, MAX_ANSWER_BYTES), breakOff));
  // a broken channel shows as the exit of the process
  channel.on("error", () => {});
  return worker;
};

/** Stops reading after the first protocol violation. */
const untilBroken = (read: (piece: Uint8Array) => void, breakOff: () => void) => {
  let isBroken = false;
  return (piece: Uint8Array): void => {
    if (isBroken) return;
    try {
      read(piece);
    } catch {
      isBroken = true;
      breakOff();
    }
  };
};

/** How a process ended: its signal or exit code, or why it could not be started. */
const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });

/** Reads a stream to its end and returns the last line that names an error, or else the last line. */
export const createTail = (stream: Readable): (() => string) => {
  let kept = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    kept = (kept + text).slice(-KEPT_CHARACTERS);
  });
  stream.on("error", () => {});
  return () => {
    const lines = kept.split("\n").filter((line) => line.trim() !== "");
    return (lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? "").trim().slice(0, TOLD_CHARACTERS);
  };
};

const KEPT_CHARACTERS = 4000;
const TOLD_CHARACTERS = 300;
