import type { ChildProcess } from "node:child_process";
import type { Duplex, Readable } from "node:stream";
import { Refusal, refusalFor } from "@lumiglyph/contract";
import type { RenderedJob, RenderJob } from "../renderer.ts";
import { CHANNEL_FD, spawnWorker, type WorkerCommand } from "./command.ts";
import {
  type ChannelMessage,
  createMessageReader,
  type ReadyMessage,
  readWorkerMessage,
  type WorkerMessage,
  writeMessage,
} from "./messages.ts";

/** One worker process, seen from the service. */
export type Worker = {
  /** Undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Renders one job; the worker must be ready. Rejects with a `Refusal`, a `WorkerExit`, or the signal's reason. */
  readonly render: (job: RenderJob, signal: AbortSignal) => Promise<RenderedJob>;
  /** Number of renders it has completed. */
  readonly completed: () => number;
  /** Resolves when the process has exited, for whatever reason, and all its output was read. */
  readonly ended: Promise<WorkerEnd>;
  /** Lets it finish its job and exit. */
  readonly retire: () => void;
  readonly kill: () => void;
};

/** Called when a worker is ready for a job. */
export type OnReady = (worker: Worker, message: ReadyMessage) => void;

/** How a worker exited: signal or exit code, its last stderr line, and whether it was idle. */
export type WorkerEnd = { readonly how: string; readonly stderrLine: string; readonly idle: boolean };

/** Timeouts of a worker, in milliseconds. */
export type WorkerTimes = JobTimes & {
  /** Until it is first ready. */
  readonly boot: number;
};

/**
 * Maximum bytes of a worker's message. The largest possible output, a full grid in color as SVG, has an eighth of it.
 */
const MAX_MESSAGE_BYTES = 128 * 1024 ** 2;

/** Starts a worker process. */
export const startRenderWorker = (command: WorkerCommand, times: WorkerTimes, onReady: OnReady): Worker => {
  const child = spawned(command);
  // without free file descriptors, a process has no streams, and reports its error later
  if (child instanceof Error || child.stdio === undefined) return unstarted(child);
  const channel = child.stdio[CHANNEL_FD] as Duplex;
  const stderrLine = createTail(child.stderr as Readable);
  const kill = () => void child.kill("SIGKILL");
  let isBroken = false;
  let job: RunningJob | null = null;
  let completed = 0;
  const boot = setTimeout(kill, times.boot);
  const onMessage = ({ head, bytes }: ChannelMessage) => {
    const message = readWorkerMessage(head);
    if (message.kind !== "ready") {
      completed++;
      return job?.settle(message, bytes);
    }
    clearTimeout(boot);
    job?.release();
    job = null;
    onReady(worker, message);
  };
  const ended = endOf(child).then((end) => {
    const how = isBroken ? "broken protocol" : end;
    clearTimeout(boot);
    job?.exit(how);
    return { how, stderrLine: stderrLine(), idle: job === null };
  });
  const worker: Worker = {
    pid: child.pid,
    render: (next, signal) => {
      job = startJob(times, signal, kill);
      const { bytes, ...head } = next;
      writeMessage(channel, head, bytes);
      return job.result;
    },
    completed: () => completed,
    ended,
    retire: () => void channel.end(),
    kill,
  };
  const killBroken = () => {
    isBroken = true;
    kill();
  };
  channel.on("data", untilBroken(createMessageReader(onMessage, MAX_MESSAGE_BYTES), killBroken));
  // a broken channel shows as the exit of the process
  channel.on("error", () => {});
  return worker;
};

/** The process, or the error if the system has no room for it. */
const spawned = (command: WorkerCommand): ChildProcess | Error => {
  try {
    return spawnWorker(command);
  } catch (error) {
    return error as Error;
  }
};

/** A worker that could not be started. */
const unstarted = (why: ChildProcess | Error): Worker => ({
  pid: undefined,
  render: () => Promise.reject(new Error("the worker did not start")),
  completed: () => 0,
  ended: Promise.resolve(why instanceof Error ? why.message : endOf(why)).then((how) => ({
    how,
    stderrLine: "",
    idle: true,
  })),
  retire: () => {},
  kill: () => {},
});

/** Stops reading after the first protocol violation. */
const untilBroken = (read: (chunk: Uint8Array) => void, killBroken: () => void) => {
  let isBroken = false;
  return (chunk: Uint8Array): void => {
    if (isBroken) return;
    try {
      read(chunk);
    } catch {
      isBroken = true;
      killBroken();
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
    kept = (kept + text).slice(-KEPT_STDERR_CHARACTERS);
  });
  stream.on("error", () => {});
  return () => {
    const lines = kept.split("\n").filter((line) => line.trim() !== "");
    return (lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? "").trim().slice(0, MAX_LINE_CHARACTERS);
  };
};

const KEPT_STDERR_CHARACTERS = 4000;
const MAX_LINE_CHARACTERS = 300;

/** How long a job may take, in milliseconds. */
type JobTimes = {
  /** After this the job fails and its worker is killed. */
  readonly deadline: number;
  /** Time to finish after the client has disconnected. */
  readonly abandoned: number;
};

/**
 * The worker process exited while it had a job, which need not be the cause: signal, exit code or protocol violation.
 */
export class WorkerExit extends Error {
  override readonly name = "WorkerExit";
  readonly how: string;

  constructor(how: string) {
    super(`a worker exited (${how})`);
    this.how = how;
  }
}

/** A job that a worker is processing. */
type RunningJob = {
  /** Rejects with a `Refusal`, a `WorkerExit`, or the signal's reason. */
  readonly result: Promise<RenderedJob>;
  readonly settle: (message: Exclude<WorkerMessage, ReadyMessage>, bytes: Uint8Array) => void;
  readonly exit: (how: string) => void;
  /** The worker is free again. */
  readonly release: () => void;
};

/**
 * Starts the timers of a job. They run until the worker is ready again, so that a worker that hangs after its result is
 * killed too.
 */
const startJob = (times: JobTimes, signal: AbortSignal, kill: () => void): RunningJob => {
  const { promise: result, resolve, reject } = Promise.withResolvers<RenderedJob>();
  const expire = () => {
    reject(refusalFor("render_deadline"));
    kill();
  };
  const deadline = setTimeout(expire, times.deadline);
  let killTimer: NodeJS.Timeout | undefined;
  const abandon = () => {
    reject(signal.reason);
    killTimer = setTimeout(kill, times.abandoned);
  };
  signal.addEventListener("abort", abandon, { once: true });
  const release = () => {
    clearTimeout(deadline);
    clearTimeout(killTimer);
    signal.removeEventListener("abort", abandon);
  };
  const settle: RunningJob["settle"] = (message, body) => {
    if (message.kind === "rendered") resolve({ ...message.result, body });
    else if (message.kind === "refused") reject(new Refusal(...message.parts));
    else reject(new Error(`a worker failed: ${message.stack}`));
  };
  const exit = (how: string) => {
    release();
    reject(new WorkerExit(how));
  };
  return { result, settle, exit, release };
};
