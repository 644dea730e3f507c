import type { ChildProcess } from "node:child_process";
import type { Duplex, Readable } from "node:stream";
import type { RenderJob, RenderResult } from "../renderer.ts";
import { CHANNEL_FD, spawnWorker, type WorkerCommand } from "./command.ts";
import { createFrameReader, type Frame, writeFrame } from "./frames.ts";
import { type JobTimes, type JobUnderWay, startJob } from "./job-under-way.ts";
import { type Ready, readReport } from "./messages.ts";

/** One worker process, seen from the service. */
export type Worker = {
  /** Renders one job; only for a worker that is ready. Rejects with a `Refusal`, a `WorkerDeath`, or the signal's reason. */
  readonly render: (job: RenderJob, signal: AbortSignal) => Promise<RenderResult>;
  /** Renders that it has answered. */
  readonly answered: () => number;
  /** Resolves when it has ended, for whatever reason, and all that it said has been heard. */
  readonly ended: Promise<WorkerEnd>;
  /** Lets it finish what it has, and then end. */
  readonly retire: () => void;
  readonly kill: () => void;
};

/** Hears that a worker waits for a job, for the first time or again. */
export type OnReady = (worker: Worker, report: Ready) => void;

/** An end: its signal or exit code, what it last wrote to standard error, and whether it had no job. */
export type WorkerEnd = { readonly how: string; readonly lastWords: string; readonly idle: boolean };

/** How long, in milliseconds, a worker may take. */
export type WorkerTimes = JobTimes & {
  /** To get ready. */
  readonly boot: number;
};

/** Most bytes that a worker may answer with; the largest grid of all, in color as SVG, has an eighth of it. */
const MAX_ANSWER_BYTES = 128 * 1024 ** 2;

/** Starts a worker. It is told apart from others by identity alone. */
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
  // what a broken channel means is told by the end of the process
  channel.on("error", () => {});
  return worker;
};

/** A worker that does not keep to the protocol is none: nothing is believed that comes after. */
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

/** How a process ended: its signal or its exit code, or why it could not be started. */
const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });

/** Reads a stream to its end and keeps only what was last on it: the line that names an error there, or the last line. */
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
